import type { LocalDate, MemberId, OrgId, ZoneId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import { nextRun, runsMidway } from '../domain/schedule.ts';
import type { PlannedRun } from '../domain/schedule.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { occurrence } from '../store/kinds/run.ts';
import { due } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { TableStore } from '../store/port.ts';

export type DueRow = ValueOf<typeof due>;

interface Zoned {
  readonly memberId: MemberId;
  readonly timezone: ZoneId | null;
  readonly isEnabled: boolean;
  readonly leftOn: string | null;
}

/** The distinct zones of those a meeting would ask; the meeting's own stands in for who has none. */
export const zonesOf = (meeting: Pick<Meeting, 'members' | 'timezone'>, people: readonly Zoned[]): ZoneId[] => {
  const asked = new Set<string>(meeting.members);
  const present = people.filter((one) => asked.has(one.memberId) && one.isEnabled && one.leftOn === null);
  return [...new Set(present.map((one) => one.timezone ?? meeting.timezone))];
};

const tries = 5;

/**
 * Writes a due row unless one of the same or a newer revision stands there. The key does not hold the revision, so the
 * row of an edited meeting with unchanged times is renewed in place, and with it a parked one gets another chance.
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

/** The due row that opens a planned run. */
export const promptDue = (orgId: OrgId, meeting: Pick<Meeting, 'id' | 'teamId' | 'rev'>, run: PlannedRun): DueRow => ({
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

/** The next run of an enabled meeting that opens after `afterMs` and, when given, not on an earlier date. */
export const plannedRun = (
  meeting: Meeting,
  zones: readonly ZoneId[],
  afterMs: number,
  notBeforeDate?: LocalDate,
): PlannedRun | undefined =>
  meeting.isEnabled ? nextRun(meeting, { afterMs, notBeforeDate, firstRun: meeting.firstRun, zones }) : undefined;

/**
 * Inserts the next prompt row of a meeting, for the revision given: before the meeting's own row is written, so that a
 * crash leaves a harmless orphan and never a meeting without a next run. Idempotent. `memberZones`: `zonesOf`, which
 * matter with time basis MEMBER only.
 */
export const planNext = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  memberZones: readonly ZoneId[],
  afterMs: number,
  notBeforeDate?: LocalDate,
): Promise<PlannedRun | undefined> => {
  const run = plannedRun(meeting, memberZones, afterMs, notBeforeDate);
  if (run !== undefined) await putDue(deps.store, promptDue(orgId, meeting, run));
  return run;
};

const isThere = async (store: TableStore, orgId: OrgId, meeting: Meeting, date: LocalDate): Promise<boolean> =>
  (await inOrg(store, orgId).get(occurrence, { teamId: meeting.teamId, meetingId: meeting.id, date })) !== undefined;

/**
 * Plans a meeting that is saved at this moment: its next run, and with MEMBER also today's for those whose time is still to come
 * when no run of that date is there. Nobody whose time had passed is called missing in a report that was not there.
 */
export const planSaved = async (
  deps: { readonly store: TableStore },
  orgId: OrgId,
  meeting: Meeting,
  memberZones: readonly ZoneId[],
  nowMs: number,
): Promise<void> => {
  const query = { afterMs: nowMs, firstRun: meeting.firstRun, zones: memberZones };
  for (const run of meeting.isEnabled ? runsMidway(meeting, query) : [])
    if (!(await isThere(deps.store, orgId, meeting, run.date)))
      await putDue(deps.store, { ...promptDue(orgId, meeting, run), after: toInstant(nowMs) });
  await planNext(deps, orgId, meeting, memberZones, nowMs);
};
