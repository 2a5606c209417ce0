import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import type { Instant, LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { haveChanged } from '../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { offeredSnoozes } from '../../domain/runs/snoozeRules.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { CardSigner } from '../core/cardSigner.ts';
import type { Snooze } from '../runs/readRunAndDayRows.ts';
import { readAnswerLinks } from '../tenancy/readAnswerLinks.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { AskedBlocker } from './openBlockerToAskAbout.ts';
import { isAheadNow, isLateNow, isAcceptingAnswers } from './answerTargetAndAcceptance.ts';
import type { AheadAnswer } from './answerAheadRunAndRequestedDate.ts';
import type { StoredAnswer, AnswerTarget } from './answerTargetAndAcceptance.ts';
import type {
  AskModel,
  AnsweredModel,
  AnsweredState,
  ClosedReason,
  Presenter,
  Reader,
  ReminderPart,
  RunFacts,
  SkippedModel,
} from '../core/cardPresenterPort.ts';

// Builds the cards with which one member answers, skips or snoozes a run, or reads a stored answer. The chat, the web
// app and the message sender use the same cards.

export interface CardDeps {
  readonly presenter: Presenter;
  readonly signer: CardSigner;
  readonly clock: Clock;
}

/**
 * Returns the fields of the run that every card needs. Spread them last in an object literal, because each field that
 * follows a spread costs about half a microsecond.
 */
const factsOf = (target: AnswerTarget): RunFacts => ({
  meetingId: target.meetingId,
  meetingName: target.meetingName,
  type: target.type,
  date: target.date,
  opensAt: target.instants.opensAt,
  closesAt: target.instants.closesAt,
});

const dataOf = ({ signer }: CardDeps, target: AnswerTarget, date = target.date) =>
  signer.sign({
    O: target.orgId,
    T: target.teamId,
    meetingId: target.meetingId,
    date,
    memberId: target.memberId,
  });

interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  /** True if the message was sent later than planned, so the card mentions the delay. */
  readonly isDelayed?: boolean;
  /** The reason why the answer was not saved, in the reader's language; missing if there was no error. */
  readonly problem?: string;
  readonly filledFrom?: LocalDate | null;
  readonly draftFrom?: Instant;
  /** Reminder text that the report's admin wrote; set only if a reminder repeats the card. */
  readonly reminder?: string;
  /** True if the card is sent again after a snooze. */
  readonly isAgain?: boolean;
  /** True if the organisation lets members skip runs. */
  readonly canSkip?: boolean;
  /** The member's quiet hours, which move the end of a snooze; null or undefined if the member has none. */
  readonly quietHours: QuietHours | null | undefined;
  readonly blocker?: AskedBlocker | undefined;
  readonly needed?: AskModel['needed'];
}

/** True if the open run waits for the member's answer, and the member's close is still ahead. */
const isOwedNow = (target: AnswerTarget, now: number): boolean => {
  const { run, member } = target;
  return run?.state === 'OPEN' && member !== undefined && isAsked(member) && !isLateNow(target, now);
};

/**
 * Returns the choices to skip or snooze the run. There are none for an edit, before the opening, and for a member who
 * does not owe an answer to an open run.
 */
const choicesOf = (
  target: AnswerTarget,
  { isEdit, canSkip = false, quietHours }: Filled,
  { now, zone }: { readonly now: number; readonly zone: ZoneId },
): Pick<AskModel, 'snoozes' | 'canSkip'> => {
  if (isEdit || !isOwedNow(target, now) || isAheadNow(target, now)) return {};
  return { snoozes: offeredSnoozes({ now, zone, closesAt: target.instants.closesAt, quietHours }), canSkip };
};

export const askCard = (deps: CardDeps, target: AnswerTarget, filled: Filled, reader: Reader): OutgoingMessage => {
  const now = deps.clock.now();
  const { quietHours: _, ...shown } = filled;
  return deps.presenter.ask(
    {
      data: dataOf(deps, target),
      questions: target.questions,
      isLate: isLateNow(target, now),
      isAhead: isAheadNow(target, now),
      ...shown,
      ...choicesOf(target, filled, { now, zone: reader.timezone }),
      ...factsOf(target),
    },
    reader,
  );
};

export interface RemindedRun extends Pick<ReminderPart, 'text' | 'state'> {
  readonly target: AnswerTarget;
}

export const reminderCard = (deps: CardDeps, reminded: readonly RemindedRun[], reader: Reader): OutgoingMessage =>
  deps.presenter.reminder(
    {
      parts: reminded.map(({ target, text, state }) => ({
        data: dataOf(deps, target),
        text,
        state,
        ...factsOf(target),
      })),
    },
    reader,
  );

export type LoggedHours = Pick<AnsweredModel, 'logged' | 'hoursRefused'>;

