import type { LocalDate, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import {
  earliestOpening,
  isExistingTime,
  isScheduled,
  nextRuns,
  openingsIn,
  runsMidway,
} from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import type { PlannedRun, StoredPlan } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { addDays, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { due } from '../../store/kinds/due/dueRow.ts';
import { zonesOfMeetingMembers } from './zonesOfMeetingMembers.ts';
import type { MemberWithZone } from './zonesOfMeetingMembers.ts';

// Computes the due rows that open the planned runs of a meeting. Nothing here reads or writes the store.

export type DueRow = ValueOf<typeof due>;

export const promptDueRow = (
  orgId: OrgId,
  meeting: Pick<Meeting, 'id' | 'teamId' | 'rev'>,
  run: PlannedRun,
): DueRow => ({
  at: toInstant(run.at),
  kind: 'prompt',
  orgId,
  teamId: meeting.teamId,
  meetingId: meeting.id,
  date: run.date,
  zone: null,
  rev: meeting.rev,
  failures: 0,
  parkedReason: null,
  source: 'SCHEDULE',
});

export interface PlanQuery {
  /** Epoch ms; only runs that open later are returned. */
  readonly afterMs: number;
  /** The earliest date of a returned run; undefined if every date is allowed. */
  readonly notBeforeDate?: LocalDate | undefined;
}

/**
 * Returns the next runs of an enabled meeting, sorted by opening; empty for a disabled one. There is more than one only
 * if a zone skips a date.
 */
export const listPlannedRuns = (
  meeting: Meeting,
  zones: readonly ZoneId[],
  { afterMs, notBeforeDate }: PlanQuery,
): PlannedRun[] =>
  meeting.isEnabled ? nextRuns(meeting, { afterMs, notBeforeDate, firstRun: meeting.firstRun, zones }) : [];

export const nextPromptRows = (orgId: OrgId, meeting: Meeting, zones: readonly ZoneId[], query: PlanQuery): DueRow[] =>
  listPlannedRuns(meeting, zones, query).map((run) => promptDueRow(orgId, meeting, run));

/**
 * Returns the due rows of the meeting's next runs: dates after that of the opened run, with an opening after `fromMs`
 * (epoch ms).
 */
export const followingRunRows = (
  orgId: OrgId,
  meeting: Meeting,
  opened: { readonly run: Pick<Run, 'date'>; readonly people: readonly MemberWithZone[] },
  fromMs: number,
): DueRow[] => {
  const { date } = opened.run;
  const counted = { ...meeting, firstRun: meeting.firstRun ?? date };
  const query = { afterMs: fromMs, notBeforeDate: addDays(date, 1) };
  return nextPromptRows(orgId, counted, zonesOfMeetingMembers(meeting, opened.people), query);
};

/**
 * Returns the next run of an enabled meeting that opens after `afterMs` (epoch ms) and, if `notBeforeDate` is given,
 * not before that date; undefined if there is none.
 */
export const plannedRun = (
  meeting: Meeting,
  zones: readonly ZoneId[],
  afterMs: number,
  notBeforeDate?: LocalDate,
): PlannedRun | undefined => listPlannedRuns(meeting, zones, { afterMs, notBeforeDate })[0];

/**
 * Returns the due rows of dates whose opening has passed for some members and is still ahead for others. Such a row
 * asks only the members whose opening is ahead.
 */
export const dueOfMidwayRun = (orgId: OrgId, meeting: Meeting, zones: readonly ZoneId[], nowMs: number): DueRow[] => {
  const query = { afterMs: nowMs, firstRun: meeting.firstRun, zones };
  const runs = meeting.isEnabled ? runsMidway(meeting, query) : [];
  return runs.map((run) => ({ ...promptDueRow(orgId, meeting, run), after: toInstant(nowMs) }));
};

export const planOfRow = (row: DueRow): StoredPlan => ({
  date: row.date,
  at: msOf(row.at),
  afterMs: row.after == null ? undefined : msOf(row.after),
});

export interface PlanOfMembers {
  readonly meeting: Meeting;
  /**
   * Zones of the members. They include the zones of former members, because a due row may still have the instant of
   * such a zone.
   */
  readonly zones: readonly ZoneId[];
}

/**
 * Returns the row of a date whose opening has passed for some members, moved to the first opening in these zones after
 * `fromMs` (epoch ms). Undefined if that opening is not earlier than the row's own instant.
 */
export const earlierMidwayRow = (
  row: DueRow,
  { meeting, zones }: PlanOfMembers,
  fromMs: number,
): DueRow | undefined => {
  const { date, at, afterMs = -Infinity } = planOfRow(row);
  const first = Math.min(...openingsIn(meeting, date, zones).filter((ms) => ms > Math.max(fromMs, afterMs)));
  return first < at ? { ...row, at: toInstant(first) } : undefined;
};

export interface RowWithPlan {
  readonly row: DueRow;
  /** The result of `planOfRow`. */
  readonly plan: StoredPlan;
}

/**
 * Returns the row moved to a later instant: with the time basis MEMBER, the zone of the row's instant may no longer
 * have a member. Undefined if the row need not move, or is not of the meeting's present revision.
 */
const postponed = (
  { row, plan: { date, at, afterMs } }: RowWithPlan,
  meeting: Meeting,
  zones: readonly ZoneId[],
): DueRow | undefined => {
  if (meeting.rev !== row.rev || !isScheduled(meeting, date, meeting.firstRun)) return undefined;
  if (!isExistingTime(meeting, date, zones)) return undefined;
  const later = earliestOpening(meeting, date, zones, afterMs);
  return later > at ? { ...row, at: toInstant(later), failures: 0, parkedReason: null } : undefined;
};

/**
 * Returns the rows that replace a row which the meeting's plan may no longer contain; `SAME` if the plan still contains
 * it.
 */
export const replannedRows = (
  { row, plan }: RowWithPlan,
  meeting: Meeting,
  zones: readonly ZoneId[],
): readonly DueRow[] | 'SAME' => {
  const later = postponed({ row, plan }, meeting, zones);
  if (later !== undefined) return [later];
  const before = plan.at - 1;
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
