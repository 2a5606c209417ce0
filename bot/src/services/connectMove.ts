import type { MemberId, OrgId, TeamId, UserId } from '#contracts/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { membership, profile as profileKind, teamsUser } from '../store/kinds/accounts.ts';
import { memberOrg, tenantOrg, threadTeam } from '../store/kinds/dir.ts';
import { orgMember, orgTeam, orgUser } from '../store/kinds/org.ts';
import type { connecting } from '../store/kinds/sagas.ts';
import { team as teamKind, teamPartition } from '../store/kinds/team.ts';
import { isConflict, prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { ensure, patched, retryOnConflict, revise } from './revise.ts';
import { copyPartition } from './rowWalk.ts';

// How people, teams and directory rows get from one organisation into another. Every step may be done twice: what is there is
// left alone, what has moved already is not moved back.

type MoveDeps = Pick<Deps, 'store'>;
export type Connecting = ValueOf<typeof connecting>;

const teamsOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgTeam, { teamId: '' as TeamId }, prefixRange('team|'))).map((row) => row.value);
const membersOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgMember, { memberId: '' as MemberId }, prefixRange('mem|'))).map(
    (row) => row.value,
  );
const usersOf = async ({ store }: MoveDeps, orgId: OrgId) =>
  (await inOrg(store, orgId).list(orgUser, { userId: '' as UserId }, prefixRange('user|'))).map((row) => row.value);

/** Teams, people and their places; accounts are brought over one by one, meetings there are none. */
const comesAlong = (rk: string): boolean => /^(?:team|mem|mt|tm|vac)\|/.test(rk);

type Seat = ValueOf<typeof orgUser>;

/** An account that is in both organisations becomes the member it was in the other; an admin stays one. */
const bringUser = ({ store }: MoveDeps, toOrgId: OrgId, seat: Seat): Promise<void> => {
  const records = inOrg(store, toOrgId);
  const { userId, memberId } = seat;
  return retryOnConflict(async () => {
    const there = await records.get(orgUser, { userId });
    if (there === undefined) {
      await records.insert(orgUser, { userId }, seat);
      return;
    }
    if (there.value.memberId !== null || memberId === null) return;
    const member = await records.get(orgMember, { memberId });
    const isAdmin = there.value.role === 'admin';
    await records.transact([
      records.replaceStep(orgUser, { userId }, { ...there.value, memberId }, there.etag),
      ...(member === undefined || !isAdmin
        ? []
        : [records.replaceStep(orgMember, { memberId }, { ...member.value, role: 'admin' }, member.etag)]),
    ]);
  });
};

/** Everything that is in the partitions of the organisation, into those of the other. Nobody finds it there yet. */
export const copyOrg = async (deps: MoveDeps, { fromOrgId, toOrgId }: Connecting): Promise<void> => {
  for (const { teamId } of await teamsOf(deps, fromOrgId))
    await copyPartition(deps.store, 'Team', {
      from: teamPartition(fromOrgId, teamId),
      to: teamPartition(toOrgId, teamId),
    });
  await copyPartition(deps.store, 'Org', { from: fromOrgId, to: toOrgId }, comesAlong);
  for (const seat of await usersOf(deps, fromOrgId)) await bringUser(deps, toOrgId, seat);
};

/** Only while the row still names the organisation that is left. */
const moved = <T extends { readonly orgId: OrgId }>({ fromOrgId, toOrgId }: Connecting, row: T): T | undefined =>
  row.orgId === fromOrgId ? { ...row, orgId: toOrgId } : undefined;

const moveAccount = async (deps: MoveDeps, move: Connecting, { userId, memberId }: Seat): Promise<void> => {
  const { fromOrgId, toOrgId } = move;
  const records = outside(deps.store);
  await ensure(records, membership, { userId, orgId: toOrgId, memberId }, () => ({ orgId: toOrgId, memberId }));
  const left = [{ userId, orgId: fromOrgId, memberId }];
  // Who was there without a member is that member now.
  const old = memberId === null ? left : [...left, { userId, orgId: toOrgId, memberId: null }];
  for (const key of old) {
    const row = await records.get(membership, key);
    if (row === undefined) continue;
    try {
      await records.delete(membership, key, row.etag);
    } catch (error) {
      // Another runner was faster.
      if (!isConflict(error)) throw error;
    }
  }
  await revise(records, profileKind, { userId }, (row) =>
    row.lastOrgId === fromOrgId ? patched(row, { lastOrgId: toOrgId }) : undefined,
  );
};

/**
 * Lets everybody be found in the other organisation: accounts and people first, then their teams, last the tenant. Until then the
 * events of a team that has not moved are passed over, so that nobody is made twice.
 */
export const moveDirectory = async (deps: MoveDeps, move: Connecting): Promise<void> => {
  const { fromOrgId, tid } = move;
  const records = outside(deps.store);
  for (const seat of await usersOf(deps, fromOrgId)) await moveAccount(deps, move, seat);
  for (const { memberId, tid: tenant, oid } of await membersOf(deps, fromOrgId)) {
    await revise(records, memberOrg, { memberId }, (row) => moved(move, row));
    if (tenant !== null && oid !== null)
      await revise(records, teamsUser, { tid: tenant, oid }, (row) => moved(move, row));
  }
  for (const { teamId } of await teamsOf(deps, fromOrgId)) {
    const team = (await inOrg(deps.store, fromOrgId).get(teamKind, { teamId }))?.value;
    if (team?.tid == null || team.threadId === null) continue;
    await revise(records, threadTeam, { tid: team.tid, threadId: team.threadId }, (row) => moved(move, row));
  }
  await revise(records, tenantOrg, { tid }, (row) => moved(move, row));
};
