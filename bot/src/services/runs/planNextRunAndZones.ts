import type { LocalDate, MemberId, OrgId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { nextRuns, runsMidway } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import type { PlannedRun } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { TableStore } from '../../store/tableStorePort.ts';

export type DueRow = ValueOf<typeof due>;

interface Zoned {
  readonly memberId: MemberId;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/**
 * Returns the zones of the members whom a meeting would ask, each once. A member without a zone counts with the
 * meeting's zone.
 */
export const zonesOf = (meeting: Pick<Meeting, 'members' | 'timezone'>, people: readonly Zoned[]): ZoneId[] => {
  const asked = new Set<string>(meeting.members);
  const present = people.filter((person) => asked.has(person.memberId) && person.isEnabled && person.leftOn === null);
  return [...new Set(present.map((zoned) => zoned.timezone ?? meeting.timezone))];
};

const tries = 5;

/**
 * Writes a due row, unless one with the same key and the same or a newer revision of the meeting exists. The key does
 * not contain the revision, so an edit that keeps the times replaces the row. If the replaced row was parked after
 * failures, the new row is tried again.
 */
export const putDue = async (store: TableStore, row: DueRow): Promise<void> => {
  const records = outside(store);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await records.insert(due, row, row);
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === tries) throw error;
    }
    const there = await records.get(due, row);
    if (there === undefined) continue;
    if (there.value.rev >= row.rev) return;
    try {
      await records.replace(due, row, row, there.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

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

interface PlanQuery {
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
 * Writes the due rows of a meeting's next runs, with the meeting's revision. Call it before the meeting's own row is
 * written: a crash then leaves at most an unused due row, never a meeting without a next run. A repeated call is safe.
 * `zones` comes from `zonesOf`; only the time basis MEMBER uses it.
 */
export const planNextRun = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  { zones, ...query }: PlanQuery & { readonly zones: readonly ZoneId[] },
): Promise<void> => {
  for (const row of nextPromptRows(orgId, meeting, zones, query)) await putDue(deps.store, row);
};

const isThere = async (store: TableStore, orgId: OrgId, meeting: Meeting, date: LocalDate): Promise<boolean> =>
  (await inOrg(store, orgId).get(runKind, { teamId: meeting.teamId, meetingId: meeting.id, date })) !== undefined;

/**
 * Returns the due rows of dates whose opening has passed for some members and is still ahead for others. Such a row
 * asks only the members whose opening is ahead.
 */
export const dueOfMidwayRun = (orgId: OrgId, meeting: Meeting, zones: readonly ZoneId[], nowMs: number): DueRow[] => {
  const query = { afterMs: nowMs, firstRun: meeting.firstRun, zones };
  const runs = meeting.isEnabled ? runsMidway(meeting, query) : [];
  return runs.map((run) => ({ ...promptDueRow(orgId, meeting, run), after: toInstant(nowMs) }));
};

/**
 * Plans a meeting that is being saved: its next run and, with the time basis MEMBER, also dates whose opening is still
 * ahead for some members. A member whose opening has already passed is not counted as missing, because the meeting did
 * not exist yet.
 */
export const planSavedMeeting = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  { zones, now }: { readonly zones: readonly ZoneId[]; readonly now: number },
): Promise<void> => {
  for (const row of dueOfMidwayRun(orgId, meeting, zones, now))
    if (!(await isThere(deps.store, orgId, meeting, row.date))) await putDue(deps.store, row);
  await planNextRun(deps, orgId, meeting, { zones, afterMs: now });
};
