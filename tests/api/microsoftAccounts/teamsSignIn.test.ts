import { session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { handleMembersRemoved } from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { teamsSignIn } from '../../../bot/src/services/microsoftAccounts/teamsSignIn.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { password, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { anEntraPerson, clientId } from '../../support/fakes/localEntra.ts';
import { wrongClaims, wrongTokens } from '../../support/fakes/wrongTeamsTokens.ts';
import { everything, rowsOf } from '../../support/data/readStoreRows.ts';
import { startSignInApp } from '../../support/apps/signInApp.ts';
import type { SignInApp } from '../../support/apps/signInApp.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

let app: SignInApp;
beforeEach(async () => {
  app = await startSignInApp();
});
afterEach(() => app.close());

const ann = anEntraPerson('ann');
const bob = anEntraPerson('bob');

describe('a session for a token of Teams', () => {
  it('is created for a member, who gets an account without a password', async () => {
    const { orgId, teamId } = await app.install(['ann', 'bob']);
    const reply = await app.signIn(await app.entra.token(bob));
    expect(reply.status).toBe(200);
    const given = session.parse(reply.data);
    const { pointer, member } = await app.memberOf(bob);
    expect(given).toMatchObject({ orgId, memberId: pointer.memberId });
    const userId = member?.userId;
    expect(userId).toBe(pointer.userId);
    expect(await authenticate(app.deps, given.token)).toMatchObject({ orgId, userId, role: 'user', teamIds: [teamId] });
    expect(await rowsOf(app.store.admin, 'Accounts', 'pw')).toEqual([]);
    expect(await rowsOf(app.store.admin, 'Accounts', 'u')).toEqual([]);
  });

  it('accepts both formats and both audiences', async () => {
    await app.install(['ann']);
    for (const version of ['1.0', '2.0'] as const)
      for (const aud of [clientId, `api://rollcall.test/${clientId}`])
        expect(await app.signIn(await app.entra.token(ann, { version, claims: { aud } }))).toMatchObject({
          status: 200,
        });
  });

  it('belongs to the same account the next time, and writes only the session', async () => {
    await app.install(['ann']);
    await app.signIn(await app.entra.token(ann));
    const accountRows = async () =>
      (await everything(app.store.admin)).filter((row) => !row.includes('|fam') && !row.includes(' fam|'));
    const before = await accountRows();
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 200 });
    expect(await accountRows()).toEqual(before);
  });

  it('belongs to one account for any number of parallel tabs', async () => {
    await app.install(['ann']);
    const token = await app.entra.token(ann);
    const replies = await Promise.all(Array.from({ length: 12 }, () => app.signIn(token)));
    expect(replies.map((item) => item.status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await rowsOf(app.store.admin, 'Accounts', 'p')).toHaveLength(1);
    expect(await rowsOf(app.store.admin, 'Org', 'user|')).toHaveLength(1);
  });

  it('belongs to the existing account of the member', async () => {
    const { orgId } = await app.install(['ann']);
    const { pointer } = await app.memberOf(ann);
    await createAccount(app.deps, {
      email: 'ann@elsewhere.test',
      password: 'correct horse battery',
      firstName: 'Ann',
      lastName: 'Lee',
      orgId,
      memberId: pointer.memberId,
      role: 'user',
      isConfirmed: true,
      userId: aUserId('ann'),
    });
    const reply = session.parse((await app.signIn(await app.entra.token(ann))).data);
    expect(await authenticate(app.deps, reply.token)).toMatchObject({ userId: aUserId('ann'), role: 'admin' });
    expect(await outside(app.store).get(password, { userId: aUserId('ann') })).toBeDefined();
  });

  it('identifies a person only by tenant and object id, not by the names and addresses in the token', async () => {
    await app.install(['ann', 'bob']);
    const claims = { email: 'ann@example.test', upn: 'ann@example.test', preferred_username: 'ann@example.test' };
    const reply = session.parse((await app.signIn(await app.entra.token(bob, { claims }))).data);
    expect(reply.memberId).toBe((await app.memberOf(bob)).pointer.memberId);
    const mallory = anEntraPerson('mallory');
    expect(await app.signIn(await app.entra.token(mallory, { claims }))).toMatchObject({ errorCode: 'NOT_IN_ROSTER' });
  });

  it('grants no right by the address of the roster', async () => {
    await app.install(['ann']);
    await app.signIn(await app.entra.token(ann));
    const { pointer } = await app.memberOf(ann);
    const account = await outside(app.store).get(profile, { userId: pointer.userId ?? aUserId() });
    expect(account?.value).toMatchObject({ isConfirmed: false, email: 'ann@example.test', firstName: 'Ann' });
  });
});

