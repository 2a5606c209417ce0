import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mondayOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { emptySheet, sheetTotals } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { DaySheet } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { sheet as sheetKind, week as weekKind } from '../../store/kinds/timesheets/sheetAndWeek.ts';

// Reads and writes a member's days together with their weeks, which lock the days once they are approved. Each write
// checks the ETags of both.

export interface SheetOwner {
  readonly teamId: TeamId;
  readonly memberId: MemberId;
}

export interface SheetDay {
  readonly date: LocalDate;
  readonly stored: Stored<ValueOf<typeof sheetKind>> | undefined;
  readonly sheet: DaySheet;
}

export interface WeekOf {
  readonly monday: LocalDate;
  readonly stored: Stored<ValueOf<typeof weekKind>> | undefined;
}

export const readDay = async (
  records: Records<OrgId>,
  { teamId, memberId }: SheetOwner,
  date: LocalDate,
): Promise<SheetDay> => {
  const stored = await records.get(sheetKind, { teamId, memberId, date });
  return { date, stored, sheet: stored?.value ?? emptySheet };
};

export const readWeek = async (
  records: Records<OrgId>,
  { teamId, memberId }: SheetOwner,
  date: LocalDate,
): Promise<WeekOf> => {
  const monday = mondayOf(date);
  return { monday, stored: await records.get(weekKind, { teamId, memberId, monday }) };
};

export const isLocked = ({ stored }: WeekOf): boolean => stored?.value.state === 'APPROVED';

export const requireOpen = (weeks: readonly WeekOf[]): void => {
  if (weeks.some(isLocked)) throw new AppError('WEEK_LOCKED', { path: ['date'] });
};

export const dayStep = (records: Records<OrgId>, owner: SheetOwner, day: SheetDay, next: DaySheet): RecordStep => {
  const { teamId, memberId } = owner;
  const { date, stored } = day;
  const { minutes, byMeeting } = sheetTotals(next);
  const tasks = [...next.tasks];
  const value = { date, memberId, minutes, byMeeting: { ...byMeeting }, tasks, moved: { ...next.moved } };
  const key = { teamId, memberId, date };
  return stored === undefined
    ? records.insertStep(sheetKind, key, value)
    : records.replaceStep(sheetKind, key, value, stored.etag);
};

type WeekFields = Omit<ValueOf<typeof weekKind>, 'monday' | 'memberId' | 'changedAt'>;

/**
 * Returns the step that writes a week. Every write of a day includes it for the week of that day, so that the write
 * fails if the week was approved meanwhile.
 */
export const weekStep = (
  records: Records<OrgId>,
  { teamId, memberId }: SheetOwner,
  { monday, stored }: WeekOf,
  { now, fields = {} }: { readonly now: number; readonly fields?: Partial<WeekFields> },
): RecordStep => {
  const key = { teamId, memberId, monday };
  const changedAt = toInstant(now);
  return stored === undefined
    ? records.insertStep(weekKind, key, { monday, memberId, state: 'OPEN', note: null, ...fields, changedAt })
    : records.replaceStep(weekKind, key, { ...stored.value, ...fields, changedAt }, stored.etag);
};

/** Returns the steps that write several days, and each of their weeks once. */
export const sheetSteps = (
  records: Records<OrgId>,
  owner: SheetOwner,
  { days, weeks }: { readonly days: readonly (readonly [SheetDay, DaySheet])[]; readonly weeks: readonly WeekOf[] },
  now: number,
): RecordStep[] => [
  ...days.map(([day, next]) => dayStep(records, owner, day, next)),
  ...[...new Map(weeks.map((week) => [week.monday, week])).values()].map((weekOf) =>
    weekStep(records, owner, weekOf, { now }),
  ),
];
