import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { inOrg, outside, readAs } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgIndex } from '../../store/kinds/organisations/organisationIndex.ts';
import { tenantOrg, threadTeam } from '../../store/kinds/organisations/organisationLookups.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { chargeDue, chargePartition } from '../../store/kinds/billing/charges.ts';
import { payingCustomer } from '../../store/kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../../store/kinds/billing/paymentSettings.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { jobPartition } from '../../store/kinds/core/jobPartition.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { visit } from '../../store/kinds/reports/teamVisit.ts';
import { prefixRange, wholePartition } from '../../store/tableStorePort.ts';
import { anonymiseLedgerAndInvoices } from './anonymiseLedgerAndInvoices.ts';
import { removeDigestsOfTeam } from './eraseAndExportDigests.ts';
import { endAccount, leaveAccount, releaseMember } from './endAccountAndReleaseMember.ts';
import { isInAnotherOrganisation } from '../tenancy/isInAnotherOrganisation.ts';
import { removeCodes, removeQueuedWork } from './deleteQueuedWorkAndCodes.ts';
import {
  forEachInBatches,
  forEachRow,
  removeRange,
  removeRowWhile,
  listTeamsOf,
} from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';

// Removes the rows of an organisation or a team. A row is removed before the row through which it is found, so that a
// repeated call still finds the remaining rows.

type Member = ValueOf<typeof orgMember>;

const membersOf = async ({ store }: BatchedDeletionDeps, orgId: OrgId): Promise<Member[]> =>
  (await inOrg(store, orgId).list(orgMember, undefined, prefixRange('mem|'))).map((row) => row.value);

const usersOf = async ({ store }: BatchedDeletionDeps, orgId: OrgId): Promise<UserId[]> =>
  (await inOrg(store, orgId).list(orgUser, undefined, prefixRange('user|'))).map((row) => row.value.userId);

/** Returns the accounts that are in no other organisation. The caller deletes them together with this organisation. */
const onlyHere = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<UserId[]> => {
  const pendingDeletion: UserId[] = [];
  await forEachInBatches(deps, await usersOf(deps, orgId), async (userId) => {
    if (!(await isInAnotherOrganisation(deps, userId, orgId))) pendingDeletion.push(userId);
  });
  return pendingDeletion;
};

/**
 * GONE: the organisation is deleted. MOVED: its teams and people continue in another organisation, under the same ids.
 */
type Fate = 'GONE' | 'MOVED';

/**
 * Removes all queued work: planned runs, messages, emails, codes and unfinished registrations. If the organisation was
 * moved, a code that concerns only a member stays, because the member continues in the other organisation.
 */
export const clearQueues = async (deps: BatchedDeletionDeps, orgId: OrgId, fate: Fate = 'GONE'): Promise<void> => {
  await removeQueuedWork(deps, orgId, null);
  const [allMembers, pendingDeletion] = await Promise.all([membersOf(deps, orgId), onlyHere(deps, orgId)]);
  const members = fate === 'MOVED' ? [] : allMembers;
  const accounts = await Promise.all(pendingDeletion.map((userId) => outside(deps.store).get(profileKind, { userId })));
  const ids = [
    orgId,
    ...members.flatMap((member) => [member.memberId, ...(member.oid === null ? [] : [member.oid])]),
    ...pendingDeletion,
  ];
  await removeCodes(deps, {
    ids: new Set<string>(ids),
    addresses: accounts.flatMap((row) => (row === undefined ? [] : [row.value.email])),
    orgId,
    endAccount: (userId) => endAccount(deps, userId),
  });
};

export const clearLedger = anonymiseLedgerAndInvoices;

/**
 * Removes the members from the directory and deletes their accounts. An account that is also in another organisation
 * stays, but no longer belongs to this organisation.
 */
export const clearPeople = async (deps: BatchedDeletionDeps, orgId: OrgId, fate: Fate = 'GONE'): Promise<void> => {
  const teams = fate === 'MOVED' ? [] : await listTeamsOf(deps, orgId);
  const ids = new Set<string>([orgId, ...teams.map((team) => team.teamId)]);
  await forEachInBatches(deps, await usersOf(deps, orgId), async (userId) => {
    if (await isInAnotherOrganisation(deps, userId, orgId)) await leaveAccount(deps, userId, orgId, ids);
    else await endAccount(deps, userId);
  });
  await forEachInBatches(deps, await membersOf(deps, orgId), (member) => releaseMember(deps, orgId, member));
};

/** Removes the directory row by which events from Teams find the team, then all rows of the team. */
const clearTeam = async (deps: BatchedDeletionDeps, orgId: OrgId, teamId: TeamId): Promise<void> => {
  const row = (await inOrg(deps.store, orgId).get(teamKind, { teamId }))?.value;
  if (row?.tid != null && row.threadId !== null)
    await removeRowWhile(
      deps,
      threadTeam,
      { tid: row.tid, threadId: row.threadId },
      // The row is removed only if it still belongs to this team: a connection may have moved the team to another
      // organisation, or an install may have replaced it with another team.
      (value) => value.orgId === orgId && value.teamId === teamId,
    );
  const pk = teamPartition(orgId, teamId);
  const own = teamKind.at(orgId, { teamId }).rk;
  await removeRange(deps, { table: teamKind.table, pk }, wholePartition, (rk) => rk !== own);
  // The team's own row is removed last, because a repeated call needs it to find the directory row.
  await removeRange(deps, { table: teamKind.table, pk }, wholePartition);
};

