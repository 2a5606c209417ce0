import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { isConflict, prefixRange, wholePartition } from '../../store/tableStorePort.ts';
import type { Table } from '../../store/tableStorePort.ts';
import { copyPartition } from '../core/copyAndClearPartition.ts';
import type { Route } from '../core/copyAndClearPartition.ts';
import type { Deps } from '../core/deps.ts';
import { listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import { planNextRun } from '../runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { Connecting } from './copyOrgAndMoveDirectory.ts';

// A request that began before the connection may write into the source organisation after its rows were copied. These
// late rows are copied too, when no such request can take effect any more. So that the later copy brings no row back
// that was deleted in the target organisation meanwhile, the copied rows are removed from the source first.

type LateDeps = Pick<Deps, 'store' | 'clock'>;

/** Members and their lookup rows are left out: the synchronisation with Teams adds people who joined meanwhile. */
const isLateOrgRow = (rk: string): boolean => /^(?:vac|tpl|dig|dge|ml|g)\|/.test(rk);
const isLateTeamRow = (ownKey: string) => (rk: string) => rk !== ownKey && !rk.startsWith('M|');

const ownKeyOf = (orgId: OrgId, teamId: TeamId): string => teamKind.at(orgId, { teamId }).rk;

const teamRoute = ({ fromOrgId, toOrgId }: Connecting, teamId: TeamId): Route => ({
  from: teamPartition(fromOrgId, teamId),
  to: teamPartition(toOrgId, teamId),
});

/** Removes the accepted rows of a partition that the target has too. A row that is changed meanwhile stays. */
const removeCopies = async (
  { store }: Pick<Deps, 'store'>,
  table: Table,
  { from, to }: Route,
  takes: (rk: string) => boolean,
): Promise<void> => {
  const copied = new Set<string>();
  for await (const { rk } of scanRows(store, table, to, { ...wholePartition, keysOnly: true })) copied.add(rk);
  for await (const row of scanRows(store, table, from, wholePartition)) {
    if (!takes(row.rk) || !copied.has(row.rk)) continue;
    try {
      await store.delete(table, row, row.etag);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

/** Removes the rows from the source organisation that were copied, as far as `copyLateRows` would copy them again. */
export const removeCopiedRows = async (deps: Pick<Deps, 'store'>, move: Connecting): Promise<void> => {
  const { fromOrgId, toOrgId } = move;
  await removeCopies(deps, 'Org', { from: fromOrgId, to: toOrgId }, isLateOrgRow);
  for (const { teamId } of await listTeamsOf(deps, fromOrgId))
    await removeCopies(deps, 'Team', teamRoute(move, teamId), isLateTeamRow(ownKeyOf(fromOrgId, teamId)));
};

/** Plans the next run of each late report. Only the nightly work would plan it otherwise. */
const planLateReports = async (deps: LateDeps, { fromOrgId, toOrgId }: Connecting, teamId: TeamId): Promise<void> => {
  const late = await inOrg(deps.store, fromOrgId).list(meetingKind, { teamId }, prefixRange('G|'));
  if (late.length === 0) return;
  const people = await listPresentMembers(inOrg(deps.store, toOrgId), teamId);
  for (const { value } of late) {
    const zones = zonesOfMeetingMembers(value, people);
    await planNextRun(deps, toOrgId, value, { zones, afterMs: deps.clock.now() });
  }
};

/**
 * Copies the rows that were written into the source organisation after its rows had been copied. A team that was
 * deleted in the target organisation meanwhile is left out.
 */
export const copyLateRows = async (deps: LateDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, toOrgId } = move;
  await copyPartition(deps.store, 'Org', { from: fromOrgId, to: toOrgId }, isLateOrgRow);
  for (const { teamId } of await listTeamsOf(deps, fromOrgId)) {
    const target = (await inOrg(deps.store, toOrgId).get(orgTeam, { teamId }))?.value;
    if (target === undefined || target.state === 'DELETED') continue;
    await planLateReports(deps, move, teamId);
    await copyPartition(deps.store, 'Team', teamRoute(move, teamId), isLateTeamRow(ownKeyOf(fromOrgId, teamId)));
  }
};
