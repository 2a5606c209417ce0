import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import {
  earliestOpening,
  isExistingTime,
  isScheduled,
  openingsIn,
} from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import type { StoredPlan } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { dueOfMidwayRun, nextPromptRows, listPlannedRuns, promptDueRow } from './planNextRunAndZones.ts';
import type { DueRow } from './planNextRunAndZones.ts';

// Finds planned runs that have not opened. If a meeting is saved in the middle of a day, a run of that day is planned
// for the members whose opening is still ahead. The schedule does not return it; only its due row contains it.

interface Planning {
  readonly meeting: Meeting;
  /**
   * Zones of the members. They include the zones of former members, because a due row may still have the instant of
   * such a zone.
   */
  readonly zones: readonly ZoneId[];
}

/**
 * Returns the due row that opens the run of that date by schedule; undefined if there is none. Openings up to one hour
 * (`times.promptLate`) ago still count.
 */
export const storedPlanRow = async (
  records: Records<OrgId>,
  { meeting, zones }: Planning,
  date: LocalDate,
  now: number,
): Promise<DueRow | undefined> => {
  if (!isScheduled(meeting, date, meeting.firstRun)) return undefined;
  const openings = new Set(openingsIn(meeting, date, zones));
  const pending = [...openings].filter((at) => at > now - times.promptLate * minuteMs).sort((a, b) => a - b);
  const rows = await Promise.all(
    pending.map((at) => outside(records.store).get(due, promptDueRow(records.scope, meeting, { date, at }))),
  );
  return rows.find((row) => row !== undefined && row.value.source !== 'MANUAL')?.value;
};

export const planOfRow = (row: DueRow): StoredPlan => ({
  date: row.date,
  at: msOf(row.at),
  afterMs: row.after == null ? undefined : msOf(row.after),
});

export const storedPlan = async (
  records: Records<OrgId>,
  planning: Planning,
  date: LocalDate,
  now: number,
): Promise<StoredPlan | undefined> => {
  const { meeting, zones } = planning;
  if (!meeting.isEnabled) return undefined;
  const next = listPlannedRuns(meeting, zones, { afterMs: now }).find((run) => run.date === date);
  if (next !== undefined) return next;
  const row = await storedPlanRow(records, planning, date, now);
  return row === undefined ? undefined : planOfRow(row);
};

/**
 * Returns the row of a date whose opening has passed for some members, moved to the first opening in these zones after
 * `fromMs` (epoch ms). Undefined if that opening is not earlier than the row's own instant.
 */
export const isBroughtForward = (row: DueRow, { meeting, zones }: Planning, fromMs: number): DueRow | undefined => {
  const { date, at, afterMs = -Infinity } = planOfRow(row);
  const first = Math.min(...openingsIn(meeting, date, zones).filter((ms) => ms > Math.max(fromMs, afterMs)));
  return first < at ? { ...row, at: toInstant(first) } : undefined;
};

/**
 * Returns the row moved to a later instant: with the time basis MEMBER, the zone of the row's instant may no longer
 * have a member. Undefined if the row need not move, or is not of the meeting's present revision.
 */
const postponed = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[]): DueRow | undefined => {
  const { date, at, afterMs } = planOfRow(row);
  if (meeting.rev !== row.rev || !isScheduled(meeting, date, meeting.firstRun)) return undefined;
  if (!isExistingTime(meeting, date, zones)) return undefined;
  const later = earliestOpening(meeting, date, zones, afterMs);
  return later > at ? { ...row, at: toInstant(later), failures: 0, parkedReason: null } : undefined;
};

/**
 * Returns the rows that replace a row which the meeting's plan may no longer contain; `SAME` if the plan still contains
 * it.
 */
export const replannedRows = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[]): readonly DueRow[] | 'SAME' => {
  const later = postponed(row, meeting, zones);
  if (later !== undefined) return [later];
  const before = msOf(row.at) - 1;
  const next = nextPromptRows(row.orgId, meeting, zones, { afterMs: before });
  const known = row.after == null ? next : [...dueOfMidwayRun(row.orgId, meeting, zones, before), ...next];
  return known.some(({ date, at }) => date === row.date && at === row.at) ? 'SAME' : next;
};

/**
 * Returns the rows that replace a skipped row: rows for the run of the same date if it can still ask some members, and
 * the rows for the next run.
 */
export const rowsInstead = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[], now: number): DueRow[] => [
  ...dueOfMidwayRun(row.orgId, meeting, zones, now).filter(({ date }) => date === row.date),
  ...nextPromptRows(row.orgId, meeting, zones, { afterMs: now }),
];
