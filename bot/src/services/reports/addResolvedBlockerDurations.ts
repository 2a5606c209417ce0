import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { holidayPeriod, resolvedDays } from '../../domain/blockers/blockerDuration.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import type { RunOfPerson } from './readPersonRuns.ts';

// Adds the duration of a resolved blocker to each run in which the person reported the blocker.

interface Place {
  readonly teamId: TeamId;
  readonly memberId: MemberId;
}

interface RunsOfPerson {
  readonly meetings: ReadonlyMap<MeetingId, Meeting>;
  readonly runs: readonly RunOfPerson[];
}

const isTimed = ({ personRun }: RunOfPerson): boolean => personRun.state === 'BLOCKED' && !personRun.isErased;

interface Resolved {
  readonly meeting: Meeting;
  readonly blocker: TrackedBlocker;
}

/**
 * Returns, by meeting, the person's last blocker if it is resolved. Meetings in which the person was not blocked in
 * these runs are left out; deleted meetings too, because without their schedule no duration can be computed.
 */
const readResolved = async (
  records: Records<OrgId>,
  place: Place,
  { meetings, runs }: RunsOfPerson,
): Promise<Map<MeetingId, Resolved>> => {
  const reported = new Set(runs.filter(isTimed).map(({ personRun }) => personRun.meetingId));
  const found = await Promise.all(
    [...reported].map(async (meetingId): Promise<[MeetingId, Resolved][]> => {
      const meeting = meetings.get(meetingId);
      if (meeting === undefined) return [];
      const row = await records.get(blockerKind, { ...place, meetingId });
      return row === undefined || row.value.isOpen ? [] : [[meetingId, { meeting, blocker: row.value }]];
    }),
  );
  return new Map(found.flat());
};

export const addBlockerDurations = async (
  records: Records<OrgId>,
  place: Place,
  { meetings, runs }: RunsOfPerson,
): Promise<readonly RunOfPerson[]> => {
  const resolved = await readResolved(records, place, { meetings, runs });
  if (resolved.size === 0) return runs;
  return Promise.all(
    runs.map(async (run) => {
      const known = isTimed(run) ? resolved.get(run.personRun.meetingId) : undefined;
      if (known === undefined) return run;
      const { meeting, blocker } = known;
      const day = { zone: meeting.timezone, date: run.personRun.date };
      const period = holidayPeriod([blocker], day);
      const holidays = period === undefined ? [] : await listHolidays(records, place.teamId, period);
      const blockerLasted = resolvedDays(blocker, day, { week: meeting, holidays });
      return blockerLasted === undefined ? run : { ...run, personRun: { ...run.personRun, blockerLasted } };
    }),
  );
};
