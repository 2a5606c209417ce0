import { createHmac } from 'node:crypto';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import * as argon2 from '@node-rs/argon2';
import { login as signIn, userDetails } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import type { LoginDeps } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import type { NewAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { memberTeam } from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import {
  aMemberId,
  aPayment,
  aTeamId,
  aUserId,
  anInstant,
  anOrgId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, oidOf, seedOrg, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { asSession, tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

const password = 'correct horse battery';

const anAccount = (change: Partial<NewAccount> = {}): NewAccount => ({
  email: 'ann@example.test',
  password,
  firstName: 'Ann',
  lastName: 'Lee',
  orgId: anOrgId(),
  memberId: aMemberId('ann'),
  role: 'user',
  isConfirmed: true,
  userId: aUserId('ann'),
  ...change,
});

const setUp = async (change: Partial<NewAccount> = {}) => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const deps = testDeps(store, clock);
  const seeded = await seedTeam(store);
  await createAccount(deps, anAccount(change));
  return { store, clock, deps, ...seeded };
};

const login = async (deps: LoginDeps, credentials: { email: string; password: string }) =>
  asSession(await signIn(deps, credentials, { address: '192.0.2.1' }));

const credentials = { email: 'ann@example.test', password };

describe('login', () => {
  it('returns a token, the member and the organisation', async () => {
    const { deps } = await setUp();
    const session = await login(deps, credentials);
    expect(session).toMatchObject({ warnings: [], memberId: aMemberId('ann'), orgId: anOrgId() });
    expect(await authenticate(deps, session.token)).toEqual({
      orgId: anOrgId(),
      userId: aUserId('ann'),
      memberId: aMemberId('ann'),
      name: 'Ann',
      role: 'admin',
      teamIds: [aTeamId()],
      locale: 'en',
      signIn: {
        familyId: expect.any(String) as string,
        method: 'PASSWORD',
        hasSecondFactor: false,
        epoch: 1,
        confinedTo: null,
        identity: null,
        at: deps.clock.now(),
      },
    });
  });

  it.each([
    ['an unknown address', { email: 'nobody@example.test', password }],
    ['a wrong password', { ...credentials, password: `${password}!` }],
    ['a password with the case changed', { ...credentials, password: password.toUpperCase() }],
  ])('gives the same reply for %s', async (_what, wrong) => {
    const { deps } = await setUp();
    await expect(login(deps, wrong)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', details: {} });
  });

  it('costs the same reads for an unknown address as for a known one', async () => {
    const { deps, store } = await setUp();
    const reads = async (email: string): Promise<number> => {
      const counted = failingStore(store, Number.MAX_SAFE_INTEGER, 'before');
      await login({ ...deps, store: counted.store }, { email, password: 'wrong' }).catch(() => undefined);
      return counted.calls();
    };
    expect(await reads('nobody@example.test')).toBe(await reads('ann@example.test'));
  });

  it('stores passwords as argon2id with the configured cost', async () => {
    // The setup of all tests (lowCostPasswordHashing.ts) lowers the cost of hashing, so this test restores the real function.
    const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
    const hash = jest.spyOn(argon2, 'hash').mockImplementation(real.hash);
    const { store } = await setUp();
    hash.mockRestore();
    const [row] = await rowsOf(store.admin, 'Accounts', 'pw');
    expect(row?.values['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await real.verify(String(row?.values['hash']), password)).toBe(true);
  });

  it('reports an unconfirmed address only to a caller who knows the password', async () => {
    const { deps } = await setUp({ isConfirmed: false });
    await expect(login(deps, credentials)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await expect(login(deps, { ...credentials, password: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('warns an admin after the trial until a payment method is stored', async () => {
    const { deps, store, clock } = await setUp();
    await inOrg(store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { role: 'admin' });
    clock.set('2026-12-20T07:59:59Z');
    expect((await login(deps, credentials)).warnings).toEqual([]);
    clock.set('2026-12-20T08:00:00Z');
    expect((await login(deps, credentials)).warnings).toEqual(['ORG_TRIAL_ENDED']);
    expect((await login({ ...deps, isBillingEnabled: false }, credentials)).warnings).toEqual([]);
    await inOrg(store, anOrgId()).insert(payment, undefined, aPayment());
    expect((await login(deps, credentials)).warnings).toEqual([]);
  });

  it('does not warn a member, who cannot add a payment method', async () => {
    const { deps, store, clock } = await setUp();
    await inOrg(store, anOrgId()).touch(orgMember, { memberId: aMemberId('ann') }, { role: 'user' });
    clock.set('2026-12-20T08:00:00Z');
    expect((await login(deps, credentials)).warnings).toEqual([]);
  });

  it('opens the organisation used last, or an active one if that is gone', async () => {
    const { deps, store } = await setUp();
    const { orgId: other } = await seedOrg(store, { org: 'fabrikam' });
    const userId = aUserId('ann');
    await outside(store).insert(membership, { userId, orgId: other, memberId: null }, { orgId: other, memberId: null });
    await inOrg(store, other).insert(orgUser, { userId }, { userId, memberId: null, role: 'user' });
    await outside(store).touch(profile, { userId }, { lastOrgId: other });
    expect(await login(deps, credentials)).toMatchObject({ orgId: other, memberId: null });
    await inOrg(store, other).touch(org, undefined, { state: 'DELETING' });
    expect(await login(deps, credentials)).toMatchObject({ orgId: anOrgId() });
    await inOrg(store, anOrgId()).touch(org, undefined, { state: 'DEACTIVATED' });
    expect(await login(deps, credentials)).toMatchObject({ orgId: anOrgId() });
    await inOrg(store, anOrgId()).touch(org, undefined, { state: 'DELETED' });
    await expect(login(deps, credentials)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { message: 'account.noOrganisation' },
    });
  });
});

describe('an access token', () => {
  const subject = { userId: aUserId('ann'), orgId: anOrgId() };

  it('is valid for 30 minutes by the given clock', async () => {
    const { deps, clock } = await setUp();
    const token = await tokenFor(deps, subject);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', typ: 'at+jwt' });
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await authenticate(deps, token)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('is valid as long as its secret is listed, and is signed with the first secret', async () => {
    const { deps } = await setUp();
    const older = { ...deps, sessionKeys: sessionKeys(['the older secret, long enough for use']) };
    const both = {
      ...deps,
      sessionKeys: sessionKeys(['the newer secret, long enough for use', 'the older secret, long enough for use']),
    };
    const newer = { ...deps, sessionKeys: sessionKeys(['the newer secret, long enough for use']) };
    const token = await tokenFor(older, subject);
    expect(await authenticate(both, token)).toBeDefined();
    expect(await authenticate(newer, token)).toBeUndefined();
    expect(await authenticate(newer, await tokenFor(both, subject))).toBeDefined();
    expect(() => sessionKeys([])).toThrow('SESSION_SECRET');
  });

  const forged = async (
    deps: ReturnType<typeof testDeps>,
    change: { header?: object; claims?: object; key?: Uint8Array },
  ): Promise<string> => {
    const real = await tokenFor(deps, subject);
    const key = change.key ?? deps.sessionKeys.access.current.key;
    const header = { ...decodeProtectedHeader(real), ...change.header } as { alg: string };
    return new SignJWT({ ...decodeJwt(real), ...change.claims }).setProtectedHeader(header).sign(key);
  };

  it('can be rebuilt by these tests, so that each rejection below is caused by its change alone', async () => {
    const { deps } = await setUp();
    expect(await authenticate(deps, await forged(deps, {}))).toBeDefined();
  });

  it.each<[string, { header?: object; claims?: object; key?: Uint8Array }]>([
    ['another issuer', { claims: { iss: 'https://evil.test' } }],
    ['another audience', { claims: { aud: 'https://rollcall.test/download' } }],
    ['another type of token', { header: { typ: 'JWT' } }],
    ['another algorithm', { header: { alg: 'HS512' }, key: new Uint8Array(64).fill(7) }],
    ['an unknown key', { header: { kid: 'nobody' } }],
    ['another key', { key: new Uint8Array(32).fill(7) }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is no id', { claims: { sub: '../p' } }],
    ['another epoch', { claims: { epoch: 2 } }],
    ['an organisation they are not in', { claims: { org: anOrgId('fabrikam') } }],
    ['somebody unknown', { claims: { sub: aUserId('mallory') } }],
  ])('an access token is rejected with %s', async (_what, change) => {
    const { deps } = await setUp();
    expect(await authenticate(deps, await forged(deps, change))).toBeUndefined();
  });

  it('is rejected when it is missing, unsigned or changed', async () => {
    const { deps } = await setUp();
    const token = await tokenFor(deps, subject);
    const [, payload = ''] = token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const secretItself = Buffer.from('a secret for tests, 32 bytes and more');
    const head = token.slice(0, token.lastIndexOf('.'));
    const bySecret = `${head}.${createHmac('sha256', secretItself).update(head).digest('base64url')}`;
    for (const bad of ['', 'x', '..', none, bySecret, `${head}.`, `${token}x`, '\u0000', 'a.b.c.d.e'])
      expect(await authenticate(deps, bad)).toBeUndefined();
  });

  it('follows changes of role, teams, epoch and organisation from the next call on', async () => {
    const { deps, store, teamId } = await setUp();
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    const memberId = aMemberId('ann');
    await records.touch(orgMember, { memberId }, { role: 'user' });
    expect(await authenticate(deps, token)).toMatchObject({ role: 'user', teamIds: [teamId] });
    await records.touch(orgTeam, { teamId }, { state: 'DISCONNECTED' });
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [teamId] });
    await records.touch(orgTeam, { teamId }, { state: 'DELETED' });
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [] });
    await records.touch(org, undefined, { state: 'DELETING' });
    expect(await authenticate(deps, token)).toBeUndefined();
    await records.touch(org, undefined, { state: 'ACTIVE' });
    await outside(store).touch(profile, { userId: aUserId('ann') }, { sessionEpoch: 2 });
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('ignores a pointer to a team that the member left or never joined', async () => {
    const { deps, store, teamId } = await setUp();
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    await records.insert(
      memberTeam,
      { memberId: aMemberId('ann'), teamId: aTeamId('orphan') },
      { teamId: aTeamId('orphan') },
    );
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [teamId] });
    await records.touch(
      teamMember,
      { teamId, memberId: aMemberId('ann') },
      { leftOn: anInstant('2026-11-20T07:00:00Z') },
    );
    expect(await authenticate(deps, token)).toMatchObject({ teamIds: [] });
  });

  it('gives the lowest role to an account whose member was deleted, and no access to a removed account', async () => {
    const { deps, store } = await setUp({ role: 'admin' });
    const records = inOrg(store, anOrgId());
    const token = await tokenFor(deps, subject);
    const member = await records.get(orgMember, { memberId: aMemberId('ann') });
    if (member === undefined) throw new Error('seeded');
    await records.delete(orgMember, { memberId: aMemberId('ann') }, member.etag);
    expect(await authenticate(deps, token)).toMatchObject({ role: 'user', memberId: null, teamIds: [] });
    const place = await records.get(orgUser, { userId: aUserId('ann') });
    if (place === undefined) throw new Error('made with the account');
    await records.delete(orgUser, { userId: aUserId('ann') }, place.etag);
    expect(await authenticate(deps, token)).toBeUndefined();
  });

  it('gives an account without a member its own role and name', async () => {
    const { deps } = await setUp({ memberId: null, role: 'admin' });
    expect(await authenticate(deps, await tokenFor(deps, subject))).toMatchObject({
      role: 'admin',
      memberId: null,
      name: 'Ann Lee',
      teamIds: [],
    });
  });
});

describe('the account of the caller', () => {
  it('is returned with role and organisation', async () => {
    const { deps } = await setUp();
    const actor = await authenticate(deps, (await login(deps, credentials)).token);
    if (actor === undefined) throw new Error('signed in');
    expect(await userDetails(deps, actor)).toEqual({
      id: aUserId('ann'),
      browserTimezone: null,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.test',
      role: 'admin',
      orgId: anOrgId(),
      memberId: aMemberId('ann'),
      orgName: 'Contoso',
      enableBilling: true,
      billing: { state: 'TRIAL', daysLeft: 30, trialEndsAt: '2026-12-20T08:00:00.000Z', readOnlyFrom: null },
      overdueInvoice: null,
      orgPause: null,
      isSwitchedOff: false,
      linkPatterns: [],
      hasSecondFactor: false,
      hasPassword: true,
    });
  });

  it('is missing for a person who is known only from the chat', async () => {
    const { deps } = await setUp();
    await expect(userDetails(deps, anActor('bob'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a new account', () => {
  it('is created once per address, also by 20 parallel calls', async () => {
    const { deps, store } = await setUp();
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        createAccount(deps, anAccount({ email: 'cy@example.test', memberId: null, userId: aUserId(`cy ${index}`) })),
      ),
    );
    expect(countOutcomes(created)).toEqual({ done: 1, EMAIL_EXISTS: 19 });
    expect((await rowsOf(store.admin, 'Accounts', 'pw')).length).toBe(2);
  });

  it('replaces a registration that stayed unconfirmed for 24 hours, and none earlier', async () => {
    const { deps, clock } = await setUp({ isConfirmed: false });
    const next = anAccount({ memberId: null, userId: aUserId('next') });
    clock.advance({ minutes: 24 * 60, ms: -1 });
    await expect(createAccount(deps, next)).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    clock.advance({ ms: 1 });
    expect(await createAccount(deps, next)).toBe(aUserId('next'));
  });

  it('a new account never replaces a confirmed account', async () => {
    const { deps, clock } = await setUp();
    clock.advance({ minutes: 48 * 60 });
    await expect(createAccount(deps, anAccount({ userId: aUserId('next') }))).rejects.toMatchObject({
      code: 'EMAIL_EXISTS',
    });
  });

  it('is linked to its member and to the sign-in from Teams; a member has only one account', async () => {
    const { deps, store, tid } = await setUp();
    expect((await inOrg(store, anOrgId()).get(orgMember, { memberId: aMemberId('ann') }))?.value.userId).toBe(
      aUserId('ann'),
    );
    expect((await outside(store).get(teamsUser, { tid, oid: oidOf('ann') }))?.value.userId).toBe(aUserId('ann'));
    const second = anAccount({ email: 'ann2@example.test', userId: aUserId('ann2') });
    await expect(createAccount(deps, second)).rejects.toMatchObject({ code: 'USER_ALREADY_REGISTERED' });
  });

  it('finds members of its own organisation only', async () => {
    const { deps, store } = await setUp();
    await seedTeam(store, { org: 'fabrikam', team: 'other', people: ['zoe'] });
    const foreign = anAccount({ email: 'z@example.test', userId: aUserId('z'), memberId: aMemberId('zoe') });
    await expect(createAccount(deps, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is completed by a repeated call after a fault at any operation, and a third call changes nothing', async () => {
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const store = openSqliteStore({ file: ':memory:' });
        await seedTeam(store);
        const deps = testDeps(store);
        const failing = failingStore(store, index, failure);
        await createAccount({ ...deps, store: failing.store }, anAccount()).catch(() => undefined);
        isDone = failing.calls() < index;
        await createAccount(deps, anAccount());
        expect(await login(deps, credentials)).toMatchObject({ memberId: aMemberId('ann') });
        expect((await outside(store).get(emailGuard, { email: credentials.email }))?.value.state).toBe('CONFIRMED');
        const before = await everything(store.admin);
        await createAccount(deps, anAccount());
        expect(await everything(store.admin)).toEqual(before);
        await store.close();
      }
  });
});
