import type { Answer, Goal } from '#contracts/answer.ts';
import type { LocalDate, OrgId, QuestionId, ZoneId } from '#contracts/ids.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { blockerText, checkAnswer, judge } from '../domain/answering.ts';
import type { AnswerValues } from '../domain/answering.ts';
import { blockerMoments, nextBlocker } from '../domain/blockers.ts';
import { nextPlan, offeredGoals, planLines } from '../domain/goals.ts';
import type { PlanLine } from '../domain/goals.ts';
import { msOf, toInstant } from '../domain/time.ts';
import { inOrder, inOrg } from '../store/kind.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../store/kind.ts';
import { answer as answerKind, blocker, history, plan } from '../store/kinds/run.ts';
import { activityStep } from './activity.ts';
import { answerSheetSteps, sheetDateOf, readSheet } from './answerSheet.ts';
import type { SheetChange } from './answerSheet.ts';
import { takenAs } from './answerTarget.ts';
import type { StoredAnswer, Target } from './answerTarget.ts';
import type { Deps } from './deps.ts';
import { summaryIntent, touchSummary } from './outboxRows.ts';
import { retryOnConflict } from './revise.ts';
import type { RunCache } from './runCache.ts';
import { usageIntents } from './usageIntent.ts';
import { weekIntents } from './weekAnnounce.ts';

// An answer and everything that follows from it: first its intents, then one transaction of the team, in that order in one call.

export interface Given {
  readonly target: Target;
  readonly values: AnswerValues;
  readonly ticked: readonly string[];
  /** The member's own zone now. */
  readonly zone: ZoneId;
  readonly memberName: string;
  /** Activity id of the chat card it was sent from; null = the web. */
  readonly sentFrom: string | null;
}

export interface Saved extends Pick<SheetChange, 'logged' | 'hoursRefused'> {
  readonly answer: StoredAnswer;
}

interface Before {
  readonly answer: Stored<StoredAnswer> | undefined;
  /** What of it still counts: an edit goes on from there. */
  readonly taken: StoredAnswer | undefined;
  readonly plan: Stored<ValueOf<typeof plan>> | undefined;
  readonly blocker: Stored<ValueOf<typeof blocker>> | undefined;
}

const planQuestion = (target: Target) => target.questions.find((one) => one.isTimesheetQuestion);

const readBefore = async (records: Records<OrgId>, target: Target): Promise<Before> => {
  const [answer, lastPlan, open] = await Promise.all([
    records.get(answerKind, target),
    records.get(plan, target),
    records.get(blocker, target),
  ]);
  const taken = answer === undefined ? undefined : takenAs(target, answer.value);
  return { answer, taken, plan: lastPlan, blocker: open };
};

