import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { setRole } from '../../../bot/src/services/people/setRole.ts';
import {
  changeWithAdminGuard,
  hasMicrosoftAdmin,
  requireOtherAdmin,
  roleOfHolder,
} from '../../../bot/src/services/tenancy/lastAdminGuardAndRoles.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anInstant, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor, oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Rules of roles, one per test; lastAdminAndRoles.test.ts tests them together and in races.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const tid = 'tenant-contoso';
const ann = anActor('ann', { role: 'admin' });

const aWorld = async (people: readonly string[], admins: readonly string[]) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const { orgId } = await seedTeam(store, { people, admins });
  const records = inOrg(store, orgId);
  const deps = testDeps(store);
  const holderOf = async (name: string) => ({
    user: await records.get(orgUser, { userId: aUserId(name) }),
    member: await records.get(orgMember, { memberId: aMemberId(name) }),
  });
  return {
    ...{ store, records, deps, holderOf },
    /** Creates a web account. If `isMember` is true, it belongs to the member of the same name. */
    account: async (name: string, role: 'user' | 'admin', isMember = false): Promise<UserId> => {
      const userId = aUserId(name);
      const memberId = isMember ? aMemberId(name) : null;
      const row = {
        ...{ userId, firstName: name, lastName: 'Lee', email: `${name}@example.test`, phone: null, photoUrl: null },
        ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: orgId, locale: null },
        createdOn: anInstant('2026-11-01T08:00:00Z'),
      };
      await outside(store).insert(profile, { userId }, row);
      await records.insert(orgUser, { userId }, { userId, memberId, role });
      if (memberId !== null) await records.touch(orgMember, { memberId }, { userId });
      return userId;
    },
    roles: async (name: string) => {
      const { user, member } = await holderOf(name);
      return [member?.value.role, user?.value.role];
    },
    log: async () => {
      const rows = await records.list(orgActivity, undefined, prefixRange('L|'));
      return rows.map(({ value }) => [value.message, value.values]);
    },
  };
};

describe('a change of a role', () => {
  it('changes the member and the account of a person, whichever the call names', async () => {
    for (const by of ['member', 'user'] as const) {
      const world = await aWorld(['ann', 'bob'], ['ann']);
      const userId = await world.account('bob', 'user', true);
      const memberId = aMemberId('bob');
      const named = by === 'member' ? { memberId } : { userId };
      expect(await setRole(world.deps, ann, { ...named, role: 'admin' })).toEqual({ userId, memberId, role: 'admin' });
      expect(await world.roles('bob')).toEqual(['admin', 'admin']);
    }
  });

  it('a change of a role of a member without an account, and of an account without a member, changes the one that exists', async () => {
    const world = await aWorld(['ann', 'bob'], ['ann']);
    const userId = await world.account('gus', 'user');
    const memberId = aMemberId('bob');
    expect(await setRole(world.deps, ann, { memberId, role: 'admin' })).toEqual({
      userId: null,
      memberId,
      role: 'admin',
    });
    expect(await setRole(world.deps, ann, { userId, role: 'admin' })).toEqual({
      userId,
      memberId: null,
      role: 'admin',
    });
    expect([await world.roles('bob'), await world.roles('gus')]).toEqual([
      ['admin', undefined],
      [undefined, 'admin'],
    ]);
  });

  it('is logged with the name of the person, and only if the role changes', async () => {
    const world = await aWorld(['ann', 'bob'], ['ann']);
    const userId = await world.account('gus', 'user');
    await setRole(world.deps, ann, { memberId: aMemberId('bob'), role: 'user' });
    expect(await world.log()).toEqual([]);
    await setRole(world.deps, ann, { memberId: aMemberId('bob'), role: 'admin' });
    await setRole(world.deps, ann, { userId, role: 'admin' });
    const logged = await world.log();
    expect(logged).toHaveLength(2);
    for (const name of ['Bob', 'gus Lee'])
      expect(logged).toContainEqual(['activity.roleChanged', { role: 'admin', name }]);
  });

  it('a change of a role of a missing or unnamed person is rejected', async () => {
    const { deps } = await aWorld(['ann'], ['ann']);
    const missing = { code: 'NOT_FOUND' };
    await expect(setRole(deps, ann, { role: 'admin' })).rejects.toMatchObject(missing);
    await expect(setRole(deps, ann, { memberId: aMemberId('nobody'), role: 'admin' })).rejects.toMatchObject(missing);
    await expect(setRole(deps, ann, { userId: aUserId('nobody'), role: 'admin' })).rejects.toMatchObject(missing);
  });

  it('a change of a role to admin requires no other admin', async () => {
    const world = await aWorld(['bob'], []);
    await setRole(world.deps, ann, { memberId: aMemberId('bob'), role: 'admin' });
    expect(await world.roles('bob')).toEqual(['admin', undefined]);
  });
});

