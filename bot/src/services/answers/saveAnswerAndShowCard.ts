import type {
  AdaptiveCardJson,
  Answer,
  AnswerInput,
  getCard,
  AnswerDraft,
} from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { LocalDate, MeetingId, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { offeredGoals, planLines } from '../../domain/answers/planLinesAndGoals.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { skip } from '../../store/kinds/answers/skipAndSnooze.ts';
import type { Actor } from '../core/actor.ts';
import type { MemberRun } from '../tenancy/memberRunKey.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import type { Reader } from '../core/cardPresenterPort.ts';
import type { Skip } from '../runs/readRunAndDayRows.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';
import { answeredCard, askCard, closedCard, linksOfAnswer, skippedCard } from './buildMemberRunCards.ts';
import type { CardDeps, LoggedHours } from './buildMemberRunCards.ts';
import { readSheet } from './answerToTimesheet.ts';
import { dropDraft, findDraft, publicDraft } from './answerDrafts.ts';
import { requireMemberOfMeetingTeam } from './requireMemberOfMeetingTeam.ts';
import { fillAsLast, noInputs, withDraft } from './formFromAnswersAndDraft.ts';
import { askedBlockerOf, findTrackedBlocker } from './openBlockerToAskAbout.ts';
import { findFormNeed, findNeededName, listColleagues } from './neededMemberChoice.ts';
import type { Form, TypedForm } from './formFromAnswersAndDraft.ts';
import { requestedDate, offerBesideCard } from './answerAheadRunAndRequestedDate.ts';
import type { AheadAnswer } from './answerAheadRunAndRequestedDate.ts';
import { findTarget, isAcceptingAnswers, requireAccepting, acceptedAs } from './answerTargetAndAcceptance.ts';
import type { StoredAnswer, AnswerTarget } from './answerTargetAndAcceptance.ts';
import { writeAnswer } from './writeAnswer.ts';
import { readBefore, sheetDayOf } from './buildStoredAnswer.ts';

export type AnswerDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'translateFor' | 'isBillingEnabled'> &
  CardDeps & { readonly runs: RunCache };

type CardState = OutputOf<typeof getCard>['state'];

export interface Answering {
  readonly memberRun: MemberRun;
  readonly member: TeamMember;
  readonly locale: string;
  /** Activity id of the card in the chat that the answer came from; null = the answer came from the web app. */
  readonly sentFrom: string | null;
}

/** Returns the caller as the member for whom the web app answers, skips or snoozes this run. */
export const answeringOf = async (
  deps: Pick<AnswerDeps, 'store' | 'runs'>,
  actor: Actor,
  { meetingId, date }: { readonly meetingId: MeetingId; readonly date: LocalDate },
): Promise<Answering> => {
  const { teamId, memberId, member } = await requireMemberOfMeetingTeam(deps, actor, meetingId);
  const runRef = { orgId: actor.orgId, teamId, meetingId, date, memberId };
  return { memberRun: runRef, member, locale: actor.locale, sentFrom: null };
};

type Zoned = Pick<TeamMember, 'timezone'>;
type Asked = Pick<TeamMember, 'timezone' | 'quietHours'>;

interface Showing {
  readonly member: Asked;
  readonly locale: string;
}

const zoneOf = (target: AnswerTarget, member: Zoned): ZoneId => member.timezone ?? target.instants.zone;

export const readerOf = (
  target: AnswerTarget,
  { member, locale }: { readonly member: Zoned; readonly locale: string },
): Reader => ({
  locale,
  timezone: zoneOf(target, member),
});

/** Returns the timesheet tasks that a stored answer makes, without storing these tasks. */
const loggedOf = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  member: Zoned,
  answer: StoredAnswer,
): Promise<LoggedHours> => {
  const question = target.questions.find((item) => item.isTimesheetQuestion);
  const text = question === undefined ? '' : (answer.values[question.id] ?? '');
  if (text === '') return { logged: [], hoursRefused: false };
  const date = sheetDayOf(target, zoneOf(target, member), answer);
  return readSheet(records, { target, date, lines: planLines(text), newId: () => '' });
};

interface Shown {
  /** True if the card is the form; missing or false for every other card. */
  readonly isForm?: boolean;
  readonly message: OutgoingMessage;
  readonly state: CardState;
  readonly next: AheadAnswer | null;
  /** The draft that fills the form of the card; missing if there is none. */
  readonly draft?: AnswerDraft | undefined;
}

