import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PlanLine } from '../../domain/answers/planLinesAndGoals.ts';
import { newTaskId } from '../../domain/timesheets/sheetTaskEdits.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { mergeAnswerLines } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { DaySheet, SheetTask } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import type { AnswerTarget } from './answerTargetAndAcceptance.ts';
import { isLocked, readDay, readWeek, sheetSteps } from '../timesheets/timesheetDaysAndWeekLocks.ts';
import type { SheetDay, WeekOf } from '../timesheets/timesheetDaysAndWeekLocks.ts';

// Turns the plan in an answer into timesheet rows. If the week is already approved, the rows stay unchanged.

/**
 * Returns the date of the tasks in the member's zone: the date of the opening, or of the answer if it was given before
 * the opening. The earlier instant is used, because a task must not have a date in the future.
 */
export const sheetDateOf = (at: {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly zone: ZoneId;
}): LocalDate => localDateAt(Math.min(at.askedAt, at.answeredAt), at.zone);

export interface SheetChange {
  readonly target: AnswerTarget;
  readonly day: SheetDay;
  readonly week: WeekOf;
  readonly next: DaySheet;
  readonly isChanged: boolean;
  readonly logged: readonly { readonly task: string; readonly minutes: number }[];
  /** True if the answer would change the hours of an approved week. The answer is then stored without its hours. */
  readonly hoursRefused: boolean;
}

interface SheetRequest {
  readonly target: AnswerTarget;
  readonly date: LocalDate;
  readonly lines: readonly PlanLine[];
  readonly newId: () => string;
}

const rowsOf = (target: AnswerTarget, sheet: DaySheet): SheetTask[] =>
  sheet.tasks.filter(
    (task) =>
      task.source === 'ANSWER' &&
      task.meetingId === target.meetingId &&
      (task.lineId?.startsWith(`${target.date}|`) ?? false),
  );

const sameTasks = (a: DaySheet, b: DaySheet): boolean =>
  a.tasks.length === b.tasks.length &&
  a.tasks.every((task, index) => task === b.tasks[index] || JSON.stringify(task) === JSON.stringify(b.tasks[index]));

/** Computes the change that the answer would make to the timesheet of the day, without storing it. */
export const readSheet = async (
  records: Records<OrgId>,
  { target, date, lines, newId }: SheetRequest,
): Promise<SheetChange> => {
  const [day, week] = await Promise.all([readDay(records, target, date), readWeek(records, target, date)]);
  const answer = { meetingId: target.meetingId, date: target.date };
  const next = mergeAnswerLines(day.sheet, answer, lines, () => newTaskId(date, newId()));
  const isChanged = !sameTasks(day.sheet, next);
  const hoursRefused = isChanged && isLocked(week);
  const logged = rowsOf(target, hoursRefused ? day.sheet : next).map(({ task, minutes }) => ({ task, minutes }));
  return { target, day, week, next, isChanged, logged, hoursRefused };
};

/**
 * Returns the steps that store the day and the week of the timesheet; none if nothing changes or the week is approved.
 * The week is written only if its ETag still matches, so the transaction fails if the week was approved in the
 * meantime.
 */
export const answerSheetSteps = (
  records: Records<OrgId>,
  { target, day, week, next, isChanged, hoursRefused }: SheetChange,
  now: number,
): RecordStep[] =>
  !isChanged || hoursRefused ? [] : sheetSteps(records, target, { days: [[day, next]], weeks: [week] }, now);