describe('the role of a person', () => {
  it('is the member’s role, or the lowest role for an account whose member is missing', async () => {
    const world = await aWorld(['ann', 'bob'], ['ann']);
    await world.account('ann', 'user', true);
    await world.account('bob', 'admin', true);
    await world.account('gus', 'admin');
    const [annsRows, bobsRows, gusRows] = [
      ...[await world.holderOf('ann'), await world.holderOf('bob'), await world.holderOf('gus')],
    ];
    expect([annsRows, bobsRows, gusRows].map((holder) => holder && roleOfHolder(holder))).toEqual([
      'admin',
      'user',
      'admin',
    ]);
    expect(roleOfHolder({ user: bobsRows?.user, member: undefined })).toBe('user');
    expect(roleOfHolder({ user: undefined, member: undefined })).toBe('user');
  });
});

describe('another admin', () => {
  const mayLose = async (world: Awaited<ReturnType<typeof aWorld>>, name: string): Promise<boolean> => {
    try {
      await requireOtherAdmin(world.deps, world.records, await world.holderOf(name));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'LAST_ADMIN' });
      return false;
    }
  };

  it('is neither the person’s own account nor an account without the admin role', async () => {
    const world = await aWorld(['ann', 'bob'], ['ann']);
    await world.account('ann', 'admin');
    await world.account('gus', 'user');
    expect(await mayLose(world, 'ann')).toBe(false);
    expect(await mayLose(world, 'bob')).toBe(true);
  });

  it('is not an account whose member is no admin', async () => {
    const world = await aWorld(['ann', 'bob'], ['ann']);
    await world.account('bob', 'admin', true);
    expect(await mayLose(world, 'ann')).toBe(false);
  });

  it('may be an account without a member, unless its profile is missing', async () => {
    const world = await aWorld(['ann'], ['ann']);
    const userId = await world.account('gus', 'admin');
    expect(await mayLose(world, 'ann')).toBe(true);
    const stored = await outside(world.store).get(profile, { userId });
    if (stored === undefined) throw new Error('The profile is missing.');
    await outside(world.store).delete(profile, { userId }, stored.etag);
    expect(await mayLose(world, 'ann')).toBe(false);
  });
});

it('an admin signs in with Microsoft while the directory of the tenant names this member of this organisation', async () => {
  const world = await aWorld(['ann', 'bob'], ['ann']);
  const configured = { ...world.deps, entra: {} };
  const place = { orgId: anOrgId(), memberId: aMemberId('ann') };
  const isThere = (deps: typeof configured | typeof world.deps = configured) => hasMicrosoftAdmin(deps, world.records);
  const put = (value: object) => outside(world.store).touch(teamsUser, { tid, oid: oidOf('ann') }, value);
  await put(place);
  expect([await isThere(), await isThere(world.deps)]).toEqual([true, false]);
  await put({ ...place, orgId: anOrgId('fabrikam') });
  expect(await isThere()).toBe(false);
  await put({ ...place, memberId: aMemberId('bob') });
  expect(await isThere()).toBe(false);
  await world.records.touch(orgMember, { memberId: aMemberId('ann') }, { oid: 'nobody' });
  expect(await isThere()).toBe(false);
});

describe('a guarded change', () => {
  it('reports whether it wrote, and changes the version of the organisation only in that case', async () => {
    const { deps, records } = await aWorld(['ann'], ['ann']);
    const version = async () => (await records.get(org, undefined))?.etag;
    const before = await version();
    expect(await changeWithAdminGuard(deps, anOrgId(), () => Promise.resolve(undefined))).toBe(false);
    expect(await version()).toBe(before);
    expect(await changeWithAdminGuard(deps, anOrgId(), () => Promise.resolve({ steps: [], dethroned: null }))).toBe(
      true,
    );
    expect(await version()).not.toBe(before);
  });

  it('is rejected in a missing organisation', async () => {
    const { deps } = await aWorld(['ann'], ['ann']);
    const change = changeWithAdminGuard(deps, anOrgId('mars'), () => Promise.resolve({ steps: [], dethroned: null }));
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
