import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingCalls.ts';
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
import { due } from '../../store/kinds/dueOutboxAndLeases.ts';
import { dueOfMidwayRun, nextPromptRows, listPlannedRuns, promptDueRow } from './planNextRunAndZones.ts';
import type { DueRow } from './planNextRunAndZones.ts';

// Finds planned runs that have not opened. A meeting that was saved in the middle of a day has a run of that day for
// the members whose opening was still ahead. The schedule does not return this run; only its due row records it.

interface Planning {
  readonly meeting: Meeting;
  /**
   * Zones of the members. The zone of a former member is included, because a due row may still have the instant of that
   * zone.
   */
  readonly zones: readonly ZoneId[];
}

/** Returns the due row that opens the run of that date; undefined if there is none later than one hour before `now`. */
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
 * Returns the row of a date in progress, moved to the first opening of these zones after `fromMs`. Undefined if that
 * opening is not before the row's own instant.
 */
export const isBroughtForward = (row: DueRow, { meeting, zones }: Planning, fromMs: number): DueRow | undefined => {
  const { date, at, afterMs = -Infinity } = planOfRow(row);
  const first = Math.min(...openingsIn(meeting, date, zones).filter((ms) => ms > Math.max(fromMs, afterMs)));
  return first < at ? { ...row, at: toInstant(first) } : undefined;
};

/**
 * Returns the row moved to a later instant, if with time basis MEMBER no member is left in the zone of the row's
 * instant. Undefined if the row need not move or is not of the meeting's current revision.
 */
const postponed = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[]): DueRow | undefined => {
  const { date, at, afterMs } = planOfRow(row);
  if (meeting.rev !== row.rev || !isScheduled(meeting, date, meeting.firstRun)) return undefined;
  if (!isExistingTime(meeting, date, zones)) return undefined;
  const later = earliestOpening(meeting, date, zones, afterMs);
  return later > at ? { ...row, at: toInstant(later), failures: 0, parkedReason: null } : undefined;
};

/**
 * Returns the rows that must replace a row which the meeting's plan no longer contains. Returns `SAME` if one of them
 * is this row itself.
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
 * Returns the rows that replace a skipped row: a row for the members of its date whom the run can still ask, and a row
 * for the next run.
 */
export const rowsInstead = (row: DueRow, meeting: Meeting, zones: readonly ZoneId[], now: number): DueRow[] => [
  ...dueOfMidwayRun(row.orgId, meeting, zones, now).filter(({ date }) => date === row.date),
  ...nextPromptRows(row.orgId, meeting, zones, { afterMs: now }),
];
