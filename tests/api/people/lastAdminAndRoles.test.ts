import { listUsers, setRole as setRoleCall } from '#contracts/people/userAndProfileCalls.ts';
import { activateMember } from '../../../bot/src/services/people/memberActivationAndOrganisation.ts';
import { setRole } from '../../../bot/src/services/people/setRole.ts';
import { leaveTeam } from '../../../bot/src/services/teamsSync/leaveTeam.ts';
import { deleteUser } from '../../../bot/src/services/people/listChangeAndDeleteUsers.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anInstant, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { everything } from '../../support/data/readStoreRows.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { anActor, oidOf, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const crowd = Array.from({ length: 20 }, (_, index) => `p${index}`);

/** Creates a web account with the rows that a registration writes. */
const giveAccount = async (store: TableStore, name: string, change: { isConfirmed?: boolean; role?: 'admin' } = {}) => {
  const userId = aUserId(name);
  const memberId = change.role === undefined ? aMemberId(name) : null;
  const records = inOrg(store, anOrgId());
  await outside(store).insert(
    profile,
    { userId },
    {
      ...{ userId, firstName: name, lastName: 'Lee', email: `${name}@example.test`, phone: null, photoUrl: null },
      ...{ sessionEpoch: 1, isConfirmed: change.isConfirmed ?? true, lastOrgId: anOrgId(), locale: null },
      createdOn: anInstant('2026-11-01T08:00:00Z'),
    },
  );
  await records.insert(orgUser, { userId }, { userId, memberId, role: change.role ?? 'user' });
  if (memberId !== null) await records.touch(orgMember, { memberId }, { userId });
  return userId;
};

const setUp = async (people: readonly string[], admins: readonly string[]) => {
  const store = openSqliteStore({ file: ':memory:' });
  const deps = testDeps(store);
  const { orgId } = await seedTeam(store, { people, admins });
  const admin = anActor(admins[0] ?? 'ann', { role: 'admin' });
  const adminsNow = async () => {
    const rows = await inOrg(store, orgId).list(orgMember, undefined, prefixRange('mem|'));
    return rows.flatMap(({ value }) => (value.role === 'admin' ? [value.name] : [])).sort();
  };
  const demote = (name: string) => setRole(deps, admin, { memberId: aMemberId(name), role: 'user' });
  return { store, deps, orgId, admin, adminsNow, demote };
};

describe('the last admin', () => {
  it.each([
    ['keeps the role', 'role'],
    ['cannot be deleted', 'delete'],
    ['cannot be disabled', 'disable'],
  ] as const)('%s', async (_rule, how) => {
    const { store, deps, admin, adminsNow, demote } = await setUp(['ann', 'bob'], ['ann']);
    const userId = await giveAccount(store, 'ann');
    const remove = () => {
      if (how === 'role') return demote('ann');
      if (how === 'delete') return deleteUser(deps, admin, { userId });
      return activateMember(deps, admin, { teamId: aTeamId(), memberId: aMemberId('ann'), flag: false });
    };
    const before = await everything(store.admin);
    await expect(remove()).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    expect(await everything(store.admin)).toEqual(before);
    await setRole(deps, admin, { memberId: aMemberId('bob'), role: 'admin' });
    await expect(remove()).resolves.toBeDefined();
    expect(await adminsNow()).toEqual(how === 'disable' ? ['Ann', 'Bob'] : ['Bob']);
  });

  it('must be able to sign in: an unconfirmed account and a member without team and account do not count', async () => {
    const { store, deps, admin, demote } = await setUp(['ann', 'old'], ['ann', 'old']);
    await giveAccount(store, 'gus', { role: 'admin', isConfirmed: false });
    const old = { teamId: aTeamId(), memberId: aMemberId('old') };
    await leaveTeam(deps, { orgId: anOrgId(), tid: 'tenant-contoso', serviceUrl: '', ...old }, [old.memberId]);
    await expect(demote('ann')).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await outside(store).touch(profile, { userId: aUserId('gus') }, { isConfirmed: true });
    await expect(demote('ann')).resolves.toMatchObject({ role: 'user' });
    await expect(setRole(deps, admin, { userId: aUserId('gus'), role: 'user' })).rejects.toMatchObject({
      code: 'LAST_ADMIN',
    });
  });

  it('may be a person without a team who signs in with Microsoft, if that is configured', async () => {
    const { store, deps, admin } = await setUp(['ann', 'old'], ['ann', 'old']);
    const old = { teamId: aTeamId(), memberId: aMemberId('old') };
    await leaveTeam(deps, { orgId: anOrgId(), tid: 'tenant-contoso', serviceUrl: '', ...old }, [old.memberId]);
    const demoteAnn = (entra: object | null) =>
      setRole({ ...deps, entra }, admin, { memberId: aMemberId('ann'), role: 'user' });
    await expect(demoteAnn(null)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    const asOld = { tid: 'tenant-contoso', oid: oidOf('old') };
    // The tenant has meanwhile assigned this object id to another person.
    await outside(store).touch(teamsUser, asOld, { orgId: anOrgId(), memberId: aMemberId('new') });
    await expect(demoteAnn({})).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await outside(store).touch(teamsUser, asOld, { orgId: anOrgId(), memberId: aMemberId('old') });
    await expect(demoteAnn({})).resolves.toMatchObject({ role: 'user' });
  });

  it('is no person with only a password where passwords are not accepted', async () => {
    const { store, orgId, demote } = await setUp(['ann'], ['ann']);
    await giveAccount(store, 'gus', { role: 'admin' });
    await inOrg(store, orgId).touch(org, undefined, { microsoftOnly: true });
    await expect(demote('ann')).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await inOrg(store, orgId).touch(org, undefined, { microsoftOnly: false });
    await expect(demote('ann')).resolves.toMatchObject({ role: 'user' });
  });

  it.each([
    ['by their role', () => 'role'],
    ['by deletion', () => 'delete'],
    ['by either', (index: number) => (index % 2 === 0 ? 'role' : 'delete')],
  ] as const)('remains after 20 parallel removals %s', async (_how, way) => {
    const { store, deps, admin, adminsNow, demote } = await setUp(crowd, crowd);
    for (const name of crowd) await giveAccount(store, name);
    const all = await Promise.allSettled(
      crowd.map((name, index) =>
        way(index) === 'role' ? demote(name) : deleteUser(deps, admin, { userId: aUserId(name) }),
      ),
    );
    expect(countOutcomes(all)).toEqual({ done: 19, LAST_ADMIN: 1 });
    expect(await adminsNow()).toHaveLength(1);
  });
});

describe('the preview of a change of role', () => {
  const previewOf = async (admins: readonly string[], name: string, role: 'user' | 'admin') => {
    const { store, deps, admin } = await setUp(['ann', 'bob'], admins);
    const before = await everything(store.admin);
    const preview = () => setRole(deps, admin, { memberId: aMemberId(name), role, preview: true });
    return { preview, before, after: () => everything(store.admin) };
  };

  it('rejects the removal of the last admin, and writes nothing', async () => {
    const { preview, before, after } = await previewOf(['ann'], 'ann', 'user');
    await expect(preview()).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    expect(await after()).toEqual(before);
  });

  it.each([
    ['the removal of an admin who is not the last', ['ann', 'bob'], 'ann', 'user'],
    ['another admin', ['ann'], 'bob', 'admin'],
    ['the last admin as an admin', ['ann'], 'ann', 'admin'],
    ['a person without the role, who loses nothing', ['ann'], 'bob', 'user'],
  ] as const)('accepts %s, and writes nothing', async (_rule, admins, name, role) => {
    const { preview, before, after } = await previewOf(admins, name, role);
    await expect(preview()).resolves.toMatchObject({ memberId: aMemberId(name), role });
    expect(await after()).toEqual(before);
  });
});

describe('a role', () => {
  const app = useTestApp();
  const roleOfBob = (role: 'user' | 'admin') => app().get('ann', setRoleCall, { userId: aUserId('bob'), role });
  const statusOfBob = async () => (await app().ask('bob', listUsers, {})).status;

  it('takes effect from the next request with the existing token', async () => {
    await app().token('bob');
    expect(await statusOfBob()).toBe(403);
    await expect(roleOfBob('admin')).resolves.toEqual({
      userId: aUserId('bob'),
      memberId: aMemberId('bob'),
      role: 'admin',
    });
    expect(await statusOfBob()).toBe(200);
    await roleOfBob('user');
    expect(await statusOfBob()).toBe(403);
  });

  it('is logged once per change, and granting it again changes nothing', async () => {
    await roleOfBob('user');
    const before = withoutSignInRows(await app().dump());
    await roleOfBob('user');
    expect(withoutSignInRows(await app().dump())).toEqual(before);
  });

  it('a role of a person without an account is granted by the member id', async () => {
    const reply = await app().get('ann', setRoleCall, { memberId: aMemberId('cy'), role: 'admin' });
    expect(reply).toMatchObject({ memberId: aMemberId('cy'), role: 'admin' });
    await app().get('ann', setRoleCall, { memberId: aMemberId('cy'), role: 'user' });
  });

  it('is granted only by an admin, and never to a person of another organisation', async () => {
    const ask = (who: 'bob' | 'ann', input: object) => app().ask(who, setRoleCall, { role: 'admin', ...input });
    expect((await ask('bob', { userId: aUserId('bob') })).status).toBe(403);
    const missing = await ask('ann', { userId: aUserId('nobody') });
    expect(missing.status).toBe(404);
    for (const input of [{ userId: aUserId('zoe') }, { memberId: aMemberId('zoe') }, { memberId: aMemberId('no') }])
      expect((await ask('ann', input)).envelope).toMatchObject({ code: 404, errorCode: 'NOT_FOUND' });
    for (const input of [{}, { userId: aUserId('bob'), memberId: aMemberId('bob') }, { userId: 'x' }])
      expect((await ask('ann', input)).status).toBe(400);
    expect((await ask('ann', { userId: aUserId('bob'), role: 'superadmin' })).status).toBe(400);
  });
});

it('disabling a member ends the sessions, also after a failure at any step of the first call', async () => {
  for (let call = 1, hasFailed = true; hasFailed; call += 1) {
    const { store, deps, admin } = await setUp(['ann', 'bob'], ['ann']);
    const userId = await giveAccount(store, 'bob');
    const failing = failingStore(store, call, 'crash');
    const disable = (on: TableStore) =>
      activateMember({ ...deps, store: on }, admin, { teamId: aTeamId(), memberId: aMemberId('bob'), flag: false });
    hasFailed = await disable(failing.store).then(
      () => false,
      () => true,
    );
    if (hasFailed) await disable(store);
    expect((await outside(store).get(profile, { userId }))?.value.sessionEpoch).toBeGreaterThan(1);
    await store.close();
  }
});
