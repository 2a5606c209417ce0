import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { createAccount, joinOrganisation } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { settleAccount, personOf } from '../../../bot/src/services/microsoftAccounts/findLinkOrCreateAccount.ts';
import {
  beginMicrosoftSignIn,
  finishMicrosoftSignIn,
  exchangeMicrosoftCode,
} from '../../../bot/src/services/microsoftAccounts/microsoftWebSignIn.ts';
import { listOrgs } from '../../../bot/src/services/organisations/listAndChangeOrganisations.ts';
import {
  logoutUrl,
  refreshSession,
  switchOrganisation,
} from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { confirmAddress } from '../../../bot/src/services/identity/confirmSuperadmin.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { tokenFamily } from '../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { host, startSignInApp } from '../../support/apps/signInApp.ts';
import type { SignInApp } from '../../support/apps/signInApp.ts';
import { asSession, tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { home, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';

// Tests the lifetime of a session and the organisations that it can open.

const dayMinutes = 24 * 60;

describe('a sign-in', () => {
  const usedDaily = async (days: number) => {
    const world = await sessionWorld(['ann']);
    let { refreshToken } = await world.signIn('ann');
    for (let day = 0; day < days; day += 1) {
      world.clock.advance({ minutes: dayMinutes });
      ({ refreshToken } = await refreshSession(world.deps, { refreshtoken: refreshToken }, home));
    }
    return { ...world, refreshToken };
  };

  it('lasts as long as it is used, up to 90 days', async () => {
    const { deps, refreshToken } = await usedDaily(89);
    const rows = await outside(deps.store).list(tokenFamily, { userId: aUserId('ann') }, prefixRange('fam|'));
    expect(rows.map((row) => Date.parse(row.value.expiresAt) - Date.parse(row.value.signedInAt))).toEqual([
      90 * dayMinutes * 60_000,
    ]);
    expect(await refreshSession(deps, { refreshtoken: refreshToken }, home)).toHaveProperty('token');
  });

  it('ends after that, also during the lifetime of its last token', async () => {
    const { deps, clock, refreshToken, isIn } = await usedDaily(89);
    clock.advance({ minutes: dayMinutes - 10 });
    const { token, refreshToken: last } = await refreshSession(deps, { refreshtoken: refreshToken }, home);
    expect(await isIn(token)).toBe(true);
    clock.advance({ minutes: 10 });
    expect(await isIn(token)).toBe(false);
    await expect(refreshSession(deps, { refreshtoken: last }, home)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('a sign-in of an earlier version without a stored end, ends 90 days after its beginning', async () => {
    const { deps, clock, refreshToken } = await usedDaily(1);
    const [row] = await outside(deps.store).list(tokenFamily, { userId: aUserId('ann') }, prefixRange('fam|'));
    if (row === undefined) throw new Error('no session');
    const farAway = new Date(clock.now() + 400 * dayMinutes * 60_000).toISOString() as never;
    await outside(deps.store).touch(tokenFamily, row.value, { expiresAt: farAway });
    clock.advance({ minutes: 89 * dayMinutes });
    await expect(refreshSession(deps, { refreshtoken: refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('ends after 30 days without use', async () => {
    const { deps, clock, refreshToken } = await usedDaily(1);
    clock.advance({ minutes: 30 * dayMinutes });
    await expect(refreshSession(deps, { refreshtoken: refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('a session that Microsoft confirms', () => {
  let app: SignInApp;
  beforeEach(async () => {
    app = await startSignInApp();
  });
  afterEach(() => app.close());
  const ann = anEntraPerson('ann');
  const credentials = { email: 'ann@example.test', password: 'Ann keeps seven kettles' };
  const second = anOrgId('second');

  /** Creates Ann's account in an organisation of her own and joins it to the organisation of her tenant. */
  const inTwo = async () => {
    const { orgId } = await app.install(['ann', 'bob']);
    const person = await personOf(app.deps, ann);
    await seedOrg(app.store, { org: 'second' });
    const userId = await createAccount(app.deps, {
      ...{ ...credentials, firstName: 'Ann', lastName: 'Lee', orgId: second, memberId: null, role: 'admin' },
      isConfirmed: true,
    });
    await joinOrganisation(app.deps, userId, { orgId, memberId: person.memberId, role: 'user' });
    await outside(app.store).touch(profile, { userId }, { lastOrgId: second });
    return { orgId, userId };
  };
  const actorOf = async (token: string) => {
    const actor = await authenticate(app.deps, token);
    if (actor === undefined) throw new Error('not signed in');
    return actor;
  };
  const origin = { address: '192.0.2.1' };
  const onTheWeb = async (joins: string | null = null) => {
    app.entra.signsIn(ann);
    const actor = joins === null ? undefined : await actorOf(joins);
    const begun = await beginMicrosoftSignIn(app.deps, { purpose: joins === null ? 'SIGN_IN' : 'JOIN' }, actor, origin);
    const query = (await app.entra.authorize(begun.url)).searchParams;
    const landing = await finishMicrosoftSignIn(
      app.deps,
      { state: query.get('state') ?? '', code: query.get('code') ?? '' },
      begun.browser,
    );
    if (!('code' in landing)) throw new Error(landing.fault);
    const caller = { browser: begun.browser, actor: () => Promise.resolve(actor) };
    return asSession(await exchangeMicrosoftCode(app.deps, { code: landing.code }, caller));
  };

  it('belongs to the organisation of the tenant, on the web as well, and cannot leave it', async () => {
    const { orgId } = await inTwo();
    const { token, refreshToken } = await onTheWeb();
    const actor = await actorOf(token);
    expect(actor).toMatchObject({ orgId, signIn: { method: 'MICROSOFT', confinedTo: orgId } });
    await expect(switchOrganisation(app.deps, actor, { orgId: second })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { message: 'org.confined' },
    });
    expect((await listOrgs(app.deps, actor, {})).items.map((item) => item.id)).toEqual([orgId]);
    expect(await refreshSession(app.deps, { refreshtoken: refreshToken }, origin)).toMatchObject({ orgId });
  });

  it('cannot link another identity to the account', async () => {
    await inTwo();
    const { token } = await onTheWeb();
    await expect(
      beginMicrosoftSignIn(app.deps, { purpose: 'JOIN' }, await actorOf(token), origin),
    ).rejects.toMatchObject({
      details: { message: 'org.confinedAccount' },
    });
  });

  it('opens the whole account after its owner linked the two', async () => {
    const { orgId, userId } = await inTwo();
    const withPassword = asSession(await login(app.deps, credentials, origin));
    const joined = await onTheWeb(withPassword.token);
    expect((await actorOf(joined.token)).signIn).toMatchObject({ method: 'MICROSOFT', confinedTo: null });
    const later = await actorOf((await onTheWeb()).token);
    expect(later).toMatchObject({ userId, signIn: { confinedTo: null } });
    expect(await switchOrganisation(app.deps, later, { orgId: second })).toMatchObject({ orgId: second });
    expect(await switchOrganisation(app.deps, later, { orgId })).toMatchObject({ orgId });
  });

  it('a session that Microsoft confirms in Teams stays in its organisation even then', async () => {
    const { orgId } = await inTwo();
    await settleAccount(app.deps, await personOf(app.deps, ann), null);
    const reply = await app.signIn(await app.entra.token(ann));
    const { token } = reply.data as { token: string };
    expect(await actorOf(token)).toMatchObject({ orgId, signIn: { method: 'TEAMS', confinedTo: orgId } });
  });

  it('makes no person superadmin by an address that the account has confirmed', async () => {
    const { orgId, userId } = await inTwo();
    const superadmins = new Set([credentials.email]);
    const roleBy = async (how: object) => {
      const token = await tokenFor(app.deps, { userId, orgId, ...how });
      return (await authenticate({ ...app.deps, superadmins }, token))?.role;
    };
    expect(await roleBy({})).toBe('admin');
    await confirmAddress({ ...app.deps, superadmins }, credentials.email, 'Operator');
    expect(await roleBy({})).toBe('superadmin');
    expect(await roleBy({ method: 'TEAMS', confinedTo: orgId })).toBe('admin');
  });

  it('opens no other organisation, whatever the token contains', async () => {
    const { orgId, userId } = await inTwo();
    const token = await tokenFor(app.deps, { userId, orgId: second, method: 'TEAMS', confinedTo: orgId });
    expect(await authenticate(app.deps, token)).toBeUndefined();
  });

  it('signs out through Microsoft and returns to our own address', async () => {
    const { url } = await logoutUrl({ entra: app.deps.entra, publicUrl: `https://${host}` });
    const { origin: at, searchParams } = new URL(url);
    expect(at).toBe(new URL(app.entra.authority).origin);
    expect(Object.fromEntries(searchParams)).toEqual({ post_logout_redirect_uri: `https://${host}/login` });
  });
});
