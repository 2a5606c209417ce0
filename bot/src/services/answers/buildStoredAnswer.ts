import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { NeededChoice, OpenBlockerAnswer } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { judgeAnswer } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import type { AnswerValues } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { textOfBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { fillFromOpenBlockerChoice } from '../../domain/answers/fillFromOpenBlockerChoice.ts';
import { offeredGoals, planLines } from '../../domain/answers/planLinesAndGoals.ts';
import type { SentGoals } from '../../domain/answers/planLinesAndGoals.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { sheetDateOf } from './answerToTimesheet.ts';
import type { DraftRow } from './answerDrafts.ts';
import { acceptedAs } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget, StoredAnswer } from './answerTargetAndAcceptance.ts';

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
  readonly before: RowsBefore;
}

export interface RowsBefore {
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

export const planQuestion = (target: AnswerTarget) => target.questions.find((question) => question.isTimesheetQuestion);

export const plannedLines = (target: AnswerTarget, { values }: Pick<StoredAnswer, 'values'>) => {
  const question = planQuestion(target);
  return planLines(question === undefined ? '' : (values[question.id] ?? ''));
};

export const readBefore = async (records: Records<OrgId>, target: AnswerTarget): Promise<RowsBefore> => {
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

export const buildStoredAnswer = (input: GivenAnswer, before: RowsBefore, now: number): StoredAnswer => {
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
export const filledValues = (
  { target, values, openBlocker }: GivenAnswer,
  { blocker: row }: RowsBefore,
): AnswerValues =>
  openBlocker === undefined || row === undefined
    ? values
    : fillFromOpenBlockerChoice(target.questions, values, { is: openBlocker.is, text: textOfBlocker(row.value) });
