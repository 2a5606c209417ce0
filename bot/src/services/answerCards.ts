import type { Goal } from '#contracts/answer.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { haveChanged } from '../domain/ahead.ts';
import { addDays, localDateAt } from '../domain/time.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import type { CardSigner } from './cardSigning.ts';
import { isAheadNow, isLateNow, isTaken } from './answerTarget.ts';
import type { Ahead } from './answerOffer.ts';
import type { StoredAnswer, Target } from './answerTarget.ts';
import type { AnsweredModel, AnswerStanding, Presenter, Reader, RunFacts } from './presenter.ts';

// The cards of one member's part in a run: the same for chat, for the web and for the sender.

export interface CardDeps {
  readonly presenter: Presenter;
  readonly signer: CardSigner;
}

/** Stands last in a model: each field that is new behind a spread costs half a microsecond. */
const factsOf = (target: Target): RunFacts => ({
  meetingId: target.meetingId,
  meetingName: target.meetingName,
  type: target.type,
  date: target.date,
  opensAt: target.instants.opensAt,
  closesAt: target.instants.closesAt,
});

const dataOf = ({ signer }: CardDeps, target: Target) =>
  signer.sign({
    O: target.orgId,
    T: target.teamId,
    meetingId: target.meetingId,
    date: target.date,
    memberId: target.memberId,
  });

interface Filled {
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  /** Why what was sent could not be saved, in the reader's words. */
  readonly problem?: string;
}

export const askCard = (deps: CardDeps, target: Target, filled: Filled, reader: Reader, now: number): OutgoingMessage =>
  deps.presenter.ask(
    {
      data: dataOf(deps, target),
      questions: target.questions,
      isLate: isLateNow(target, now),
      isAhead: isAheadNow(target, now),
      ...filled,
      ...factsOf(target),
    },
    reader,
  );

export type Logged = Pick<AnsweredModel, 'logged' | 'hoursRefused'>;

const whenPlanned = (target: Target, now: number): AnswerStanding | null => {
  if (target.refused !== null && target.refused !== 'RUN_NOT_OPEN') return 'NOT_RUN';
  return isAheadNow(target, now) ? 'AHEAD' : null;
};

/** What became of the run that was answered. */
const standingOf = (target: Target, answer: StoredAnswer, now: number): AnswerStanding | null => {
  const { occurrence, questions } = target;
  const planned = occurrence === undefined ? whenPlanned(target, now) : null;
  if (planned === 'NOT_RUN') return planned;
  if (occurrence?.state === 'CANCELLED' || occurrence?.state === 'MISSED') return occurrence.state;
  if (occurrence?.reason === 'HOLIDAY') return 'HOLIDAY';
  if (answer.givenTo !== null && haveChanged(answer.givenTo.questions, questions)) return 'CHANGED';
  return planned;
};

interface Answered extends Logged {
  readonly answer: StoredAnswer;
  readonly next: Ahead | null;
}

const nextFor = (next: Ahead | null, { timezone }: Reader, now: number): AnsweredModel['next'] =>
  next === null ? null : { date: next.date, isTomorrow: next.date === addDays(localDateAt(now, timezone), 1) };

export const answeredCard = (
  deps: CardDeps,
  target: Target,
  { answer, logged, hoursRefused, next }: Answered,
  reader: Reader,
  now: number,
): OutgoingMessage =>
  deps.presenter.answered(
    {
      data: dataOf(deps, target),
      questions: target.questions,
      values: answer.values,
      goals: answer.goals,
      answeredAt: answer.answeredAt,
      isEdited: answer.editedAt !== null,
      isLate: answer.isLate,
      canEdit: isTaken(target, now),
      standing: standingOf(target, answer, now),
      next: nextFor(next, reader, now),
      logged,
      hoursRefused,
      ...factsOf(target),
    },
    reader,
  );

export const closedCard = (deps: CardDeps, target: Target, reader: Reader): OutgoingMessage =>
  deps.presenter.closed({ ...factsOf(target), reason: closedReason(target.occurrence) }, reader);

const closedReason = (occurrence: Occurrence | undefined): 'CLOSED' | 'CANCELLED' =>
  occurrence?.state === 'CANCELLED' ? 'CANCELLED' : 'CLOSED';