const stateOf = (target: AnswerTarget, isOpen: boolean): CardState => {
  if (!isOpen) return target.member === undefined ? 'NOT_ASKED' : 'CLOSED';
  if (target.run === undefined) return target.away === null ? 'AHEAD' : 'AWAY';
  return target.member?.away === null ? 'OPEN' : 'AWAY';
};

const answeredState = (target: AnswerTarget, isOpen: boolean): CardState => {
  if (isOpen) return 'ANSWERED';
  return target.refused === null || target.refused === 'RUN_NOT_OPEN' ? 'CLOSED' : 'NOT_RUN';
};

/**
 * Returns the form for an answer. The draft fills the form; without a draft, the stored answer fills it if the run
 * still asks the answered questions.
 */
const beginForm = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { stored, taken }: { readonly stored: StoredAnswer | undefined; readonly taken: StoredAnswer | undefined },
): Promise<{ form: Form; draft: AnswerDraft | undefined }> => {
  const [last, draft, tracked] = await Promise.all([
    stored === undefined ? records.get(plan, target) : undefined,
    findDraft(records, target),
    findTrackedBlocker(records, target),
  ]);
  const goals = stored?.goals ?? offeredGoals(last?.value, target.date);
  const blocker = stored === undefined ? askedBlockerOf(target, tracked) : undefined;
  const needed = await findFormNeed(records, target, tracked, draft?.needed);
  const form = { values: taken?.values ?? {}, goals, isEdit: taken !== undefined, blocker, needed };
  return draft === undefined
    ? { form, draft: undefined }
    : { form: withDraft(target, form, draft), draft: publicDraft(draft) };
};

interface Showed {
  readonly target: AnswerTarget;
  readonly who: Showing;
  readonly edit: boolean;
  /**
   * The inputs of the form that the button "Same as last time" fills; missing if the member did not press that button.
   */
  readonly sameAsLast?: TypedForm | undefined;
}
/** Returns the member's skip of the run; undefined for a cancelled or missed run, whose card mentions no skip. */
const skipIn = async (records: Records<OrgId>, target: AnswerTarget): Promise<Skip | undefined> => {
  const state = target.run?.state;
  return state === 'OPEN' || state === 'COMPLETED' ? (await records.get(skip, target))?.value : undefined;
};

export const showCard = async (
  deps: Pick<AnswerDeps, 'store' | 'clock' | 'runs' | 'isBillingEnabled'> & CardDeps,
  { target, who, edit, sameAsLast }: Showed,
): Promise<Shown> => {
  const reader = readerOf(target, who);
  const records = inOrg(deps.store, target.orgId);
  const now = deps.clock.now();
  const isOpen = isAcceptingAnswers(target, now);
  const stored = (await records.get(answerKind, target))?.value;
  const answer = stored === undefined ? undefined : acceptedAs(target, stored);
  if (answer === undefined) {
    const skipped = edit ? undefined : await skipIn(records, target);
    if (skipped !== undefined)
      return { message: skippedCard(deps, target, skipped, reader), state: 'SKIPPED', next: null };
    const state = stateOf(target, isOpen);
    if (!isOpen) return { message: closedCard(deps, target, reader), state, next: null };
    const { form, draft } = await beginForm(records, target, { stored, taken: undefined });
    const filled = sameAsLast === undefined ? form : await fillAsLast(records, target, form, sameAsLast);
    const asked = { ...filled, canSkip: target.maySkip !== false, quietHours: who.member.quietHours };
    return { message: askCard(deps, target, asked, reader), state, next: null, draft, isForm: true };
  }
  if (edit && isOpen) {
    const { form, draft } = await beginForm(records, target, { stored: answer, taken: answer });
    const asked = { ...form, quietHours: who.member.quietHours };
    return { message: askCard(deps, target, asked, reader), state: 'ANSWERED', next: null, draft, isForm: true };
  }
  const meeting = (await deps.runs.meeting(records, target))?.value;
  const [logged, next] = await Promise.all([
    loggedOf(records, target, who.member, answer),
    offerBesideCard(deps, records, { memberRun: target, timezone: who.member.timezone, meeting }, { now }),
  ]);
  const [links, needed] = await Promise.all([
    linksOfAnswer(records, target, { answer, ...logged }),
    findNeededName(records, target, answer),
  ]);
  const message = answeredCard(deps, target, { answer, ...logged, next, links, needed }, reader);
  return { message, state: answeredState(target, isOpen), next };
};