describe('no session is created', () => {
  it.each([
    ['a tenant nobody has installed it in', anEntraPerson('ann', 'fabrikam')],
    ['a person in no roster', anEntraPerson('cy')],
  ])('no session is created for %s, and the reply explains why', async (_what, person) => {
    await app.install(['ann', 'bob']);
    expect(await app.signIn(await app.entra.token(person))).toMatchObject({ status: 403, errorCode: 'NOT_IN_ROSTER' });
    expect(await rowsOf(app.store.admin, 'Accounts', 'p')).toEqual([]);
  });

  it('no session is created for a person who left the last team', async () => {
    const { thread } = await app.install(['ann', 'bob']);
    app.chat.setRoster(thread, []);
    await handleMembersRemoved(app.deps, thread, ['29:bob']);
    expect(await app.signIn(await app.entra.token(bob))).toMatchObject({ errorCode: 'NOT_IN_ROSTER' });
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 200 });
  });

  it('no session is created in an organisation that is being deleted', async () => {
    const { orgId } = await app.install(['ann']);
    await inOrg(app.store, orgId).touch(org, undefined, { state: 'DELETING' });
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ errorCode: 'NOT_IN_ROSTER' });
  });

  it.each(wrongClaims)('no session is created with a token of %s', async (_what, change) => {
    await app.install(['ann']);
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 200 });
    const reply = await app.signIn(await app.entra.token(ann, change));
    expect(reply).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED', data: null });
  });

  it('no session is created with a token that is unsigned, symmetric, forged, signed for other issuers, changed or missing', async () => {
    await app.install(['ann']);
    for (const [what, token] of Object.entries(await wrongTokens(app.entra, ann)))
      expect([what, await app.signIn(token)]).toMatchObject([what, { status: 401, errorCode: 'UNAUTHENTICATED' }]);
  });

  it('no session is created while the keys are unavailable; known keys remain valid', async () => {
    await app.install(['ann']);
    app.entra.state.isDown = true;
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' });
    app.entra.state.isDown = false;
    app.clock.advance({ seconds: 6 });
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 200 });
    app.entra.state.isDown = true;
    app.clock.advance({ minutes: 60 * 25 });
    expect(await app.signIn(await app.entra.token(ann))).toMatchObject({ status: 200 });
  });

  it('no session is created for unknown keys, which cause no requests to Microsoft', async () => {
    await app.install(['ann']);
    await app.signIn(await app.entra.token(ann));
    const asked = app.entra.state.requests;
    for (let n = 0; n < 20; n += 1) await app.signIn(await app.entra.token(ann, { kid: `stranger-${n}` }));
    expect(app.entra.state.requests).toBe(asked);
  });

  it('no session is created where Microsoft sign-in is not configured', async () => {
    const bare = await startSignInApp({ withEntra: false });
    expect(await bare.signIn('a.b.c')).toMatchObject({ status: 404, errorCode: 'ENTRA_NOT_CONFIGURED' });
    await bare.close();
  });
});

describe('a fault at any operation', () => {
  it('a fault at any operation of the first sign-in is repaired by the next one', async () => {
    let operations = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await startSignInApp();
        await world.install(['ann']);
        const ssoToken = await world.entra.token(ann);
        const failing = failingStore(world.store, index, failure);
        await teamsSignIn({ ...world.deps, store: failing.store }, { ssoToken }).catch(() => undefined);
        isDone = failing.calls() < index;
        operations = Math.max(operations, failing.calls());
        const given = await teamsSignIn(world.deps, { ssoToken });
        expect(await authenticate(world.deps, given.token)).toMatchObject({ role: 'admin' });
        const rows = async (table: 'Accounts' | 'Org', rk: string) =>
          (await rowsOf(world.store.admin, table, rk)).length;
        expect([await rows('Accounts', 'p'), await rows('Accounts', 'm|'), await rows('Org', 'user|')]).toEqual([
          1, 1, 1,
        ]);
        await world.close();
      }
    expect(operations).toBeGreaterThan(10);
  });
});
