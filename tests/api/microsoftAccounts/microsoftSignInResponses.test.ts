import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { anEntraPerson } from '../../support/fakes/localEntra.ts';
import { host } from '../../support/apps/signInApp.ts';
import { locationOf, codeIn, useMicrosoftSignIn } from '../../support/apps/microsoftSignInSteps.ts';

const { app, begin, goBack, signInAt } = useMicrosoftSignIn();

describe('responses of Microsoft', () => {
  beforeEach(() => app().install(['ann', 'bob']));

  it.each([
    ['access_denied', '/login#error=CANCELLED'],
    ['server_error', '/login#error=REFUSED'],
  ])('a response of Microsoft with %s is shown as text', async (error, where) => {
    const { cookie, url } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    const reply = await app().ask({
      target: `/api/v1/userlogin/callback?error=${error}&error_description=%3Cscript%3E&state=${state}`,
      headers: { Cookie: cookie },
    });
    expect(locationOf(reply)).toBe(where);
  });

  it('a response of Microsoft is valid once', async () => {
    const { cookie, url } = await begin();
    const returned = await app().entra.authorize(url);
    expect(codeIn(await goBack(returned, cookie))).not.toBe('');
    expect(locationOf(await goBack(returned, cookie))).toBe('/login#error=EXPIRED');
    expect(app().entra.state.redeemed).toHaveLength(1);
  });

  it('is valid once, also in many parallel requests', async () => {
    const { cookie, url } = await begin();
    const returned = await app().entra.authorize(url);
    const landings = await Promise.all(Array.from({ length: 10 }, () => goBack(returned, cookie)));
    expect(landings.filter((item) => codeIn(item) !== '')).toHaveLength(1);
  });

  it('is valid for ten minutes', async () => {
    const { cookie, url } = await begin();
    app().clock.advance({ minutes: 10 });
    expect(locationOf(await goBack(await app().entra.authorize(url), cookie))).toBe('/login#error=EXPIRED');
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
    const returned = await app().entra.authorize(url);
    expect(locationOf(await goBack(returned, change(cookie)))).toBe('/login#error=EXPIRED');
    expect(app().entra.state.redeemed).toEqual([]);
    expect(codeIn(await goBack(returned, `other=1; ${cookie}; more=2`))).not.toBe('');
  });

  it('is rejected with the cookie or the state of another sign-in', async () => {
    const firstAttempt = await begin();
    const other = await begin();
    const returned = await app().entra.authorize(firstAttempt.url);
    expect(locationOf(await goBack(returned, other.cookie))).toBe('/login#error=EXPIRED');
    returned.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '');
    // The state belongs to this browser, but its PKCE verifier was made for another code.
    expect(locationOf(await goBack(returned, other.cookie))).toBe('/login#error=REFUSED');
  });

  it.each([undefined, '', 'x', 'a'.repeat(43), `${'a'.repeat(42)}%00`])(
    'is rejected with the state %s',
    async (state) => {
      const { cookie } = await begin();
      const query = state === undefined ? '' : `&state=${state}`;
      const reply = await app().ask({
        target: `/api/v1/userlogin/callback?code=x${query}`,
        headers: { Cookie: cookie },
      });
      expect(locationOf(reply)).toBe('/login#error=EXPIRED');
    },
  );

  it('is rejected with two states', async () => {
    const { cookie, url } = await begin();
    const returned = await app().entra.authorize(url);
    const target = `${returned.pathname}${returned.search}&state=x`;
    expect(await app().ask({ target, headers: { Cookie: cookie } })).toMatchObject({ status: 400 });
  });

  it('is rejected for a code of a sign-in that began elsewhere, because no verifier matches it', async () => {
    const { cookie, url } = await begin();
    const foreign = new URL(url);
    foreign.searchParams.set('code_challenge', 'a'.repeat(43));
    expect(locationOf(await goBack(await app().entra.authorize(foreign.href), cookie))).toBe('/login#error=REFUSED');
    const without = await begin();
    const bare = new URL(without.url);
    bare.searchParams.delete('code_challenge');
    expect(locationOf(await goBack(await app().entra.authorize(bare.href), without.cookie))).toBe(
      '/login#error=REFUSED',
    );
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
    app().entra.state.idClaims = claims;
    const { landing } = await signInAt();
    expect(locationOf(landing)).toBe('/login#error=REFUSED');
  });

  it('gets an explanation for a person in no team', async () => {
    expect(locationOf((await signInAt(anEntraPerson('cy'))).landing)).toBe('/login#error=NOT_IN_ROSTER');
    const fabrikam = anEntraPerson('ann', 'fabrikam');
    expect(locationOf((await signInAt(fabrikam)).landing)).toBe('/login#error=NOT_IN_ROSTER');
  });

  it('gets an explanation for a person whose organisation is being deleted', async () => {
    const { orgId } = await app().install(['ann']);
    const instant = anInstant('2026-11-27T08:00:00Z');
    await outside(app().store).touch(
      deletionJob,
      { target: 'ORG', id: orgId },
      {
        ...{ target: 'ORG', id: orgId, orgId, phase: 'QUEUES', deletionId: 'one', fromState: 'ACTIVE', actor: 'Ann' },
        ...{ notBefore: instant, until: instant, startedAt: instant, failures: 0 },
      },
    );
    await inOrg(app().store, orgId).touch(orgKind, undefined, { state: 'DELETING' });
    expect(locationOf((await signInAt()).landing)).toBe('/login#error=DELETING');
  });
});
