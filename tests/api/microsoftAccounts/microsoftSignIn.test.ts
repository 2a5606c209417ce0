import { session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { clientSecret } from '../../support/fakes/localEntra.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { host, startSignInApp } from '../../support/apps/signInApp.ts';
import type { SignInApp } from '../../support/apps/signInApp.ts';
import { ann, ownOrigin, locationOf, useMicrosoftSignIn } from '../../support/apps/microsoftSignInSteps.ts';

const { app, begin, exchange, goBack, signInAt } = useMicrosoftSignIn();

describe('sign-in with Microsoft', () => {
  it('redirects to Microsoft and returns with a session', async () => {
    const { orgId } = await app().install(['ann', 'bob']);
    const { cookie, landing, code } = await signInAt();
    expect(landing.status).toBe(302);
    expect(landing.headers['cache-control']).toBe('no-store');
    const reply = await exchange(code, cookie);
    expect(reply.status).toBe(200);
    const given = session.parse(reply.data);
    expect(given.memberId).toBe((await app().memberOf(ann)).pointer.memberId);
    expect(await authenticate(app().deps, given.token)).toMatchObject({ orgId, role: 'admin' });
    expect(reply.headers['set-cookie']).toContain('Max-Age=0');
  });

  it('uses the authorization code flow with PKCE, verifier and secret', async () => {
    await app().install(['ann']);
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
    await signInAt();
    expect(app().entra.state.redeemed).toHaveLength(1);
    expect(app().entra.state.redeemed[0]).toMatchObject({ client_secret: clientSecret });
    expect(app().entra.state.redeemed[0]?.['code_verifier']).toMatch(/^[\w-]{43}$/);
  });

  it('stores no value in the browser or the store that grants access alone', async () => {
    await app().install(['ann']);
    const { cookie, url } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    const kept = JSON.stringify(await rowsOf(app().store.admin, 'Accounts'));
    expect(kept).not.toContain(state);
    expect(kept).not.toContain(cookie.split('=')[1]);
    for (const secret of ['verifier', 'nonce'])
      expect(Object.keys(Object.fromEntries(new URL(url).searchParams))).not.toContain(`code_${secret}`);
  });

  it('is offered only if it is configured', async () => {
    const options = async (at: SignInApp) => (await at.ask({ target: '/api/v1/userlogin/options' })).data;
    expect(await options(app())).toEqual({ microsoft: true, teams: true });
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
    app().entra.state.isDown = true;
    expect((await begin()).reply).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' });
    app().entra.state.isDown = false;
    app().clock.advance({ seconds: 6 });
    await app().install(['ann']);
    const { cookie, url } = await begin();
    const returned = await app().entra.authorize(url);
    app().entra.state.isDown = true;
    expect(locationOf(await goBack(returned, cookie))).toBe('/login#error=UNAVAILABLE');
  });

  it('returns only to the sign-in page, with the target path as a suggestion', async () => {
    await app().install(['ann']);
    const { landing } = await signInAt(ann, '?target=%2Freports%3Fx%3D1%23y');
    expect(locationOf(landing)).toMatch(/^\/login\?redirectUrl=%2Freports%3Fx%3D1%23y#code=[\w-]{43}$/);
  });

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', `/${'a'.repeat(2000)}`])(
    'does not accept %s as a target path',
    async (target) => {
      const { reply } = await begin(`?target=${encodeURIComponent(target)}`);
      expect(reply).toMatchObject({ status: 400, errorCode: 'INVALID_INPUT' });
    },
  );
});

describe('the code behind #', () => {
  beforeEach(() => app().install(['ann', 'bob']));

  it('is valid once, for one of many parallel requests', async () => {
    const { code, cookie } = await signInAt();
    const replies = await Promise.all(Array.from({ length: 20 }, () => exchange(code, cookie)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.errorCode === 'CODE_INVALID')).toHaveLength(19);
  });

  it('is valid for a minute', async () => {
    const { code, cookie } = await signInAt();
    app().clock.advance({ seconds: 60 });
    expect(await exchange(code, cookie)).toMatchObject({ errorCode: 'CODE_INVALID' });
  });

  it('is valid only in the browser that began, so a link with it signs in no other person', async () => {
    const { code, cookie } = await signInAt();
    const other = await begin();
    expect(await exchange(code, other.cookie)).toMatchObject({ errorCode: 'CODE_INVALID' });
    expect(await app().post('/api/v1/userlogin/exchange', { code }, ownOrigin)).toMatchObject({
      errorCode: 'CODE_INVALID',
    });
    expect(await exchange(code, cookie)).toMatchObject({ status: 200 });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another origin', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { Origin: 'https://other.rollcall.test', 'Sec-Fetch-Site': 'same-site' }],
    ['another origin in a browser that says no more', { Origin: 'https://evil.test' }],
    ['an origin that begins like ours', { Origin: `https://${host}.evil.test` }],
    ['no origin to speak of', { Origin: 'null' }],
    ['our origin by name, from another site', { Origin: `https://${host}`, 'Sec-Fetch-Site': 'cross-site' }],
  ])('is rejected from a page of %s', async (_what, headers) => {
    const { code, cookie } = await signInAt();
    const post = await app().post('/api/v1/userlogin/exchange', { code }, { ...headers, Cookie: cookie });
    expect(post).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' });
    expect(post.headers['access-control-allow-origin']).toBeUndefined();
    const form = { ...headers, Cookie: cookie, 'Content-Type': 'text/plain' };
    const plain = await app().ask({
      ...{ method: 'POST', target: '/api/v1/userlogin/exchange', headers: form },
      body: JSON.stringify({ code }),
    });
    expect(plain.status).toBe(415);
    expect(await exchange(code, cookie)).toMatchObject({ status: 200 });
  });

  it('is not accepted as a state, nor a state as a code', async () => {
    const { code, cookie } = await signInAt();
    const target = `/api/v1/userlogin/callback?code=x&state=${code}`;
    expect(locationOf(await app().ask({ target, headers: { Cookie: cookie } }))).toBe('/login#error=EXPIRED');
    const { url, cookie: second } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(await exchange(state, second)).toMatchObject({ errorCode: 'CODE_INVALID' });
  });

  it('leaves rows that are deleted after they expire', async () => {
    await signInAt();
    const purges = (await rowsOf(app().store.admin, 'Outbox')).filter((row) => row.rk.includes('|purge|'));
    const rows = (await rowsOf(app().store.admin, 'Accounts', 't')).map((row) => row.pk.slice('tok:'.length));
    expect(purges.map((row) => row.values['subject']).sort()).toEqual(rows.sort());
    expect(rows).toHaveLength(2);
  });
});
