import type { LocalDate, OrgId, ZoneId } from '#contracts/ids.ts';
import type { PlanLine } from '../domain/goals.ts';
import { newTaskId } from '../domain/sheetEdits.ts';
import { localDateAt } from '../domain/time.ts';
import { mergeAnswerLines } from '../domain/timesheet.ts';
import type { DaySheet, SheetTask } from '../domain/timesheet.ts';
import type { Records, RecordStep } from '../store/kind.ts';
import type { Target } from './answerTarget.ts';
import { isLocked, readDay, readWeek, sheetSteps } from './sheetRows.ts';
import type { Day, WeekOf } from './sheetRows.ts';

// The timesheet rows that the plan of an answer makes, and the week that may forbid them.

/** The member's own date when they are asked; of an answer ahead the day it was given, since no task is after today. */
export const sheetDateOf = (at: {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly zone: ZoneId;
}): LocalDate => localDateAt(Math.min(at.askedAt, at.answeredAt), at.zone);

export interface SheetChange {
  readonly target: Target;
  readonly day: Day;
  readonly week: WeekOf;
  readonly next: DaySheet;
  readonly isChanged: boolean;
  readonly logged: readonly { readonly task: string; readonly minutes: number }[];
  /** The week is approved: the answer is stored, its hours are not. */
  readonly hoursRefused: boolean;
}

interface SheetRequest {
  readonly target: Target;
  readonly date: LocalDate;
  readonly lines: readonly PlanLine[];
  readonly newId: () => string;
}

const rowsOf = (target: Target, sheet: DaySheet): SheetTask[] =>
  sheet.tasks.filter(
    (one) =>
      one.source === 'ANSWER' &&
      one.meetingId === target.meetingId &&
      (one.lineId?.startsWith(`${target.date}|`) ?? false),
  );

const sameTasks = (a: DaySheet, b: DaySheet): boolean =>
  a.tasks.length === b.tasks.length &&
  a.tasks.every((one, at) => one === b.tasks[at] || JSON.stringify(one) === JSON.stringify(b.tasks[at]));

/** What the answer would make of the day's sheet. */
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

/** The sheet, and its week by If-Match, so that a week approved meanwhile wins. */
export const answerSheetSteps = (
  records: Records<OrgId>,
  { target, day, week, next, isChanged, hoursRefused }: SheetChange,
  now: number,
): RecordStep[] => (!isChanged || hoursRefused ? [] : sheetSteps(records, target, [[day, next]], [week], now));
