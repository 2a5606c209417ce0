import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Goal, NeededChoice, OpenBlockerAnswer } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, OrgId, QuestionId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { checkAnswer, judgeAnswer } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import type { AnswerValues } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { textOfBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { fillFromOpenBlockerChoice } from '../../domain/answers/fillFromOpenBlockerChoice.ts';
import { nextPlan, offeredGoals, planLines, plannedGoals } from '../../domain/answers/planLinesAndGoals.ts';
import type { PlanLine, SentGoals } from '../../domain/answers/planLinesAndGoals.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inSequentialOrder, inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { answerSheetSteps, sheetDateOf, readSheet } from './answerToTimesheet.ts';
import type { SheetChange } from './answerToTimesheet.ts';
import { blockerIntents } from '../blockers/requestBlockerMessageChecks.ts';
import { blockerAfterAnswer, blockerSteps, checkNamed } from './blockerAfterAnswer.ts';
import type { DraftRow } from './answerDrafts.ts';
import { findRepeatedAnswers } from './formFromAnswersAndDraft.ts';
import { acceptedAs } from './answerTargetAndAcceptance.ts';
import type { StoredAnswer, AnswerTarget } from './answerTargetAndAcceptance.ts';
import type { Deps } from '../core/deps.ts';
import { summaryIntentStep, touchSummaryRow } from '../runs/summaryIntent.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';
import { usageIntentSteps } from '../billing/activeMemberIntents.ts';
import { weekIntents } from '../timesheets/requestWeekCardUpdates.ts';

// Writes an answer and its effects in one call to the store: first the intents (outbox rows that request later
// effects), then one transaction in the partition of the team.

export interface GivenAnswer {
  readonly target: AnswerTarget;
  readonly values: AnswerValues;
  readonly settled: SentGoals;
  /** The member's choice about the open blocker that the form showed; undefined if there is none. */
  readonly openBlocker: OpenBlockerAnswer | undefined;
  /** The needed member as chosen in the form; undefined if the form has no input for the needed member. */
  readonly needed: NeededChoice | undefined;
  readonly zone: ZoneId;
  readonly memberName: string;
  /** Activity id of the card in the chat that the answer came from; null = the answer came from the web app. */
  readonly sentFrom: string | null;
  /**
   * The member's rows, read by `readBefore` shortly before the write. After a write conflict, `writeAnswer` reads them
   * again.
   */
  readonly before: Before;
}

export interface SavedAnswer extends Pick<SheetChange, 'logged' | 'hoursRefused'> {
  readonly answer: StoredAnswer;
  /** The member's draft of the run as it was before the answer; undefined if there was none. */
  readonly draft: DraftRow | undefined;
  /**
   * Texts of the questions that the member answered with the same text on this run and on the two runs answered before
   * it.
   */
  readonly repeated: readonly string[];
}

interface Before {
  readonly answer: Stored<StoredAnswer> | undefined;
  /**
   * The stored answer with the values that the run still accepts; an edit continues from it. Undefined if no answer is
   * stored or the run asks none of its questions any more.
   */
  readonly taken: StoredAnswer | undefined;
  readonly plan: Stored<ValueOf<typeof plan>> | undefined;
  readonly blocker: Stored<ValueOf<typeof blocker>> | undefined;
  readonly draft: DraftRow | undefined;
}

const planQuestion = (target: AnswerTarget) => target.questions.find((question) => question.isTimesheetQuestion);

const plannedLines = (target: AnswerTarget, { values }: Pick<StoredAnswer, 'values'>) => {
  const question = planQuestion(target);
  return planLines(question === undefined ? '' : (values[question.id] ?? ''));
};

export const readBefore = async (records: Records<OrgId>, target: AnswerTarget): Promise<Before> => {
  const [answer, lastPlan, open, draft] = await Promise.all([
    records.get(answerKind, target),
    records.get(plan, target),
    records.get(blocker, target),
    records.get(answerDraft, target),
  ]);
  const taken = answer === undefined ? undefined : acceptedAs(target, answer.value);
  return { answer, taken, plan: lastPlan, blocker: open, draft };
};

/**
 * Returns a copy of the planned run for an answer ahead, because the meeting may change or be deleted before the
 * opening. Null for an existing run.
 */
const givenTo = ({ run, meetingName, type, instants, questions }: AnswerTarget): StoredAnswer['givenTo'] =>
  run === undefined ? { meetingName, type, instants, questions: [...questions] } : null;

const dayAsked = (target: AnswerTarget, answeredAt: Answer['answeredAt'], zone: ZoneId): LocalDate =>
  sheetDateOf({ askedAt: msOf(target.instants.opensAt), answeredAt: msOf(answeredAt), zone });

const answerOf = (input: GivenAnswer, before: Before, now: number): StoredAnswer => {
  const { target, values, settled, sentFrom, zone } = input;
  const old = before.taken;
  const answeredAt = old?.answeredAt ?? toInstant(now);
  return {
    meetingId: target.meetingId,
    memberId: target.memberId,
    date: target.date,
    values,
    ...judgeAnswer({
      questions: target.questions,
      values,
      offered: before.answer?.value.goals ?? offeredGoals(before.plan?.value, target.date),
      settled,
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
  old.every(
    (item, index) =>
      item.id === next[index]?.id &&
      item.text === next[index].text &&
      item.ticked === next[index].ticked &&
      item.state === next[index].state,
  );

const sameAnswer = (old: Answer, next: Answer): boolean =>
  sameValues(old.values, next.values) && sameGoals(old.goals, next.goals);

/**
 * Returns the steps that store the answer and its history row. A first answer inserts both, because the embedded store
 * executes all inserts with one statement. If a history row exists without its answer, the insert conflicts, and the
 * next attempt overwrites that row.
 */
const answerSteps = (
  records: Records<OrgId>,
  target: AnswerTarget,
  answer: StoredAnswer,
  { before, conflicts }: { readonly before: Before; readonly conflicts: number },
): RecordStep[] => {
  const { meetingId, date } = target;
  const { hasBlocker, goals } = answer;
  const entry = { meetingId, date, hasBlocker, goals: [...goals] };
  if (before.answer !== undefined)
    return [
      records.replaceStep(answerKind, target, answer, before.answer.etag),
      records.touchStep(history, target, entry),
    ];
  return [
    records.insertStep(answerKind, target, answer),
    conflicts === 0 ? records.insertStep(history, target, entry) : records.touchStep(history, target, entry),
  ];
};

/**
 * Returns the step that stores the member's last plan; none if the run does not ask for a plan or a plan of a later
 * date is stored.
 */
const planSteps = (
  records: Records<OrgId>,
  target: AnswerTarget,
  { planned, goals }: { readonly planned: readonly PlanLine[]; readonly goals: readonly Goal[] },
  before: Before,
): RecordStep[] => {
  if (planQuestion(target) === undefined) return [];
  const lines = plannedGoals(goals, planned);
  const value = nextPlan(before.plan?.value, { date: target.date, lines });
  if (value === undefined) return [];
  return before.plan === undefined
    ? [records.insertStep(plan, target, value)]
    : [records.replaceStep(plan, target, value, before.plan.etag)];
};

const wordsOf = (answer: Answer): MessageKey => {
  if (answer.editedAt !== null) return 'activity.answerEdited';
  if (answer.isAhead) return 'activity.answeredAhead';
  return answer.isLate ? 'activity.answeredLate' : 'activity.answered';
};

type WriteDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & { readonly runs: RunCache };

/**
 * Returns the intents: outbox rows that request a new summary and, for a first answer, the count for billing. They are
 * written before the answer, so that no answer misses these effects. An intent without an answer does no harm.
 */
const intentsOf = async (
  deps: WriteDeps,
  target: AnswerTarget,
  isFirst: boolean,
  now: number,
): Promise<RecordStep[]> => [
  summaryIntentStep(deps.store, target, target.opensAt, now),
  ...(isFirst ? await usageIntentSteps(deps, target, now) : []),
];

/**
 * Creates or updates the summary row of the opened run, so that the summary includes an answer ahead. The intent is not
 * enough: its key contains the planned opening, which may differ from the actual opening.
 */
const requestSummaryOfRun = async (
  deps: WriteDeps,
  records: Records<OrgId>,
  target: AnswerTarget,
  now: number,
): Promise<void> => {
  const opened = await deps.runs.run(records, target);
  if (opened !== undefined) await touchSummaryRow(deps.store, target, opened.value.opensAt, now);
};

const logStep = (
  records: Records<OrgId>,
  { target, memberName }: GivenAnswer,
  answer: Answer,
  event: { readonly eventKey: string; readonly atMs: number },
): RecordStep =>
  activityStep(records, {
    teamId: target.teamId,
    objectId: target.meetingId,
    actor: memberName,
    eventKey: event.eventKey,
    atMs: event.atMs,
    message: wordsOf(answer),
    values: { date: target.date },
  });

/**
 * Returns the date under which the tasks of the answer are logged. It is a date in the member's zone and may differ
 * from the date of the run.
 */
export const sheetDayOf = (target: AnswerTarget, zone: ZoneId, answer: StoredAnswer): LocalDate =>
  answer.loggedOn ?? dayAsked(target, answer.answeredAt, zone);

/**
 * Returns the values of the answer. A choice about the open blocker fills the blocker question, if the member left it
 * empty.
 */
const filledValues = ({ target, values, openBlocker }: GivenAnswer, { blocker: row }: Before): AnswerValues =>
  openBlocker === undefined || row === undefined
    ? values
    : fillFromOpenBlockerChoice(target.questions, values, { is: openBlocker.is, text: textOfBlocker(row.value) });

/**
 * Returns the repeated texts to hint at. An edit has no hint, because the card of the first answer has already shown
 * it.
 */
const repeatedIn = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  answer: StoredAnswer,
): Promise<readonly string[]> => (answer.editedAt === null ? findRepeatedAnswers(records, target, answer) : []);

/**
 * Stores or replaces the answer; throws an AppError for invalid values. If two calls write at the same time, the later
 * call becomes an edit of the same row. Sending the same answer again changes nothing, unless it now stores hours that
 * were refused before.
 */
export const writeAnswer = async (deps: WriteDeps, sent: GivenAnswer): Promise<SavedAnswer> => {
  const { target } = sent;
  const records = inOrg(deps.store, target.orgId);
  return retryOnConflict(async (conflicts) => {
    const now = deps.clock.now();
    const before = conflicts === 0 ? sent.before : await readBefore(records, target);
    const checkedAnswer = { ...sent, values: checkAnswer(target.questions, filledValues(sent, before)) };
    const answer = answerOf(checkedAnswer, before, now);
    const after = blockerAfterAnswer(sent, answer, before.blocker, answer.editedAt ?? answer.answeredAt);
    const lines = plannedLines(target, answer);
    const old = before.taken;
    const same = old !== undefined && sameAnswer(old, answer) ? old : undefined;
    const [fact, sheet, intents, messages, repeated] = await Promise.all([
      checkNamed(records, target, after, sent.memberName),
      readSheet(records, {
        target,
        date: sheetDayOf(target, checkedAnswer.zone, answer),
        lines,
        newId: deps.newId,
      }),
      intentsOf(deps, target, old === undefined, now),
      blockerIntents(
        records,
        target,
        { before: before.blocker?.value, isNamed: after.named !== undefined, hasBlocker: answer.hasBlocker },
        now,
      ),
      repeatedIn(records, target, same ?? answer),
    ]);
    const { logged, hoursRefused } = sheet;
    // The same answer is written again only to store its hours: they were refused while the week was approved, and the
    // week was reopened since.
    const bringsHours = sheet.isChanged && !hoursRefused;
    if (same !== undefined && !bringsHours && fact === undefined) {
      if (same.givenTo !== null) await requestSummaryOfRun(deps, records, target, now);
      return { answer: same, draft: before.draft, logged, hoursRefused, repeated };
    }

    await inSequentialOrder(deps.store, [
      [...intents, ...(bringsHours ? weekIntents(records, target, [sheet.week], now) : []), ...messages],
      [
        ...answerSteps(records, target, answer, { before, conflicts }),
        ...planSteps(records, target, { planned: lines, goals: answer.goals }, before),
        ...blockerSteps(
          records,
          target,
          { after, before: before.blocker },
          { fact, actor: sent.memberName, newId: deps.newId, atMs: now },
        ),
        ...answerSheetSteps(records, sheet, now),
        logStep(records, checkedAnswer, answer, { eventKey: deps.newId(), atMs: now }),
      ],
    ]);
    if (answer.givenTo !== null) await requestSummaryOfRun(deps, records, target, now);
    return { answer, draft: before.draft, logged, hoursRefused, repeated };
  });
};
