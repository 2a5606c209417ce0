import { session } from '#contracts/identity/sessionUserDetailsAndPasswordCalls.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { exchangeMicrosoftCode } from '../../../bot/src/services/microsoftAccounts/microsoftSignIn.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { anInstant, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/failingStore.ts';
import { anEntraPerson, clientSecret } from '../../support/fakes/localEntra.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { host, startSignInApp } from '../../support/apps/signInApp.ts';
import type { Reply, SignInApp } from '../../support/apps/signInApp.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

let app: SignInApp;
beforeEach(async () => {
  app = await startSignInApp();
});
afterEach(() => app.close());

const ann = anEntraPerson('ann');
const own = { Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' };

const cookieOf = (reply: Reply): string => (reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';
const begin = async (query = '', headers: Readonly<Record<string, string>> = {}, instant = app) => {
  const reply = await instant.ask({ target: `/api/v1/userlogin/redirectUrl${query}`, headers });
  return { reply, cookie: cookieOf(reply), url: (reply.data as { url?: string } | null)?.url ?? '' };
};
const back = (url: URL, cookie: string | null, instant = app) =>
  instant.ask({ target: url.pathname + url.search, headers: cookie === null ? {} : { Cookie: cookie } });
const location = (reply: Reply): string => reply.headers['location'] ?? '';
const codeIn = (reply: Reply): string => /^\/login(?:\?[^#]*)?#code=(.+)$/.exec(location(reply))?.[1] ?? '';
const swap = (code: string, cookie: string, headers: Readonly<Record<string, string>> = {}, instant = app) =>
  instant.post('/api/v1/userlogin/exchange', { code }, { ...own, Cookie: cookie, ...headers });

/** Signs in with Microsoft and returns the code of the redirect, which is not yet exchanged for a session. */
const signedInAt = async (person = ann, query = '', headers = {}, instant = app) => {
  instant.entra.signsIn(person);
  const { cookie, url } = await begin(query, headers, instant);
  const landing = await back(await instant.entra.authorize(url), cookie, instant);
  return { cookie, landing, code: codeIn(landing) };
};

const profiles = async ({ store }: SignInApp): Promise<number> =>
  (await rowsOf(store.admin, 'Accounts', 'p')).filter((row) => row.rk === 'p').length;

describe('sign-in with Microsoft', () => {
  it('redirects to Microsoft and returns with a session', async () => {
    const { orgId } = await app.install(['ann', 'bob']);
    const { cookie, landing, code } = await signedInAt();
    expect(landing.status).toBe(302);
    expect(landing.headers['cache-control']).toBe('no-store');
    const reply = await swap(code, cookie);
    expect(reply.status).toBe(200);
    const given = session.parse(reply.data);
    expect(given.memberId).toBe((await app.memberOf(ann)).pointer.memberId);
    expect(await authenticate(app.deps, given.token)).toMatchObject({ orgId, role: 'admin' });
    expect(reply.headers['set-cookie']).toContain('Max-Age=0');
  });

  it('uses the authorization code flow with PKCE, verifier and secret', async () => {
    await app.install(['ann']);
    const { url, reply } = await begin();
    const request = Object.fromEntries(new URL(url).searchParams);
    expect(request).toMatchObject({
      response_type: 'code',
      response_mode: 'query',
      code_challenge_method: 'S256',
      redirect_uri: `https://${host}/api/v1/userlogin/callback`,
      scope: 'openid profile',
    });
    expect(request['code_challenge']).toMatch(/^[\w-]{43}$/);
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-signin=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    await signedInAt();
    expect(app.entra.state.redeemed).toHaveLength(1);
    expect(app.entra.state.redeemed[0]).toMatchObject({ client_secret: clientSecret });
    expect(app.entra.state.redeemed[0]?.['code_verifier']).toMatch(/^[\w-]{43}$/);
  });

  it('stores no value in the browser or the store that grants access alone', async () => {
    await app.install(['ann']);
    const { cookie, url } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    const kept = JSON.stringify(await rowsOf(app.store.admin, 'Accounts'));
    expect(kept).not.toContain(state);
    expect(kept).not.toContain(cookie.split('=')[1]);
    for (const secret of ['verifier', 'nonce'])
      expect(Object.keys(Object.fromEntries(new URL(url).searchParams))).not.toContain(`code_${secret}`);
  });

  it('is offered only if it is configured', async () => {
    const options = async (at: SignInApp) => (await at.ask({ target: '/api/v1/userlogin/options' })).data;
    expect(await options(app)).toEqual({ microsoft: true, teams: true });
    const silent = await startSignInApp({ withSecret: false });
    expect(await options(silent)).toEqual({ microsoft: false, teams: true });
    expect((await begin('', {}, silent)).reply).toMatchObject({ status: 404, errorCode: 'ENTRA_NOT_CONFIGURED' });
    await silent.close();
    const bare = await startSignInApp({ withEntra: false });
    expect(await options(bare)).toEqual({ microsoft: false, teams: false });
    expect((await begin('', {}, bare)).reply).toMatchObject({ status: 404, errorCode: 'ENTRA_NOT_CONFIGURED' });
    await bare.close();
  });

  it('sign-in with Microsoft is limited by address', async () => {
    const replies = await Promise.all(Array.from({ length: 70 }, () => begin()));
    expect(replies.filter((item) => item.reply.status === 200)).toHaveLength(60);
    expect(replies.filter((item) => item.reply.errorCode === 'TOO_MANY_REQUESTS')).toHaveLength(10);
  });

  it('reports an error while Microsoft cannot be reached', async () => {
    app.entra.state.isDown = true;
    expect((await begin()).reply).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' });
    app.entra.state.isDown = false;
    app.clock.advance({ seconds: 6 });
    await app.install(['ann']);
    const { cookie, url } = await begin();
    const returned = await app.entra.authorize(url);
    app.entra.state.isDown = true;
    expect(location(await back(returned, cookie))).toBe('/login#error=UNAVAILABLE');
  });

  it('returns only to the sign-in page, with the target path as a suggestion', async () => {
    await app.install(['ann']);
    const { landing } = await signedInAt(ann, '?target=%2Freports%3Fx%3D1%23y');
    expect(location(landing)).toMatch(/^\/login\?redirectUrl=%2Freports%3Fx%3D1%23y#code=[\w-]{43}$/);
  });

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', `/${'a'.repeat(2000)}`])(
    'does not accept %s as a target path',
    async (target) => {
      const { reply } = await begin(`?target=${encodeURIComponent(target)}`);
      expect(reply).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
    },
  );
});

describe('responses of Microsoft', () => {
  beforeEach(() => app.install(['ann', 'bob']));

  it.each([
    ['access_denied', '/login#error=CANCELLED'],
    ['server_error', '/login#error=REFUSED'],
  ])('a response of Microsoft with %s is shown as text', async (error, where) => {
    const { cookie, url } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    const reply = await app.ask({
      target: `/api/v1/userlogin/callback?error=${error}&error_description=%3Cscript%3E&state=${state}`,
      headers: { Cookie: cookie },
    });
    expect(location(reply)).toBe(where);
  });

  it('a response of Microsoft is valid once', async () => {
    const { cookie, url } = await begin();
    const returned = await app.entra.authorize(url);
    expect(codeIn(await back(returned, cookie))).not.toBe('');
    expect(location(await back(returned, cookie))).toBe('/login#error=EXPIRED');
    expect(app.entra.state.redeemed).toHaveLength(1);
  });

  it('is valid once, also in many parallel requests', async () => {
    const { cookie, url } = await begin();
    const returned = await app.entra.authorize(url);
    const landings = await Promise.all(Array.from({ length: 10 }, () => back(returned, cookie)));
    expect(landings.filter((item) => codeIn(item) !== '')).toHaveLength(1);
  });

  it('is valid for ten minutes', async () => {
    const { cookie, url } = await begin();
    app.clock.advance({ minutes: 10 });
    expect(location(await back(await app.entra.authorize(url), cookie))).toBe('/login#error=EXPIRED');
  });

  it.each<[string, (cookie: string) => string | null]>([
    ['no cookie', () => null],
    ['an empty cookie', () => '__Host-signin='],
    ['a cookie of its own making', () => `__Host-signin=${'a'.repeat(43)}`],
    ['the cookie under another name', (cookie) => cookie.replace('__Host-signin', 'signin')],
    ['the cookie in other letters', (cookie) => cookie.replace('__Host-signin', '__host-signin')],
    ['two cookies', (cookie) => `${cookie}; ${cookie}`],
    ['two cookies, the first of its own making', (cookie) => `__Host-signin=${'a'.repeat(43)}; ${cookie}`],
    ['the cookie in quotes', (cookie) => cookie.replace('=', '="').concat('"')],
    ['the cookie and more', (cookie) => `${cookie}x`],
  ])('is rejected in a browser with %s, and remains valid in the right browser', async (_what, change) => {
    const { cookie, url } = await begin();
    const returned = await app.entra.authorize(url);
    expect(location(await back(returned, change(cookie)))).toBe('/login#error=EXPIRED');
    expect(app.entra.state.redeemed).toEqual([]);
    expect(codeIn(await back(returned, `other=1; ${cookie}; more=2`))).not.toBe('');
  });

  it('is rejected with the cookie or the state of another sign-in', async () => {
    const firstAttempt = await begin();
    const other = await begin();
    const returned = await app.entra.authorize(firstAttempt.url);
    expect(location(await back(returned, other.cookie))).toBe('/login#error=EXPIRED');
    returned.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '');
    // The state belongs to this browser, but its PKCE verifier was made for another code.
    expect(location(await back(returned, other.cookie))).toBe('/login#error=REFUSED');
  });

  it.each([undefined, '', 'x', 'a'.repeat(43), `${'a'.repeat(42)}%00`])(
    'is rejected with the state %s',
    async (state) => {
      const { cookie } = await begin();
      const query = state === undefined ? '' : `&state=${state}`;
      const reply = await app.ask({ target: `/api/v1/userlogin/callback?code=x${query}`, headers: { Cookie: cookie } });
      expect(location(reply)).toBe('/login#error=EXPIRED');
    },
  );

  it('is rejected with two states', async () => {
    const { cookie, url } = await begin();
    const returned = await app.entra.authorize(url);
    const target = `${returned.pathname}${returned.search}&state=x`;
    expect(await app.ask({ target, headers: { Cookie: cookie } })).toMatchObject({ status: 400 });
  });

  it('is rejected for a code of a sign-in that began elsewhere, because no verifier matches it', async () => {
    const { cookie, url } = await begin();
    const foreign = new URL(url);
    foreign.searchParams.set('code_challenge', 'a'.repeat(43));
    expect(location(await back(await app.entra.authorize(foreign.href), cookie))).toBe('/login#error=REFUSED');
    const without = await begin();
    const bare = new URL(without.url);
    bare.searchParams.delete('code_challenge');
    expect(location(await back(await app.entra.authorize(bare.href), without.cookie))).toBe('/login#error=REFUSED');
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another' }],
    ['the audience of the tab', { aud: `api://${host}/c1c1c1c1-2222-4333-8444-555555555555` }],
    ['another tenant than its issuer', { tid: anEntraPerson('ann', 'fabrikam').tid }],
    ['an end long ago', { exp: 1 }],
    ['no person', { oid: undefined }],
  ])('is rejected with an id token of %s', async (_what, claims) => {
    app.entra.state.idClaims = claims;
    const { landing } = await signedInAt();
    expect(location(landing)).toBe('/login#error=REFUSED');
  });

  it('gets an explanation for a person in no team', async () => {
    expect(location((await signedInAt(anEntraPerson('cy'))).landing)).toBe('/login#error=NOT_IN_ROSTER');
    const fabrikam = anEntraPerson('ann', 'fabrikam');
    expect(location((await signedInAt(fabrikam)).landing)).toBe('/login#error=NOT_IN_ROSTER');
  });

  it('gets an explanation for a person whose organisation is being deleted', async () => {
    const { orgId } = await app.install(['ann']);
    const instant = anInstant('2026-11-27T08:00:00Z');
    await outside(app.store).touch(
      deletionJob,
      { target: 'ORG', id: orgId },
      {
        ...{ target: 'ORG', id: orgId, orgId, phase: 'QUEUES', deletionId: 'one', fromState: 'ACTIVE', actor: 'Ann' },
        ...{ notBefore: instant, until: instant, startedAt: instant, failures: 0 },
      },
    );
    await inOrg(app.store, orgId).touch(orgKind, undefined, { state: 'DELETING' });
    expect(location((await signedInAt()).landing)).toBe('/login#error=DELETING');
  });
});

describe('the code behind #', () => {
  beforeEach(() => app.install(['ann', 'bob']));

  it('is valid once, for one of many parallel requests', async () => {
    const { code, cookie } = await signedInAt();
    const replies = await Promise.all(Array.from({ length: 20 }, () => swap(code, cookie)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.errorCode === 'CODE_INVALID')).toHaveLength(19);
  });

  it('is valid for a minute', async () => {
    const { code, cookie } = await signedInAt();
    app.clock.advance({ seconds: 60 });
    expect(await swap(code, cookie)).toMatchObject({ errorCode: 'CODE_INVALID' });
  });

  it('is valid only in the browser that began, so a link with it signs in no other person', async () => {
    const { code, cookie } = await signedInAt();
    const other = await begin();
    expect(await swap(code, other.cookie)).toMatchObject({ errorCode: 'CODE_INVALID' });
    expect(await app.post('/api/v1/userlogin/exchange', { code }, own)).toMatchObject({ errorCode: 'CODE_INVALID' });
    expect(await swap(code, cookie)).toMatchObject({ status: 200 });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another origin', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { Origin: 'https://other.rollcall.test', 'Sec-Fetch-Site': 'same-site' }],
    ['another origin in a browser that says no more', { Origin: 'https://evil.test' }],
    ['an origin that begins like ours', { Origin: `https://${host}.evil.test` }],
    ['no origin to speak of', { Origin: 'null' }],
    ['our origin by name, from another site', { Origin: `https://${host}`, 'Sec-Fetch-Site': 'cross-site' }],
  ])('is rejected from a page of %s', async (_what, headers) => {
    const { code, cookie } = await signedInAt();
    const post = await app.post('/api/v1/userlogin/exchange', { code }, { ...headers, Cookie: cookie });
    expect(post).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' });
    expect(post.headers['access-control-allow-origin']).toBeUndefined();
    const form = { ...headers, Cookie: cookie, 'Content-Type': 'text/plain' };
    const plain = await app.ask({
      ...{ method: 'POST', target: '/api/v1/userlogin/exchange', headers: form },
      body: JSON.stringify({ code }),
    });
    expect(plain.status).toBe(415);
    expect(await swap(code, cookie)).toMatchObject({ status: 200 });
  });

  it('is not accepted as a state, nor a state as a code', async () => {
    const { code, cookie } = await signedInAt();
    const target = `/api/v1/userlogin/callback?code=x&state=${code}`;
    expect(location(await app.ask({ target, headers: { Cookie: cookie } }))).toBe('/login#error=EXPIRED');
    const { url, cookie: second } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(await swap(state, second)).toMatchObject({ errorCode: 'CODE_INVALID' });
  });

  it('leaves rows that are deleted after they expire', async () => {
    await signedInAt();
    const purges = (await rowsOf(app.store.admin, 'Outbox')).filter((row) => row.rk.includes('|purge|'));
    const rows = (await rowsOf(app.store.admin, 'Accounts', 't')).map((row) => row.pk.slice('tok:'.length));
    expect(purges.map((row) => row.values['subject']).sort()).toEqual(rows.sort());
    expect(rows).toHaveLength(2);
  });
});

describe('an account with a password', () => {
  const userId = aUserId('zoe');

  /** Creates Zoe's account, registered on the web, and her own organisation, of which she is admin. */
  const registered = async (instant = app): Promise<string> => {
    const { orgId } = await seedOrg(instant.store, { org: 'zoes' });
    await createAccount(instant.deps, {
      ...{ email: 'ann@example.test', password: 'correct horse battery', firstName: 'Zoe', lastName: 'Q', userId },
      ...{ orgId, memberId: null, role: 'admin', isConfirmed: true },
    });
    return tokenFor(instant.deps, { userId, orgId });
  };
  const asZoe = (token: string) => ({ Authorization: `Bearer ${token}` });

  it('is never found by its address', async () => {
    await app.install(['ann']);
    await registered();
    const { code, cookie } = await signedInAt(ann);
    const given = session.parse((await swap(code, cookie)).data);
    expect(await authenticate(app.deps, given.token)).not.toMatchObject({ userId });
  });

  it('is linked during a sign-in to both', async () => {
    const { orgId } = await app.install(['ann', 'bob']);
    const token = await registered();
    const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token));
    const given = session.parse((await swap(code, cookie, asZoe(token))).data);
    const { pointer, member } = await app.memberOf(ann);
    expect([pointer.userId, member?.userId]).toEqual([userId, userId]);
    expect(await authenticate(app.deps, given.token)).toMatchObject({ userId, orgId, memberId: pointer.memberId });
    // After the link, both ways to sign in must lead to the same account.
    const silent = session.parse((await app.signIn(await app.entra.token(ann))).data);
    expect(await authenticate(app.deps, silent.token)).toMatchObject({ userId });
  });

  it('replaces the account that Teams created and ends its sessions', async () => {
    await app.install(['ann', 'bob']);
    const before = session.parse((await app.signIn(await app.entra.token(ann))).data);
    const token = await registered();
    const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token));
    expect(await swap(code, cookie, asZoe(token))).toMatchObject({ status: 200 });
    expect(await authenticate(app.deps, before.token)).toBeUndefined();
    expect(await profiles(app)).toBe(1);
  });

  it('keeps an admin role without a member once, and never gets it back later', async () => {
    const { orgId } = await app.install(['ann', 'bob']);
    await registered();
    const bob = anEntraPerson('bob');
    await outside(app.store).insert(membership, { userId, orgId, memberId: null }, { orgId, memberId: null });
    await inOrg(app.store, orgId).insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
    const token = await tokenFor(app.deps, { userId, orgId });
    const { code, cookie } = await signedInAt(bob, '?purpose=JOIN', asZoe(token));
    const given = session.parse((await swap(code, cookie, asZoe(token))).data);
    expect(await authenticate(app.deps, given.token)).toMatchObject({ role: 'admin', orgId });
    const { pointer } = await app.memberOf(bob);
    await inOrg(app.store, orgId).touch(orgMember, { memberId: pointer.memberId }, { role: 'user' });
    const again = session.parse((await app.signIn(await app.entra.token(bob))).data);
    expect(await authenticate(app.deps, again.token)).toMatchObject({ role: 'user' });
    expect(await outside(app.store).get(membership, { userId, orgId, memberId: null })).toBeUndefined();
  });

  it('is not linked without a session at the beginning', async () => {
    await app.install(['ann']);
    expect((await begin('?purpose=JOIN')).reply).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' });
    expect((await begin('?purpose=JOIN', asZoe('nonsense'))).reply).toMatchObject({ status: 401 });
  });

  it('is not linked without the same session at the end', async () => {
    await app.install(['ann', 'bob']);
    const token = await registered();
    const other = session.parse((await app.signIn(await app.entra.token(anEntraPerson('bob')))).data).token;
    for (const headers of [{}, asZoe(other), asZoe('nonsense')]) {
      const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token));
      expect(await swap(code, cookie, headers)).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' });
    }
    const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token));
    await outside(app.store).touch(profile, { userId }, { sessionEpoch: 2 });
    expect(await swap(code, cookie, asZoe(token))).toMatchObject({ status: 401 });
    expect((await app.memberOf(ann)).pointer.userId).toBeNull();
  });

  it('is not linked to a member who has another account with a password', async () => {
    const { orgId } = await app.install(['ann', 'bob']);
    const { pointer } = await app.memberOf(ann);
    await createAccount(app.deps, {
      ...{ email: 'other@example.test', password: 'correct horse battery', firstName: 'Ann', lastName: 'Lee' },
      ...{ orgId, memberId: pointer.memberId, role: 'user', isConfirmed: true, userId: aUserId('ann') },
    });
    const token = await registered();
    const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token));
    expect(await swap(code, cookie, asZoe(token))).toMatchObject({ status: 409, errorCode: 'USER_ALREADY_REGISTERED' });
    expect((await app.memberOf(ann)).pointer.userId).toBe(aUserId('ann'));
  });

  it('is linked by a second attempt after a fault at any operation', async () => {
    let operations = 0;
    for (const failure of failures)
      for (let index = 1, isDone = false; !isDone; index += callsBetweenFaults) {
        const world = await startSignInApp();
        await world.install(['ann']);
        await world.signIn(await world.entra.token(ann));
        const token = await registered(world);
        const actor = await authenticate(world.deps, token);
        const join = async (deps: typeof world.deps): Promise<void> => {
          const { code, cookie } = await signedInAt(ann, '?purpose=JOIN', asZoe(token), world);
          const browser = cookie.split('=')[1];
          await exchangeMicrosoftCode(deps, { code }, { browser, actor: () => Promise.resolve(actor) });
        };
        const failing = failingStore(world.store, index, failure);
        await join({ ...world.deps, store: failing.store }).catch(() => undefined);
        isDone = failing.calls() < index;
        operations = Math.max(operations, failing.calls());
        // Between the failed attempt and the next one, the person opens the Teams tab.
        expect(await world.signIn(await world.entra.token(ann))).toMatchObject({ status: 200 });
        await join(world.deps);
        const { pointer, member } = await world.memberOf(ann);
        expect([pointer.userId, member?.userId]).toEqual([userId, userId]);
        expect(await profiles(world)).toBe(1);
        expect((await rowsOf(world.store.admin, 'Org', 'user|')).map((row) => row.values['userId'])).toEqual(
          (await rowsOf(world.store.admin, 'Org', 'user|')).map(() => userId),
        );
        await world.close();
      }
    expect(operations).toBeGreaterThan(15);
  });
});
