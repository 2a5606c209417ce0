import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../store/kinds/daysOff/calendarFeed.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg, tenantOrg, threadTeam } from '../../store/kinds/organisations/organisationLookups.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import type { connecting } from '../../store/kinds/connect/connectJob.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { getOrInsert, mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';
import { copyPartition } from '../core/copyAndClearPartition.ts';

// Moves people, teams and directory rows (which lead from Teams and accounts to an organisation) from one organisation
// into another. Every step is safe to repeat: it keeps rows that exist in the target, and never moves a row back.

type MoveDeps = Pick<Deps, 'store'>;
export type Connecting = ValueOf<typeof connecting>;

const teamsOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgTeam, undefined, prefixRange('team|'))).map((row) => row.value);
const membersOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgMember, undefined, prefixRange('mem|'))).map((row) => row.value);
const usersOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgUser, undefined, prefixRange('user|'))).map((row) => row.value);

/**
 * True for rows that are copied unchanged: teams, people, vacations, templates, digests and the consent of addresses to
 * them. The nightly job writes the due rows of the digests again. Meetings are not copied, because an organisation with
 * meetings cannot be moved.
 */
const comesAlong = (rk: string): boolean => /^(?:team|mem|mt|tm|vac|tpl|dig|dge|ml)\|/.test(rk);

type Seat = ValueOf<typeof orgUser>;

/**
 * Copies an account into the target organisation. If the account is already there without a member, it is linked to the
 * moved member; if it was an admin there, the member becomes an admin.
 */
const bringUser = ({ store }: MoveDeps, toOrgId: OrgId, seat: Seat): Promise<void> => {
  const records = inOrg(store, toOrgId);
  const { userId, memberId } = seat;
  return retryOnConflict(async () => {
    const existing = await records.get(orgUser, { userId });
    if (existing === undefined) {
      await records.insert(orgUser, { userId }, seat);
      return;
    }
    if (existing.value.memberId !== null || memberId === null) return;
    const member = await records.get(orgMember, { memberId });
    const isAdmin = existing.value.role === 'admin';
    await records.transact([
      records.replaceStep(orgUser, { userId }, { ...existing.value, memberId }, existing.etag),
      ...(member === undefined || !isAdmin
        ? []
        : [records.replaceStep(orgMember, { memberId }, { ...member.value, role: 'admin' }, member.etag)]),
    ]);
  });
};

/**
 * Copies the rows of the source organisation into the target organisation. The directory still points to the source
 * organisation, so nothing reads the copies yet.
 */
export const copyOrg = async (deps: MoveDeps, { fromOrgId, toOrgId }: Connecting): Promise<void> => {
  for (const { teamId } of await teamsOf(deps, fromOrgId))
    await copyPartition(deps.store, 'Team', {
      from: teamPartition(fromOrgId, teamId),
      to: teamPartition(toOrgId, teamId),
    });
  await copyPartition(deps.store, 'Org', { from: fromOrgId, to: toOrgId }, comesAlong);
  for (const seat of await usersOf(deps, fromOrgId)) await bringUser(deps, toOrgId, seat);
};

/** Returns the row with the target organisation; undefined if the row no longer belongs to the source organisation. */
const moved = <T extends { readonly orgId: OrgId }>({ fromOrgId, toOrgId }: Connecting, row: T): T | undefined =>
  row.orgId === fromOrgId ? { ...row, orgId: toOrgId } : undefined;

const ignoreConflict = async (write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/**
 * Moves the calendar feed of an account to the target organisation. Its address stays the same, so that the owner's
 * calendar programs still find it.
 */
const moveCalendarFeed = async (
  { store }: MoveDeps,
  { fromOrgId, toOrgId }: Connecting,
  userId: UserId,
): Promise<void> => {
  const records = outside(store);
  const key = { userId, orgId: fromOrgId };
  const feed = await records.get(calendarFeed, key);
  if (feed === undefined) return;
  await getOrInsert(records, calendarFeed, { userId, orgId: toOrgId }, () => ({ ...feed.value, orgId: toOrgId }));
  await ignoreConflict(() => records.delete(calendarFeed, key, feed.etag));
};

const moveAccount = async (deps: MoveDeps, move: Connecting, { userId, memberId }: Seat): Promise<void> => {
  const { fromOrgId, toOrgId } = move;
  const records = outside(deps.store);
  await getOrInsert(records, membership, { userId, orgId: toOrgId, memberId }, () => ({ orgId: toOrgId, memberId }));
  const left = [{ userId, orgId: fromOrgId, memberId }];
  // If the account was in the target organisation without a member, that membership is removed: the account now belongs
  // to the moved member.
  const old = memberId === null ? left : [...left, { userId, orgId: toOrgId, memberId: null }];
  for (const key of old) {
    const row = await records.get(membership, key);
    // A conflict means that another runner has already changed the row, which is no error.
    if (row !== undefined) await ignoreConflict(() => records.delete(membership, key, row.etag));
  }
  await moveCalendarFeed(deps, move, userId);
  await updateRow(records, profileKind, { userId }, (row) =>
    row.lastOrgId === fromOrgId ? mergeChanges(row, { lastOrgId: toOrgId }) : undefined,
  );
};

/**
 * Points the directory to the target organisation: first accounts and people, then their teams, last the tenant. Until
 * a team has moved, the bot skips its events, so that no person is created twice.
 */
export const moveDirectory = async (deps: MoveDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, tid } = move;
  const records = outside(deps.store);
  for (const seat of await usersOf(deps, fromOrgId)) await moveAccount(deps, move, seat);
  for (const { memberId, tid: tenant, oid } of await membersOf(deps, fromOrgId)) {
    await updateRow(records, memberOrg, { memberId }, (row) => moved(move, row));
    if (tenant !== null && oid !== null)
      await updateRow(records, teamsUser, { tid: tenant, oid }, (row) => moved(move, row));
  }
  for (const { teamId } of await teamsOf(deps, fromOrgId)) {
    const team = (await inOrg(deps.store, fromOrgId).get(teamKind, { teamId }))?.value;
    if (team?.tid == null || team.threadId === null) continue;
    await updateRow(records, threadTeam, { tid: team.tid, threadId: team.threadId }, (row) => moved(move, row));
  }
  await updateRow(records, tenantOrg, { tid }, (row) => moved(move, row));
};
