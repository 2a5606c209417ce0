import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { orgTeam } from '../store/kinds/org.ts';
import { daySummary, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import { cancelRun, settleRun } from './occurrences.ts';
import type { CancelReason } from './occurrences.ts';
import { touchSummary } from './outboxRows.ts';
import { readRun } from './runRows.ts';

// The runs of a team that are open at this moment, and what a change of its people or of its existence means to them.

type RunDeps = Pick<Deps, 'store' | 'clock'>;

export interface OpenRun {
  readonly meeting: Meeting;
  readonly occurrence: Occurrence;
}

// With a clock of each member's own two dates may be open together; one more for a start by hand.
const newest = 3;

const openRunsOf = async (records: Records<OrgId>, meeting: Meeting): Promise<OpenRun[]> => {
  const { id: meetingId, teamId } = meeting;
  const key = { teamId, meetingId };
  const counts = await records.page(
    daySummary,
    { ...key, date: '2000-01-01' as Occurrence['date'] },
    prefixRange(`R|${meetingId}|`),
    { limit: newest },
  );
  const dates = counts.rows.filter(({ value }) => value.state === 'OPEN').map(({ value }) => value.date);
  const runs = await Promise.all(dates.map((date) => records.get(occurrenceKind, { ...key, date })));
  return runs.flatMap((run) => (run?.value.state === 'OPEN' ? [{ meeting, occurrence: run.value }] : []));
};

export const openRuns = async (records: Records<OrgId>, teamId: TeamId): Promise<OpenRun[]> => {
  const meetings = await records.list(meetingKind, { teamId, meetingId: '' as MeetingId }, prefixRange('G|'));
  return (await Promise.all(meetings.map(({ value }) => openRunsOf(records, value)))).flat();
};

/** Calls off every open run of a team, or of all teams of an organisation. */
export const cancelOpenRuns = async (
  deps: RunDeps,
  orgId: OrgId,
  where: TeamId | 'ALL',
  why: { readonly reason: CancelReason; readonly actor: string },
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const teams = where === 'ALL' ? await records.list(orgTeam, { teamId: '' as TeamId }, prefixRange('team|')) : [];
  const ids = where === 'ALL' ? teams.map((row) => row.value.teamId) : [where];
  for (const teamId of ids)
    for (const { occurrence } of await openRuns(records, teamId)) {
      const { meetingId, date, opensAt } = occurrence;
      const run = { orgId, teamId, meetingId, date };
      // What was posted of it is looked at again.
      await touchSummary(deps.store, run, opensAt, deps.clock.now());
      await cancelRun(deps, { ...run, ...why });
    }
};

/** Has the summaries of these runs looked at again: before the change, so that a crash cannot leave them out. */
export const announceRuns = async (deps: RunDeps, orgId: OrgId, runs: readonly OpenRun[]): Promise<void> => {
  for (const { meeting, occurrence } of runs) {
    const run = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: occurrence.date };
    await touchSummary(deps.store, run, occurrence.opensAt, deps.clock.now());
  }
};

const tries = 5;

/** Who stopped or began to owe does so at once. Lost races are made good by the summary's own look, announced before. */
export const settleRuns = async (deps: RunDeps, orgId: OrgId, runs: readonly OpenRun[]): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  for (const { meeting, occurrence } of runs) {
    const key = { teamId: meeting.teamId, meetingId: meeting.id, date: occurrence.date };
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const [rows, people] = await Promise.all([readRun(records, key), allMembers(records, meeting.teamId)]);
      const stored = rows.occurrence;
      if (stored?.value.state !== 'OPEN') break;
      const run = { stored, rows, people: people.map((one) => one.value), meeting };
      if ((await settleRun(deps, records, run)) !== undefined) break;
    }
  }
};
