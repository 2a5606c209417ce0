import type { OrgId, TeamId } from '#contracts/ids.ts';
import { inOrg } from '../store/kind.ts';
import { orgTeam } from '../store/kinds/org.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import { cancelRun, settleRun } from './occurrences.ts';
import type { CancelReason } from './occurrences.ts';
import { openRuns } from './openRuns.ts';
import type { OpenRun } from './openRuns.ts';
import { calledOffMessages, touchSummary, writeOutbox } from './outboxRows.ts';
import { readRun } from './runRows.ts';

// The runs of a team that are open at this moment, and what a change of its people or of its existence means to them.

type RunDeps = Pick<Deps, 'store' | 'clock'>;

/** Before these runs are called off: what was posted of them is looked at again, and their cards say so once they are. */
export const announceEnd = async (deps: RunDeps, orgId: OrgId, runs: readonly OpenRun[]): Promise<void> => {
  await announceRuns(deps, orgId, runs);
  const records = inOrg(deps.store, orgId);
  for (const { meeting, occurrence } of runs) {
    const run = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: occurrence.date };
    const rows = await readRun(records, run);
    await writeOutbox(deps.store, calledOffMessages(run, occurrence, rows, deps.clock.now()));
  }
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
    for (const open of await openRuns(records, teamId)) {
      const { meetingId, date } = open.occurrence;
      await announceEnd(deps, orgId, [open]);
      await cancelRun(deps, { orgId, teamId, meetingId, date, ...why });
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
