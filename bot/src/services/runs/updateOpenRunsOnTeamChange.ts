import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import { cancelRun } from './state/cancelRuns.ts';
import type { CancelReason } from './state/cancelRuns.ts';
import { readCounts } from './state/runCountsAndLogSteps.ts';
import { settleRunRow } from './state/settleRunRow.ts';
import { openRuns } from './openRunsAndChangeEffect.ts';
import type { OpenRun } from './openRunsAndChangeEffect.ts';
import { touchSummaryRow } from './summaryIntent.ts';
import { readRun } from './readRunAndDayRows.ts';

// Updates open runs when members of the team change or the team is deleted.

type RunDeps = Pick<Deps, 'store' | 'clock'>;

export const cancelOpenRuns = async (
  deps: RunDeps,
  orgId: OrgId,
  where: TeamId | 'ALL',
  why: { readonly reason: CancelReason; readonly actor: string },
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const teams = where === 'ALL' ? await records.list(orgTeam, undefined, prefixRange('team|')) : [];
  const ids = where === 'ALL' ? teams.map((row) => row.value.teamId) : [where];
  for (const teamId of ids)
    for (const { run } of await openRuns(records, teamId)) {
      const { meetingId, date } = run;
      await cancelRun(deps, { orgId, teamId, meetingId, date, ...why });
    }
};

/**
 * Queues the summary rows of these runs. Call it before the members change: after a crash in between, the summary rows
 * still update the runs.
 */
export const announceRuns = async (deps: RunDeps, orgId: OrgId, runs: readonly OpenRun[]): Promise<void> => {
  for (const { meeting, run } of runs) {
    const runRef = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date: run.date };
    await touchSummaryRow(deps.store, runRef, run.opensAt, deps.clock.now());
  }
};

const tries = 5;

/**
 * Updates which members owe an answer in these runs. If other writers make every attempt fail, the summary row that
 * `announceRuns` queued does the update later.
 */
export const settleRuns = async (deps: RunDeps, orgId: OrgId, runs: readonly OpenRun[]): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  for (const { meeting, run } of runs) {
    const key = { teamId: meeting.teamId, meetingId: meeting.id, date: run.date };
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const counts = await readCounts(records, key);
      const [rows, people] = await Promise.all([readRun(records, key), listAllMembers(records, meeting.teamId)]);
      const stored = rows.run;
      if (stored?.value.state !== 'OPEN') break;
      const run = { stored, rows, counts, people: people.map((person) => person.value), meeting };
      if ((await settleRunRow(deps, records, run)) !== undefined) break;
    }
  }
};

interface ChangedMembers {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly memberIds: readonly MemberId[];
}

/**
 * Runs `change`, which enables, disables or removes these members, and then updates which members owe an answer in the
 * team's open runs. A run in which no member owes an answer any more is completed, and its summary is sent at once.
 */
export const changeMembership = async <T>(
  deps: RunDeps,
  { orgId, teamId, memberIds }: ChangedMembers,
  change: () => Promise<T>,
): Promise<T> => {
  const changed = new Set(memberIds);
  const runs = (await openRuns(inOrg(deps.store, orgId), teamId)).filter(({ run }) =>
    run.members.some((member) => changed.has(member.memberId)),
  );
  await announceRuns(deps, orgId, runs);
  const result = await change();
  await settleRuns(deps, orgId, runs);
  return result;
};
