import type { listTeams } from '#contracts/team.ts';
import type { login } from '#contracts/account.ts';
import { aTeam, aToken, now } from '../testing/builders.ts';
import { answering, origin, refusal, server } from '../testing/server.ts';
import { createCall, requestOf } from './client.ts';
import { createSession } from './session.ts';
import { memoryStorage } from './storage.ts';

const signedIn = (token: string) => {
  const session = createSession(memoryStorage(), () => now);
  session.signedIn({ token, warnings: [], memberId: null, orgId: null }, 'a@b.test');
  const call = createCall({ fetch: (url, init) => fetch(new URL(url, origin), init), session });
  return { session, teams: () => call<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}), call };
};

describe('requestOf', () => {
  it('fills the path and puts the rest into the query of a GET', () => {
    expect(requestOf('GET', '/api/x/{id}/y', { id: 'a/b?c', date: '2026-11-20', none: undefined })).toEqual({
      url: '/api/x/a%2Fb%3Fc/y?date=2026-11-20',
      body: undefined,
    });
  });

  it('leaves an optional part out when it is not given', () => {
    expect(requestOf('GET', '/api/x/{id}/m[/{m}]', { id: '1' }).url).toBe('/api/x/1/m');
    expect(requestOf('GET', '/api/x/{id}/m[/{m}]', { id: '1', m: '2' }).url).toBe('/api/x/1/m/2');
  });

  it('sends the rest of a POST as JSON', () => {
    expect(requestOf('POST', '/api/x/{id}', { id: '1', name: 'n', tags: ['a'] })).toEqual({
      url: '/api/x/1',
      body: '{"name":"n","tags":["a"]}',
    });
  });
});

describe('call', () => {
  it('sends the token and unwraps the envelope', async () => {
    const token = aToken();
    let authorization: string | null = null;
    server.use(
      answering('get', '/api/team/list', (seen) => {
        authorization = seen.authorization;
        return [aTeam('One')];
      }),
    );
    await expect(signedIn(token).teams()).resolves.toEqual([aTeam('One')]);
    expect(authorization).toBe(`Bearer ${token}`);
  });

  it('sends nothing with a token that has run out, and ends the session', async () => {
    const { session, teams } = signedIn(aToken(now));
    // The fake server fails the test on a call that nobody answers.
    server.resetHandlers(answering('get', '/api/team/list', () => refusal(500, 'INTERNAL', 'must not be asked')));
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', sentence: null });
    expect(session.state()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  it('ends the session on a 401', async () => {
    const { session, teams } = signedIn(aToken());
    server.use(answering('get', '/api/team/list', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.')));
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(session.state()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  it('does not end a session over a refused sign-in, which carries no token', async () => {
    const { session, call } = signedIn(aToken());
    server.use(
      answering('post', '/api/account/login', () =>
        refusal(401, 'INVALID_CREDENTIALS', 'E-mail or password is not right.'),
      ),
    );
    const again = call<typeof login>(
      { method: 'POST', path: '/api/account/login', open: true },
      { email: 'a@b.test', password: 'x' },
    );
    await expect(again).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      sentence: 'E-mail or password is not right.',
    });
    expect(session.state().status).toBe('signedIn');
  });

  it('turns a lost connection into INVALID_ENDPOINT', async () => {
    server.use(answering('get', '/api/team/list', () => Response.error()));
    await expect(signedIn(aToken()).teams()).rejects.toMatchObject({ code: 'INVALID_ENDPOINT', sentence: null });
  });

  it.each([
    ['a page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['no envelope', () => new Response('{"teams":[]}', { status: 200 })],
    ['an empty body', () => new Response(null, { status: 200 })],
  ])('takes %s for a failure', async (_, answer) => {
    server.use(answering('get', '/api/team/list', answer));
    await expect(signedIn(aToken()).teams()).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