const whenPlanned = (target: AnswerTarget, now: number): AnsweredState | null => {
  if (target.refused !== null && target.refused !== 'RUN_NOT_OPEN') return 'NOT_RUN';
  return isAheadNow(target, now) ? 'AHEAD' : null;
};

/**
 * Returns the state that the card of a stored answer mentions, such as CANCELLED or CHANGED; null if there is nothing
 * to mention.
 */
const standingOf = (target: AnswerTarget, answer: StoredAnswer, now: number): AnsweredState | null => {
  const { run, questions } = target;
  const planned = run === undefined ? whenPlanned(target, now) : null;
  if (planned === 'NOT_RUN') return planned;
  if (run?.state === 'CANCELLED' || run?.state === 'MISSED') return run.state;
  if (run?.reason === 'HOLIDAY') return 'HOLIDAY';
  if (answer.givenTo !== null && haveChanged(answer.givenTo.questions, questions)) return 'CHANGED';
  return planned;
};

const linkableTexts = ({ answer, logged }: Pick<Answered, 'answer' | 'logged'>): readonly string[] => [
  ...Object.values(answer.values),
  ...answer.goals.map(({ text }) => text),
  ...logged.map(({ task }) => task),
];

/** Returns the links of an answered card. Reads no rows if the answer has neither references nor mentions. */
export const linksOfAnswer = (
  records: Records<OrgId>,
  { teamId }: AnswerTarget,
  answered: Pick<Answered, 'answer' | 'logged'>,
): Promise<AnswerLinks> => readAnswerLinks(records, linkableTexts(answered), () => listPresentMembers(records, teamId));

interface Answered extends LoggedHours {
  readonly answer: StoredAnswer;
  readonly next: AheadAnswer | null;
  readonly links: AnswerLinks;
  /** True if a draft is stored whose content differs from the answer. */
  readonly hasDraft?: boolean;
  /**
   * Texts of the questions that the member answered with the same text on this run and on the two runs answered before
   * it.
   */
  readonly repeated?: readonly string[];
  /** Name of the member who is needed for the blocker; undefined if the answer names no member. */
  readonly needed?: string | undefined;
}

const nextFor = (deps: CardDeps, target: AnswerTarget, next: AheadAnswer | null): AnsweredModel['next'] =>
  next === null ? null : { date: next.date, data: dataOf(deps, target, next.date) };

export const answeredCard = (
  deps: CardDeps,
  target: AnswerTarget,
  { answer, logged, hoursRefused, next, links, hasDraft = false, repeated = [], needed }: Answered,
  reader: Reader,
): OutgoingMessage => {
  const now = deps.clock.now();
  return deps.presenter.answered(
    {
      data: dataOf(deps, target),
      questions: target.questions,
      values: answer.values,
      goals: answer.goals,
      answeredAt: answer.answeredAt,
      isEdited: answer.editedAt !== null,
      isLate: answer.isLate,
      canEdit: isAcceptingAnswers(target, now),
      standing: standingOf(target, answer, now),
      next: nextFor(deps, target, next),
      logged,
      hoursRefused,
      links,
      hasDraft,
      repeated,
      needed,
      ...factsOf(target),
    },
    reader,
  );
};

const maySkipNow = (target: AnswerTarget, now: number): boolean => target.maySkip !== false && isOwedNow(target, now);

export const skippedCard = (
  deps: CardDeps,
  target: AnswerTarget,
  { reason, refused }: Pick<SkippedModel, 'reason' | 'refused'>,
  reader: Reader,
): OutgoingMessage => {
  const now = deps.clock.now();
  const canAnswer = isAcceptingAnswers(target, now);
  const canChangeReason = canAnswer && maySkipNow(target, now);
  return deps.presenter.skipped(
    { data: dataOf(deps, target), reason, canAnswer, canChangeReason, refused, ...factsOf(target) },
    reader,
  );
};

export const snoozedCard = (
  deps: CardDeps,
  target: AnswerTarget,
  { until }: Pick<Snooze, 'until'>,
  reader: Reader,
): OutgoingMessage => {
  const canSkip = maySkipNow(target, deps.clock.now());
  return deps.presenter.snoozed({ data: dataOf(deps, target), until, canSkip, ...factsOf(target) }, reader);
};

const closedReason = ({ run, member }: AnswerTarget): ClosedReason => {
  if (run?.state === 'CANCELLED') return 'CANCELLED';
  // The run may be open, but it did not ask this person, so the reason is NOT_ASKED and not CLOSED.
  return run !== undefined && member === undefined ? 'NOT_ASKED' : 'CLOSED';
};

export const closedCard = (deps: CardDeps, target: AnswerTarget, reader: Reader): OutgoingMessage =>
  deps.presenter.closed({ ...factsOf(target), reason: closedReason(target) }, reader);
