import type { listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { JsonBodyType } from 'msw';
import { aSession, aTeam, aToken, now } from '../../testing/testDataBuildersAndClock.ts';
import { answering, origin, refusal, server } from '../../testing/mockServer.ts';
import { createCall, requestOf } from './apiClient.ts';
import { createSession } from './sessionStore.ts';
import { memoryStorage } from './safeBrowserStorage.ts';

const signedIn = (token: string) => {
  const session = createSession(memoryStorage(), () => now);
  session.signedIn(aSession({ token }), 'a@b.test');
  const language = { state: () => ({ tag: 'en-GB' }), chosen: () => Promise.resolve() };
  const call = createCall({ fetch: (url, init) => fetch(new URL(url, origin), init), session, language });
  return { session, teams: () => call<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}), call };
};

describe('requestOf', () => {
  it('fills the path and puts the rest into the query of a GET', () => {
    expect(requestOf('GET', '/api/x/{id}/y', { id: 'a/b?c', date: '2026-11-20', none: undefined })).toEqual({
      url: '/api/x/a%2Fb%3Fc/y?date=2026-11-20',
      body: undefined,
    });
  });

  it('leaves out a missing optional part', () => {
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

  it('does not end a session over a refused sign-in, which carries no token', async () => {
    const { session, call } = signedIn(aToken());
    server.use(
      answering('post', '/api/account/login', () =>
        refusal(401, 'INVALID_CREDENTIALS', 'Email or password is not right.'),
      ),
    );
    const again = call<typeof login>(
      { method: 'POST', path: '/api/account/login', open: true },
      { email: 'a@b.test', password: 'x' },
    );
    await expect(again).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      sentence: 'Email or password is not right.',
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
  ])('treats %s as a failure', async (_, answer) => {
    server.use(answering('get', '/api/team/list', answer));
    await expect(signedIn(aToken()).teams()).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

describe('an expired token', () => {
  const unauthenticated = () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.');
  const oldToken = aToken(now);
  const newToken = aToken(now + 3_600_000);
  /**
   * Fakes a server that accepts only `newToken`, and answers each refresh with `answer`. By default, it answers with a
   * session that has the new token.
   */
  const serving = (
    answer: () => JsonBodyType | Response = () => aSession({ token: newToken, refreshToken: 'refresh-1' }),
  ) => {
    const refreshes: unknown[] = [];
    const calls: (string | null)[] = [];
    server.use(
      answering('get', '/api/team/list', ({ authorization }) => {
        calls.push(authorization);
        return authorization === `Bearer ${newToken}` ? [aTeam('One')] : unauthenticated();
      }),
      answering('post', '/api/account/refreshtoken', ({ body, authorization }) => {
        refreshes.push([body, authorization]);
        return answer() as JsonBodyType;
      }),
    );
    return { refreshes, calls };
  };

  it('refreshes the token without sending it, once for all concurrent calls, before they are sent', async () => {
    const { session, teams } = signedIn(oldToken);
    const { refreshes, calls } = serving();
    await Promise.all(Array.from({ length: 10 }, teams));
    expect(refreshes).toEqual([[{ refreshtoken: 'refresh-0' }, null]]);
    expect(calls).toEqual(Array.from({ length: 10 }, () => `Bearer ${newToken}`));
    expect(session.refreshToken()).toBe('refresh-1');
    await teams();
    expect(refreshes).toHaveLength(1);
  });

  it('a token that is expired by the server’s clock alone is refreshed too, and the call is repeated, once for all calls', async () => {
    const { teams } = signedIn(aToken());
    const { refreshes, calls } = serving();
    await Promise.all([teams(), teams(), teams()]);
    expect(refreshes).toHaveLength(1);
    expect(calls).toHaveLength(6);
  });

  it('ends the session when the server refuses to refresh it', async () => {
    const { session, teams } = signedIn(oldToken);
    const { calls } = serving(unauthenticated);
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(session.state()).toEqual({ status: 'signedOut', why: 'expired' });
    expect(calls).toEqual([]);
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends the session if there is no refresh token', async () => {
    const { session, teams } = signedIn(oldToken);
    session.storage().remove('HRA.USER.REFRESH.TOKEN');
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(session.state()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  it('ends the session when the server refuses the new token as well', async () => {
    const { session, teams } = signedIn(aToken());
    const { refreshes } = serving(() => aSession({ token: aToken(now + 60_000), refreshToken: 'refresh-1' }));
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(refreshes).toHaveLength(1);
    expect(session.state()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  it.each([
    ['busy', () => refusal(503, 'UNAVAILABLE', 'Busy.'), 'UNAVAILABLE'],
    ['limiting', () => refusal(429, 'TOO_MANY_REQUESTS', 'Wait.'), 'TOO_MANY_REQUESTS'],
    ['out of reach', () => Response.error(), 'INVALID_ENDPOINT'],
    ['a proxy', () => new Response('oops', { status: 502 }), 'INTERNAL'],
  ])('keeps the session while the server is %s', async (_, answer, code) => {
    const { session, teams } = signedIn(oldToken);
    serving(answer);
    await expect(teams()).rejects.toMatchObject({ code });
    expect(session.state().status).toBe('signedIn');
    serving();
    await expect(teams()).resolves.toEqual([aTeam('One')]);
  });

  it('is replaced by the token of a faster tab, before a refresh and after a refusal', async () => {
    const before = signedIn(oldToken);
    const { refreshes } = serving(unauthenticated);
    const elsewhere = createSession(before.session.storage(), () => now);
    elsewhere.refreshed(aSession({ token: newToken, refreshToken: 'refresh-1' }));
    await expect(before.teams()).resolves.toEqual([aTeam('One')]);
    expect(refreshes).toEqual([]);

    const after = signedIn(oldToken);
    serving(() => {
      createSession(after.session.storage(), () => now).refreshed(
        aSession({ token: newToken, refreshToken: 'refresh-9' }),
      );
      return unauthenticated();
    });
    await expect(after.teams()).resolves.toEqual([aTeam('One')]);
    expect(after.session.state().status).toBe('signedIn');
  });

  it('does not make a call in the name of another person who signed in in another tab', async () => {
    const before = signedIn(oldToken);
    const { calls } = serving(unauthenticated);
    createSession(before.session.storage(), () => now).signedIn(
      aSession({ token: newToken, refreshToken: 'refresh-b' }),
      'b@b.test',
    );
    await expect(before.teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

    const after = signedIn(oldToken);
    const late = serving(() => {
      createSession(after.session.storage(), () => now).signedIn(
        aSession({ token: newToken, refreshToken: 'refresh-b' }),
        'b@b.test',
      );
      return unauthenticated();
    });
    await expect(after.teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect([calls, late.calls]).toEqual([[], []]);
    expect(after.session.state()).toMatchObject({ status: 'signedIn', email: 'b@b.test' });
  });

  it('does not sign a person in again who signed out during the refresh', async () => {
    const { session, teams } = signedIn(oldToken);
    serving(() => {
      session.signOut();
      return aSession({ token: newToken, refreshToken: 'refresh-1' });
    });
    await expect(teams()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(session.state()).toEqual({ status: 'signedOut', why: 'left' });
    expect(session.storage().get('HRA.USER.TOKEN')).toBeNull();
  });

  it('completes the refresh for the other calls if the first call is cancelled', async () => {
    const { session, call } = signedIn(oldToken);
    serving();
    const gone = new AbortController();
    const list = (signal?: AbortSignal) =>
      call<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}, signal);
    const [first, second] = [list(gone.signal), list()];
    gone.abort();
    await expect(first).rejects.toBeDefined();
    await expect(second).resolves.toEqual([aTeam('One')]);
    expect(session.refreshToken()).toBe('refresh-1');
  });
});
