import { getUserDetails, login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import {
  deleteUser,
  getProfile,
  getUser,
  listUsers,
  saveUser,
  setRole,
  updateProfile,
} from '#contracts/people/userAndProfileCalls.ts';
import { createAccount, joinOrganisation } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { aMemberId, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { emailOf, passwordOf, requestOf, useTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

const start = appPerTest();

const texts = async (app: TestApp): Promise<string[]> =>
  (await app.get('ann', orgAudit, {})).items.filter((item) => item.teamId === null).map((item) => item.text);

describe('the list of users', () => {
  const app = useTestApp();

  it('contains only the accounts of the organisation with their roles', async () => {
    const { items, next } = await app().get('ann', listUsers, {});
    expect(next).toBeNull();
    expect(items.map((item) => [item.firstName, item.role, item.orgName]).sort()).toEqual([
      ['ann', 'admin', 'Contoso'],
      ['bob', 'user', 'Contoso'],
      ['cy', 'user', 'Contoso'],
      ['eve', 'admin', 'Contoso'],
      ['gus', 'admin', 'Contoso'],
      ['sam', 'user', 'Contoso'],
    ]);
  });

  it('the list of users of another organisation is NOT_FOUND', async () => {
    expect((await app().ask('ann', listUsers, { orgId: anOrgId('fabrikam') })).status).toBe(404);
    expect(
      (await app().ask('ann', listUsers, { cursor: `${anOrgId('fabrikam')}|${aUserId('zoe')}` })).text,
    ).not.toContain('zoe');
  });

  it.each(['x', 'A|B', '|', `${anOrgId()}|`])('rejects %j as a cursor', async (cursor) => {
    expect((await app().ask('ann', listUsers, { cursor })).status).toBe(400);
  });

  it('shows an account only to admins and its owner', async () => {
    const bob = { userId: aUserId('bob') };
    expect(await app().get('bob', getUser, bob)).toMatchObject({ email: emailOf('bob'), memberId: aMemberId('bob') });
    expect(await app().get('eve', getUser, bob)).toMatchObject({ id: bob.userId });
    const missing = await app().ask('cy', getUser, { userId: aUserId('nobody') });
    for (const [who, userId] of [
      ['cy', bob.userId],
      ['zoe', bob.userId],
      ['ann', aUserId('zoe')],
    ] as const)
      expect((await app().ask(who, getUser, { userId })).envelope).toMatchObject({
        code: missing.status,
        errorCode: 'NOT_FOUND',
      });
  });
});

describe('the list of users of a superadmin', () => {
  it('pages through all organisations with each account once', async () => {
    const app = await start(undefined, { SUPERADMINS: emailOf('gus') });
    const all = await app.get('gus', listUsers, {});
    expect(all.items).toHaveLength(9);
    expect(new Set(all.items.map((item) => item.orgName))).toEqual(new Set(['Contoso', 'Fabrikam']));
    // A page from each cursor begins with the account that the cursor names and contains all later accounts.
    for (const [index, response] of all.items.entries()) {
      const rest = await app.get('gus', listUsers, { cursor: `${response.orgId}|${response.id}` });
      expect(rest.items).toEqual(all.items.slice(index));
    }
    const foreignReply = await app.get('gus', listUsers, { orgId: anOrgId('fabrikam') });
    expect(foreignReply.items.map((user) => user.firstName).sort()).toEqual(['wim', 'yan', 'zoe']);
  });
});

describe('the profile of the caller', () => {
  const app = useTestApp();

  it('returns the requested fields under the requested names', async () => {
    const sent = ['firstName', 'EMAIL', 'Username', 'PhoneNumber', 'photourl', 'id'];
    const request = { ...requestOf(getProfile, {}), body: JSON.stringify(sent) };
    const headers = { ...request.headers, Authorization: `Bearer ${await app().token('bob')}` };
    const { envelope } = await app().send({ ...request, headers });
    expect(envelope.data).toEqual({
      firstName: 'bob',
      EMAIL: emailOf('bob'),
      Username: emailOf('bob'),
      PhoneNumber: null,
      photourl: null,
      id: aUserId('bob'),
    });
  });

  it.each([[['sessionEpoch']], [['__proto__']], [[1]], [Array.from({ length: 21 }, () => 'id')]])(
    'rejects %j',
    async (fields) => {
      expect((await app().ask('bob', getProfile, { fields: fields as string[] })).status).toBe(400);
    },
  );

  it('stores new names, reports missing ones, and never changes the address', async () => {
    const ask = (input: object) => app().ask('bob', updateProfile, input);
    const sent = { firstName: ' Rób ', lastName: 'Lee', email: 'other@example.test', id: aUserId('ann') };
    expect((await ask(sent)).envelope.data).toEqual({
      ...{ id: aUserId('bob'), firstName: 'Rób', lastName: 'Lee', email: emailOf('bob') },
    });
    expect(await app().get('bob', getUserDetails, {})).toMatchObject({ firstName: 'Rób', email: emailOf('bob') });
    expect(await app().get('ann', getUserDetails, {})).toMatchObject({ firstName: 'ann' });
    expect((await ask({ firstName: ' ', lastName: 'Lee' })).envelope.message).toBe('Please provide First Name!');
    expect((await ask({ firstName: 'Rob', lastName: '' })).envelope.message).toBe('Please provide Last Name!');
    expect((await ask({ firstName: 'R\u0000b', lastName: 'Lee' })).status).toBe(400);
  });

  it('logs a new name once in each organisation of the account', async () => {
    await joinOrganisation(app().services, aUserId('cy'), { orgId: anOrgId('fabrikam'), memberId: null, role: 'user' });
    const rename = () => app().get('cy', updateProfile, { firstName: 'Cyril', lastName: 'Lee' });
    await rename();
    const before = withoutSignInRows(await app().dump());
    await rename();
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    const entry = 'Changed their own name from cy Lee to Cyril Lee.';
    for (const admin of ['ann', 'zoe'] as const) {
      const { items } = await app().get(admin, orgAudit, {});
      expect(items.filter((item) => item.text === entry)).toHaveLength(1);
    }
  });
});

describe('saving a user', () => {
  const app = useTestApp();
  const named = { firstName: 'Robert', lastName: 'Lee' };

  it('renames the account and logs it once', async () => {
    await app().get('ann', saveUser, { id: aUserId('bob'), ...named });
    expect(await app().get('bob', getUserDetails, {})).toMatchObject(named);
    const before = withoutSignInRows(await app().dump());
    expect(await app().get('ann', saveUser, { id: aUserId('bob'), ...named })).toMatchObject(named);
    expect(withoutSignInRows(await app().dump())).toEqual(before);
    expect(
      (await texts(app())).filter((text) => text === 'Renamed the account of bob Lee to Robert Lee.'),
    ).toHaveLength(1);
  });

  it('changes neither the address nor an account of another organisation', async () => {
    await app().ask('ann', saveUser, { id: aUserId('bob'), ...named, email: 'mine@example.test' } as never);
    expect(await app().get('bob', getUserDetails, {})).toMatchObject({ email: emailOf('bob') });
    const place = { userId: aUserId('cy'), orgId: anOrgId('fabrikam'), memberId: null };
    await outside(app().services.store).insert(membership, place, place);
    const { status, envelope } = await app().ask('ann', saveUser, { id: aUserId('cy'), ...named });
    expect([status, envelope.message]).toEqual([
      403,
      'This person also belongs to another organization, so only they can change their name.',
    ]);
  });

  it('is forbidden to other people and to other organisations', async () => {
    expect((await app().ask('bob', saveUser, { id: aUserId('bob'), ...named })).status).toBe(403);
    for (const id of [aUserId('zoe'), aUserId('nobody')])
      expect((await app().ask('ann', saveUser, { id, ...named })).envelope).toMatchObject({ errorCode: 'NOT_FOUND' });
  });
});

describe('deleting a user', () => {
  const app = useTestApp();
  const sam = { userId: aUserId('sam') };

  it('ends sessions, role and access at once, deletes an account without another organisation, and keeps the member', async () => {
    const { store } = app().services;
    await app().get('ann', setRole, { ...sam, role: 'admin' });
    const token = await app().token('sam');
    expect(await app().get('ann', deleteUser, sam)).toEqual({ id: sam.userId });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await app().send({ ...requestOf(getUserDetails, {}), headers })).status).toBe(401);
    const again = await app().send(requestOf(login, { email: emailOf('sam'), password: passwordOf('sam') }));
    expect(again.envelope.errorCode).toBe('INVALID_CREDENTIALS');
    const records = inOrg(store, anOrgId());
    expect(await records.get(orgUser, sam)).toBeUndefined();
    expect((await records.get(orgMember, { memberId: aMemberId('sam') }))?.value).toMatchObject({
      userId: null,
      role: 'user',
    });
    const person = await outside(store).get(teamsUser, { tid: 'tenant-contoso', oid: oidOf('sam') });
    expect(person?.value.userId).toBeNull();
    expect(await outside(store).get(profile, sam)).toBeUndefined();
    expect(await outside(store).get(emailGuard, { email: emailOf('sam') })).toBeUndefined();
    expect(await texts(app())).toContain('Removed the account of sam Lee.');
  });

  it('makes the account NOT_FOUND for all callers', async () => {
    for (const call of [deleteUser, getUser])
      expect((await app().ask('ann', call, sam)).envelope).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect((await app().ask('ann', setRole, { ...sam, role: 'admin' })).status).toBe(404);
  });

  it('keeps the place in another organisation', async () => {
    const { services } = app();
    const existing = { userId: aUserId('cy'), orgId: anOrgId('fabrikam'), memberId: null };
    await outside(services.store).insert(membership, existing, existing);
    await inOrg(services.store, anOrgId('fabrikam')).insert(orgUser, existing, { ...existing, role: 'user' });
    await app().get('ann', deleteUser, { userId: aUserId('cy') });
    const session = await app().send(requestOf(login, { email: emailOf('cy'), password: passwordOf('cy') }));
    expect(session.envelope.data).toMatchObject({ orgId: anOrgId('fabrikam') });
  });

  it('is forbidden to other people and to other organisations', async () => {
    const before = withoutSignInRows(await app().dump());
    expect((await app().ask('bob', deleteUser, { userId: aUserId('bob') })).status).toBe(403);
    for (const userId of [aUserId('zoe'), aUserId('nobody')])
      expect((await app().ask('ann', deleteUser, { userId })).envelope).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect(withoutSignInRows(await app().dump())).toEqual(before);
  });

  it('deleting a user also removes an account without a member', async () => {
    const userId = await createAccount(app().services, {
      ...{ email: 'new@example.test', password: 'open sesame new', firstName: 'New', lastName: 'Lee' },
      ...{ orgId: anOrgId(), memberId: null, role: 'admin', isConfirmed: true },
    });
    await expect(app().get('ann', deleteUser, { userId })).resolves.toEqual({ id: userId });
  });
});
