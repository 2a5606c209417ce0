import type { LocalDate, OrgId, ZoneId } from '#contracts/core/ids.ts';
import type { PlanLine } from '../../domain/answers/goals.ts';
import { newTaskId } from '../../domain/timesheets/sheetTaskEdits.ts';
import { localDateAt } from '../../domain/core/zonedTime.ts';
import { mergeAnswerLines } from '../../domain/timesheets/daySheet.ts';
import type { DaySheet, SheetTask } from '../../domain/timesheets/daySheet.ts';
import type { Records, RecordStep } from '../../store/records.ts';
import type { AnswerTarget } from './answerTarget.ts';
import { isLocked, readDay, readWeek, sheetSteps } from '../timesheets/daySheets.ts';
import type { SheetDay, WeekOf } from '../timesheets/daySheets.ts';

// The timesheet rows that the plan of an answer makes, and the week that may forbid them.

/**
 * The member's own date at the opening. For an answer ahead it is the date of the answer, since a task is never after
 * today.
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
  /** The week is approved: the answer is stored, but its hours are not. */
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

/** Computes the change that the answer would make to the timesheet of the day. */
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

/** Stores the sheet, and its week under If-Match, so that an approval of the week in the meantime wins. */
export const answerSheetSteps = (
  records: Records<OrgId>,
  { target, day, week, next, isChanged, hoursRefused }: SheetChange,
  now: number,
): RecordStep[] =>
  !isChanged || hoursRefused ? [] : sheetSteps(records, target, { days: [[day, next]], weeks: [week] }, now);