export const clearTeams = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  for (const { teamId } of await listTeamsOf(deps, orgId)) await clearTeam(deps, orgId, teamId);
};

/**
 * Removes the deletion jobs of the organisation's teams: they have nothing to do, because all rows of these teams are
 * already removed.
 */
const endTeamCascades = (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> =>
  forEachRow(
    deps,
    { table: deletionJob.table, pk: jobPartition },
    { range: prefixRange('cascade|TEAM|') },
    async (row) => {
      const { value } = readAs(deletionJob, row);
      if (value.orgId === orgId) await removeRowWhile(deps, deletionJob, value, (now) => now.orgId === orgId);
    },
  );

/**
 * True for the rows of the organisation's partition that stay: the organisation row (in the state DELETED), the
 * anonymised invoices with their pages, and the charges.
 */
const stays = (rk: string): boolean => rk === 'org' || /^(?:in[vl]|chg)\|/.test(rk);

/** Removes due charges, and the row by which events of the payment provider find the organisation. */
const clearPaying = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  await removeRange(deps, { table: chargeDue.table, pk: chargePartition(shardOf(orgId)) }, prefixRange(`${orgId}|`));
  const row = (await inOrg(deps.store, orgId).get(payment, undefined))?.value;
  if (row?.customerId == null) return;
  const { pk } = payingCustomer.at(null, { provider: row.provider, customerId: row.customerId });
  await removeRange(deps, { table: payingCustomer.table, pk }, wholePartition);
};

/** Releases the tenant, and removes the organisation's own rows except those for which `stays` is true. */
export const clearOwnRows = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const tid = (await records.get(orgKind, undefined))?.value.tid ?? null;
  if (tid !== null) await removeRowWhile(deps, tenantOrg, { tid }, (row) => row.orgId === orgId);
  await endTeamCascades(deps, orgId);
  await clearPaying(deps, orgId);
  await removeRange(deps, { table: orgKind.table, pk: orgId }, wholePartition, (rk) => !stays(rk));
  await updateRow(outside(deps.store), orgIndex, { orgId }, (row) => mergeChanges(row, { state: 'DELETED' }));
  await updateRow(records, orgKind, undefined, (row) =>
    mergeChanges(row, { state: 'DELETED', tid: null, linkPatterns: null }),
  );
};

/**
 * Removes the remaining rows of an organisation whose teams and people have moved to another organisation. It stores no
 * progress, because its caller is a resumable job.
 */
export const clearMoved = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  await clearQueues(deps, orgId, 'MOVED');
  await clearLedger(deps, orgId);
  await clearPeople(deps, orgId, 'MOVED');
  await clearTeams(deps, orgId);
  await clearOwnRows(deps, orgId);
};

const isElsewhereInOrg = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  memberId: MemberId,
  teamId: TeamId,
): Promise<boolean> => {
  const records = inOrg(deps.store, orgId);
  const teams = (await listTeamsOf(deps, orgId)).filter((team) => team.teamId !== teamId);
  // A person who left a team still has a member row there, and every such row is a reason to keep the person.
  const rows = await Promise.all(
    teams.map((team) => deps.store.get('Team', { pk: teamPartition(orgId, team.teamId), rk: `M|${memberId}` })),
  );
  return rows.some((row) => row !== undefined) || (await records.get(orgMember, { memberId }))?.value.userId != null;
};

/**
 * Removes the people who were only in this team and have neither an account nor the admin role, because nothing else
 * refers to them.
 */
export const clearTeamPeople = async (deps: BatchedDeletionDeps, orgId: OrgId, teamId: TeamId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const pk = teamPartition(orgId, teamId);
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('M|'), keysOnly: true }, async ({ rk }) => {
    const memberId = rk.slice('M|'.length) as MemberId;
    const member = (await records.get(orgMember, { memberId }))?.value;
    if (member === undefined || member.role === 'admin') return;
    if (await isElsewhereInOrg(deps, orgId, memberId, teamId)) return;
    await releaseMember(deps, orgId, member);
    await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(`vac|${memberId}|`));
    await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(`A|${memberId}|`));
    await deleteRows(deps.store, 'Org', [orgMember.at(orgId, { memberId })]);
  });
};

/**
 * Removes the team's rows and all rows that refer to the team. The organisation's row of the team is removed last,
 * because a repeated call finds the team by it.
 */
export const clearTeamRows = async (deps: BatchedDeletionDeps, orgId: OrgId, teamId: TeamId): Promise<void> => {
  await clearTeam(deps, orgId, teamId);
  await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange('mt|'), (rk) => rk.endsWith(`|${teamId}`));
  await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(`tm|${teamId}|`));
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('g|') }, async (row) => {
    if (readAs(meetingPointer, row).value.teamId === teamId) await deleteRows(deps.store, 'Org', [row]);
  });
  const visits = (await usersOf(deps, orgId)).map((userId) => visit.at(null, { userId, orgId, teamId }));
  await deleteRows(deps.store, visit.table, visits);
  await removeDigestsOfTeam(deps, orgId, teamId);
  await deleteRows(deps.store, 'Org', [orgTeam.at(orgId, { teamId })]);
};
