import type { LocalDate, OrgId, ZoneId } from '#contracts/ids.ts';
import type { PlanLine } from '../domain/goals.ts';
import { localDateAt, mondayOf, toInstant } from '../domain/time.ts';
import { emptySheet, mergeAnswerLines, sheetTotals } from '../domain/timesheet.ts';
import type { DaySheet, SheetTask } from '../domain/timesheet.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../store/kind.ts';
import { sheet as sheetKind, week as weekKind } from '../store/kinds/run.ts';
import type { Target } from './answerTarget.ts';

// The timesheet rows that the plan of an answer makes, and the week that may forbid them.

/** The member's own date when they are asked; of an answer ahead the day it was given, since no task is after today. */
export const sheetDateOf = (at: {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly zone: ZoneId;
}): LocalDate => localDateAt(Math.min(at.askedAt, at.answeredAt), at.zone);

export interface SheetChange {
  readonly target: Target;
  readonly date: LocalDate;
  readonly sheet: Stored<ValueOf<typeof sheetKind>> | undefined;
  readonly week: Stored<ValueOf<typeof weekKind>> | undefined;
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

const sameTasks = (a: DaySheet, b: DaySheet): boolean => JSON.stringify(a.tasks) === JSON.stringify(b.tasks);

/** What the answer would make of the day's sheet. */
export const readSheet = async (
  records: Records<OrgId>,
  { target, date, lines, newId }: SheetRequest,
): Promise<SheetChange> => {
  const key = { teamId: target.teamId, memberId: target.memberId };
  const [sheet, week] = await Promise.all([
    records.get(sheetKind, { ...key, date }),
    records.get(weekKind, { ...key, monday: mondayOf(date) }),
  ]);
  const before: DaySheet = sheet?.value ?? emptySheet;
  const taskId = (): string => `${date.replaceAll('-', '')}-${newId()}`;
  const next = mergeAnswerLines(before, { meetingId: target.meetingId, date: target.date }, lines, taskId);
  const isChanged = !sameTasks(before, next);
  const hoursRefused = isChanged && week?.value.state === 'APPROVED';
  const logged = rowsOf(target, hoursRefused ? before : next).map(({ task, minutes }) => ({ task, minutes }));
  return { target, date, sheet, week, next, isChanged, logged, hoursRefused };
};

/** The sheet, and its week by If-Match, so that a week approved meanwhile wins. */
export const sheetSteps = (records: Records<OrgId>, change: SheetChange, now: number): RecordStep[] => {
  const { target, date, sheet, week, next } = change;
  if (!change.isChanged || change.hoursRefused) return [];
  const { teamId, memberId } = target;
  const sheetKey = { teamId, memberId, date };
  const monday = mondayOf(date);
  const weekKey = { teamId, memberId, monday };
  const totals = sheetTotals(next);
  const value = {
    date,
    memberId,
    tasks: [...next.tasks],
    moved: { ...next.moved },
    minutes: totals.minutes,
    byMeeting: { ...totals.byMeeting },
  };
  const changedAt = toInstant(now);
  return [
    sheet === undefined
      ? records.insertStep(sheetKind, sheetKey, value)
      : records.replaceStep(sheetKind, sheetKey, value, sheet.etag),
    week === undefined
      ? records.insertStep(weekKind, weekKey, { monday, memberId, state: 'OPEN', note: null, changedAt })
      : records.replaceStep(weekKind, weekKey, { ...week.value, changedAt }, week.etag),
  ];
};