/** Handles GET /api/meeting/card: returns the same card as the chat shows. */
export const cardFor = async (
  deps: AnswerDeps,
  actor: Actor,
  input: ParsedOf<typeof getCard>,
): Promise<OutputOf<typeof getCard>> => {
  const { teamId, memberId, member } = await requireMemberOfMeetingTeam(deps, actor, input.meetingId);
  const records = inOrg(deps.store, actor.orgId);
  const runRef = { orgId: actor.orgId, teamId, meetingId: input.meetingId, memberId };
  const date =
    input.date ?? (await requestedDate(deps, records, { ...runRef, timezone: member.timezone }, deps.clock.now()));
  const target = await findTarget(deps, records, { ...runRef, date }, deps.clock.now());
  const who = { member, locale: actor.locale };
  const sameAsLast = input.fill === 'last' ? noInputs : undefined;
  const shown = await showCard(deps, { target, who, edit: input.edit === 'true', sameAsLast });
  const { message, state, next, draft = null, isForm = false } = shown;
  const { closesAt } = target.instants;
  return {
    card: deps.presenter.webCard(message),
    state,
    date,
    closesAt,
    occurrenceState: target.run?.state ?? null,
    next,
    draft,
    planQuestion: target.questions.find((question) => question.isTimesheetQuestion)?.id ?? null,
    colleagues: isForm ? await listColleagues(records, target) : null,
  };
};

/** Stores or replaces a member's answer, and returns the card that replaces the form. */
export const answerAs = async (
  deps: AnswerDeps,
  answering: Answering,
  input: Pick<AnswerInput, 'values' | 'goals' | 'goalStates' | 'openBlocker' | 'needed'>,
): Promise<{ answer: StoredAnswer; message: OutgoingMessage; next: AheadAnswer | null }> => {
  const { memberRun, member } = answering;
  const records = inOrg(deps.store, memberRun.orgId);
  const now = deps.clock.now();
  // All reads that do not depend on the stored answer come before the write: the store can combine them into fewer
  // statements, and if one of them fails, no answer was stored.
  const [target, meeting] = await Promise.all([
    findTarget(deps, records, memberRun, now),
    deps.runs.meeting(records, memberRun),
  ]);
  requireAccepting(target, deps.clock.now());
  const card = { memberRun, timezone: member.timezone, meeting: meeting?.value };
  const [before, next] = await Promise.all([
    readBefore(records, target),
    offerBesideCard(deps, records, card, { now }),
  ]);
  const givenAnswer = {
    target,
    values: input.values,
    settled: input,
    openBlocker: input.openBlocker,
    needed: input.needed,
    zone: zoneOf(target, member),
    memberName: member.name,
    sentFrom: answering.sentFrom,
    before,
  };
  const saved = await writeAnswer(deps, givenAnswer);
  const [hasDraft, links, needed] = await Promise.all([
    dropDraft(records, target, {
      draft: saved.draft,
      sent: { values: input.values, needed: input.needed, goals: saved.answer.goals },
    }),
    linksOfAnswer(records, target, saved),
    findNeededName(records, target, saved.answer),
  ]);
  const message = answeredCard(deps, target, { ...saved, next, links, hasDraft, needed }, readerOf(target, answering));
  return { answer: saved.answer, message, next };
};

const publicOf = (answer: StoredAnswer): Answer => ({
  meetingId: answer.meetingId,
  memberId: answer.memberId,
  date: answer.date,
  values: answer.values,
  goals: answer.goals,
  hasBlocker: answer.hasBlocker,
  isGoalAchieved: answer.isGoalAchieved,
  answeredAt: answer.answeredAt,
  editedAt: answer.editedAt,
  isLate: answer.isLate,
  isAhead: answer.isAhead,
  sentFrom: answer.sentFrom,
});

/** Handles POST /api/meeting/answer. Callers can save only their own answers. */
export const saveAnswer = async (
  deps: AnswerDeps,
  actor: Actor,
  input: AnswerInput,
): Promise<{ answer: Answer; card: AdaptiveCardJson; next: AheadAnswer | null }> => {
  const { answer, message, next } = await answerAs(deps, await answeringOf(deps, actor, input), input);
  return { answer: publicOf(answer), card: deps.presenter.webCard(message), next };
};