/** What was written, without what was left empty. */
const written = (values: AnswerValues): AnswerValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([id, value]) => [id, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

/** A run that is not there yet is kept with the answer: nobody knows what becomes of its meeting. */
const givenTo = ({ occurrence, meetingName, type, instants, questions }: Target): StoredAnswer['givenTo'] =>
  occurrence === undefined ? { meetingName, type, instants, questions: [...questions] } : null;

const dayAsked = (target: Target, answeredAt: Answer['answeredAt'], zone: ZoneId): LocalDate =>
  sheetDateOf({ askedAt: msOf(target.instants.opensAt), answeredAt: msOf(answeredAt), zone });

const answerOf = (given: Given, before: Before, now: number): StoredAnswer => {
  const { target, values, ticked, sentFrom, zone } = given;
  const old = before.taken;
  const answeredAt = old?.answeredAt ?? toInstant(now);
  const kept = written(values);
  return {
    meetingId: target.meetingId,
    memberId: target.memberId,
    date: target.date,
    values: kept,
    ...judge({
      questions: target.questions,
      values: kept,
      offered: before.answer?.value.goals ?? offeredGoals(before.plan?.value, target.date),
      tickedIds: ticked,
      answeredAt: msOf(answeredAt),
      opensAt: msOf(target.instants.opensAt),
      closesAt: msOf(target.instants.closesAt),
    }),
    answeredAt,
    editedAt: old === undefined ? null : toInstant(now),
    sentFrom,
    givenTo: givenTo(target),
    loggedOn: before.answer?.value.loggedOn ?? dayAsked(target, answeredAt, zone),
  };
};

const sameValues = (old: AnswerValues, next: AnswerValues): boolean => {
  const ids = Object.keys(old) as QuestionId[];
  return ids.length === Object.keys(next).length && ids.every((id) => Object.hasOwn(next, id) && old[id] === next[id]);
};

const sameGoals = (old: readonly Goal[], next: readonly Goal[]): boolean =>
  old.length === next.length &&
  old.every((one, at) => one.id === next[at]?.id && one.text === next[at].text && one.ticked === next[at].ticked);

const sameAnswer = (old: Answer, next: Answer): boolean =>
  sameValues(old.values, next.values) && sameGoals(old.goals, next.goals);

const answerSteps = (records: Records<OrgId>, target: Target, answer: StoredAnswer, before: Before): RecordStep[] => {
  const { meetingId, date } = target;
  const { hasBlocker, goals } = answer;
  return [
    before.answer === undefined
      ? records.insertStep(answerKind, target, answer)
      : records.replaceStep(answerKind, target, answer, before.answer.etag),
    records.touchStep(history, target, { meetingId, date, hasBlocker, goals }),
  ];
};

/** Only the newest plan is the last one: an answer to an earlier day leaves it alone. */
const planSteps = (
  records: Records<OrgId>,
  target: Target,
  planned: readonly PlanLine[],
  before: Before,
): RecordStep[] => {
  if (planQuestion(target) === undefined) return [];
  const lines = planned.map(({ id, text }) => ({ id, text }));
  const value = nextPlan(before.plan?.value, { date: target.date, lines });
  if (value === undefined) return [];
  return before.plan === undefined
    ? [records.insertStep(plan, target, value)]
    : [records.replaceStep(plan, target, value, before.plan.etag)];
};

const blockerSteps = (records: Records<OrgId>, target: Target, answer: Answer, before: Before): RecordStep[] => {
  if (!target.questions.some((one) => one.isBlocker)) return [];
  const next = nextBlocker(before.blocker?.value, {
    date: target.date,
    hasBlocker: answer.hasBlocker,
    text: blockerText(target.questions, answer.values),
  });
  if (next === before.blocker?.value) return [];
  const at = answer.editedAt ?? answer.answeredAt;
  const value = {
    memberId: target.memberId,
    ...next,
    ...blockerMoments(before.blocker?.value, next.isOpen, at),
  };
  return before.blocker === undefined
    ? [records.insertStep(blocker, target, value)]
    : [records.replaceStep(blocker, target, value, before.blocker.etag)];
};

const wordsOf = (answer: Answer): MessageKey => {
  if (answer.editedAt !== null) return 'activity.answerEdited';
  if (answer.isAhead) return 'activity.answeredAhead';
  return answer.isLate ? 'activity.answeredLate' : 'activity.answered';
};

type WriteDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & { readonly runs: RunCache };

/** Go before the answer, so that none is ever without its effects; each is looked into and harmless when nothing came. */
const intentsOf = async (deps: WriteDeps, target: Target, isFirst: boolean, now: number): Promise<RecordStep[]> => [
  summaryIntent(deps.store, target, target.opensAt, now),
  ...(isFirst ? await usageIntents(deps, target, now) : []),
];

/** A run that somebody opened at another time while its answer ahead was written counts it too. */
const tellRun = async (deps: WriteDeps, records: Records<OrgId>, target: Target, now: number): Promise<void> => {
  const opened = await deps.runs.occurrence(records, target);
  if (opened !== undefined) await touchSummary(deps.store, target, opened.value.opensAt, now);
};

const logStep = (
  records: Records<OrgId>,
  deps: WriteDeps,
  { target, memberName }: Given,
  answer: Answer,
  now: number,
) =>
  activityStep(records, {
    teamId: target.teamId,
    objectId: target.meetingId,
    eventKey: deps.newId(),
    actor: memberName,
    atMs: now,
    message: wordsOf(answer),
    values: { date: target.date },
  });

/** The member's day that the tasks of this answer belong to. */
export const sheetDayOf = (target: Target, zone: ZoneId, answer: StoredAnswer): LocalDate =>
  answer.loggedOn ?? dayAsked(target, answer.answeredAt, zone);

/**
 * Stores or replaces the answer; throws AppError for what cannot be an answer. Two at once end as one row, the later
 * one an edit; the same again changes nothing.
 */
export const writeAnswer = async (deps: WriteDeps, given: Given): Promise<Saved> => {
  const { target } = given;
  checkAnswer(target.questions, given.values);
  const records = inOrg(deps.store, target.orgId);
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const before = await readBefore(records, target);
    const answer = answerOf(given, before, now);
    const lines = planLines(answer.values[planQuestion(target)?.id ?? ('' as QuestionId)] ?? '');
    const sheet = await readSheet(records, {
      target,
      date: sheetDayOf(target, given.zone, answer),
      lines,
      newId: deps.newId,
    });
    const { logged, hoursRefused } = sheet;
    const old = before.taken;
    // Of a week that was approved and is open again the same answer brings the hours that were refused.
    const bringsHours = sheet.isChanged && !hoursRefused;
    if (old !== undefined && sameAnswer(old, answer) && !bringsHours) {
      if (old.givenTo !== null) await tellRun(deps, records, target, now);
      return { answer: old, logged, hoursRefused };
    }

    const intents = await intentsOf(deps, target, old === undefined, now);
    await inOrder(deps.store, [
      [...intents, ...(bringsHours ? weekIntents(records, target, [sheet.week], now) : [])],
      [
        ...answerSteps(records, target, answer, before),
        ...planSteps(records, target, lines, before),
        ...blockerSteps(records, target, answer, before),
        ...answerSheetSteps(records, sheet, now),
        logStep(records, deps, given, answer, now),
      ],
    ]);
    if (answer.givenTo !== null) await tellRun(deps, records, target, now);
    return { answer, logged, hoursRefused };
  });
};
