import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { createHttpServer } from '../../../bot/src/http/server/httpServer.ts';
import { identityRoutes } from '../../../bot/src/http/routes/identityRoutes.ts';
import { registrationRoutes } from '../../../bot/src/http/routes/registrationRoutes.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { logoutUrl } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { createFakeMessenger } from '../../support/fakes/fakeMessenger.ts';
import { forgedTokens } from '../../support/fakes/forgedSessionTokens.ts';
import { asJson, bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';
import type { RawReply } from '../../support/http/rawHttpClient.ts';
import { emailOf, passwordOf, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';

const secret = 'a secret for tests, 32 bytes and more';
type World = Awaited<ReturnType<typeof sessionWorld>>;

const serving = async (work: (port: number, world: World) => Promise<void>): Promise<void> => {
  const world = await sessionWorld();
  const deps = {
    ...world.deps,
    entra: null,
    codeKeys: codeKeys([secret]),
    messenger: createFakeMessenger(world.deps.clock),
    presenter: createPresenter({ translateFor, publicUrl: world.deps.publicUrl }),
  };
  const http = createHttpServer({
    newId: world.deps.newId,
    log: world.deps.log,
    metrics: noMetrics,
    tracer: noTracer,
    translateFor,
    authenticate: (token) => authenticate(world.deps, token),
    isReadOnly: () => Promise.resolve(false),
    routes: [...identityRoutes(deps), ...registrationRoutes(deps)],
    publicUrl: world.deps.publicUrl,
    allowedHosts: null,
    webDir: null,
    isDemo: false,
    trustedProxies: 1,
    drainTimes: { linger: 0, bound: 2000 },
  });
  const { port } = await http.listen(0, '127.0.0.1');
  try {
    await work(port, world);
  } finally {
    await http.close();
  }
};

const post = (port: number, target: string, body: unknown, headers: Record<string, string> = {}): Promise<RawReply> =>
  send(port, { method: 'POST', target, headers: { ...asJson, ...headers }, body: JSON.stringify(body) });
const from = (number: number) => ({ 'X-Forwarded-For': `198.51.100.${number}` });
const details = (port: number, headers: Record<string, string>): Promise<RawReply> =>
  send(port, { target: '/api/auth/getuserdetails', headers });

describe('an invalid access token', () => {
  it('is rejected in 56 forged variants', async () => {
    await serving(async (port, world) => {
      const real = await world.signIn('ann');
      expect((await details(port, bearer(real.token))).status).toBe(200);
      const forged = Object.entries(
        await forgedTokens({ deps: world.deps, now: world.clock.now(), secret, session: real, other: aUserId('bob') }),
      );
      const answers = await Promise.all(
        forged.map(async ([name, token]) => [name, (await details(port, bearer(token))).status] as const),
      );
      // The HTTP server refuses a header of 200 kB with 431 before it reads the token.
      expect(answers.filter(([name, status]) => status !== 401 && !(name === '200 kB' && status === 431))).toEqual([]);
      expect(answers).toHaveLength(56);
      expect((await details(port, bearer(real.token))).status).toBe(200);
    });
  });

  it.each([
    ['a cookie', (token: string) => ({ Cookie: `token=${token}; HRA.USER.TOKEN=${token}` })],
    ['Basic', (token: string) => ({ Authorization: `Basic ${Buffer.from(`ann:${token}`).toString('base64')}` })],
    ['no scheme', (token: string) => ({ Authorization: token })],
    ['a list', (token: string) => ({ Authorization: `Bearer x, Bearer ${token}` })],
    ['another header', (token: string) => ({ 'X-Authorization': `Bearer ${token}`, 'X-Forwarded-User': 'ann' })],
  ])('is read from one header only, not from %s', async (_what, headers) => {
    await serving(async (port, world) => {
      const { token } = await world.signIn('ann');
      expect((await details(port, headers(token))).status).toBe(401);
    });
  });

  it('is not read from the query', async () => {
    await serving(async (port, world) => {
      const { token } = await world.signIn('ann');
      expect((await send(port, { target: `/api/auth/getuserdetails?token=${token}` })).status).toBe(401);
    });
  });
});

describe('the sign-in over HTTP', () => {
  const credentials = { email: emailOf('ann'), password: passwordOf('ann') };

  it('returns all values of a session under the specified names', async () => {
    await serving(async (port) => {
      const reply = await post(port, '/api/account/login', credentials);
      expect(reply.status).toBe(200);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers).not.toHaveProperty('set-cookie');
      const { status, data } = jsonOf(reply) as { status: string; data: Record<string, unknown> };
      expect(status).toBe('Success');
      expect(Object.keys(data)).toEqual(['token', 'refreshToken', 'warnings', 'memberId', 'orgId', 'language']);
    });
  });

  it('reveals no account: same status, same keys in the same order, same texts', async () => {
    await serving(async (port, world) => {
      await outside(world.store).touch(profile, { userId: aUserId('bob') }, { isConfirmed: false });
      const tries = [
        { email: 'nobody@example.test', password: 'a guess at a password' },
        { email: credentials.email, password: 'a guess at a password' },
        { email: emailOf('bob'), password: 'a guess at a password' },
        { email: credentials.email.toUpperCase(), password: 'x' },
        { email: 'nobody@example.test', password: 'x'.repeat(1000) },
      ];
      const replies = [];
      for (const body of tries) replies.push(await post(port, '/api/account/login', body));
      // An account at the rate limit must give the same reply, whether it exists or not.
      for (let index = 0; index < 12; index += 1)
        replies.push(await post(port, '/api/account/login', tries[1], from(index)));
      const shapes = replies.map((reply) => {
        const { correlationId, ...rest } = jsonOf(reply);
        return JSON.stringify([
          reply.status,
          rest,
          typeof correlationId,
          Object.keys(reply.headers),
          Object.keys(jsonOf(reply)),
        ]);
      });
      expect(new Set(shapes).size).toBe(1);
      expect(replies[0]?.status).toBe(401);
    });
  });

  it.each([
    ['10 kB of password', { ...credentials, password: 'x'.repeat(10_240) }, 400],
    ['1 MB of password', { ...credentials, password: 'x'.repeat(1_048_576) }, 413],
    ['half a surrogate pair', { ...credentials, password: 'x\ud800xxxxxxxxx' }, 400],
    ['a list for a password', { ...credentials, password: [credentials.password] }, 400],
    ['an object for a password', { ...credentials, password: { $ne: null } }, 400],
    ['an object for an address', { email: { $gt: '' }, password: 'x' }, 400],
    ['no password', { email: credentials.email }, 400],
    ['an empty password', { ...credentials, password: '' }, 400],
    ['nothing', {}, 400],
    ['a list of two', [credentials, credentials], 400],
  ])('rejects %s', async (_what, body, status) => {
    await serving(async (port) => {
      expect((await post(port, '/api/account/login', body)).status).toBe(status);
    });
  });

  it('accepts NUL and any other character in a password unchanged', async () => {
    await serving(async (port) => {
      const cut = { ...credentials, password: `${credentials.password}\u0000` };
      expect((await post(port, '/api/account/login', cut)).status).toBe(401);
    });
  });

  it('limits an address with 429 and the seconds to wait, by the address that our proxy reports', async () => {
    await serving(async (port) => {
      const guess = { email: 'nobody@example.test', password: 'a guess at a password' };
      const spoofed = (number: number) => ({ 'X-Forwarded-For': `203.0.113.${number}, 198.51.100.7` });
      for (let index = 0; index < 30; index += 1)
        expect(
          (await post(port, '/api/account/login', { ...guess, email: `p${index}@example.test` }, spoofed(index)))
            .status,
        ).toBe(401);
      const limited = await post(port, '/api/account/login', credentials, spoofed(99));
      expect([limited.status, limited.headers['retry-after']]).toEqual([429, '300']);
      expect((await post(port, '/api/account/login', credentials, from(8))).status).toBe(200);
    });
  });
});

describe('the other session calls over HTTP', () => {
  it('refresh, switch, sign out', async () => {
    await serving(async (port, world) => {
      const first = await world.signIn('ann');
      const refreshed = await post(port, '/api/account/refreshtoken', { refreshtoken: first.refreshToken });
      const { data } = jsonOf(refreshed) as { data: Record<string, string> };
      expect(Object.keys(data)).toEqual(['token', 'refreshToken', 'warnings', 'memberId', 'orgId', 'language']);
      const { token = '', refreshToken = '', orgId = '' } = data;
      const switched = await post(port, `/api/auth/switch/${orgId}`, {}, bearer(token));
      expect(Object.keys((jsonOf(switched) as { data: object }).data)).not.toContain('refreshToken');
      expect((await post(port, `/api/auth/switch/${orgId}`, {})).status).toBe(401);
      expect(jsonOf(await post(port, '/api/auth/logout', { refreshToken }))).toMatchObject({
        status: 'Success',
        data: true,
      });
      expect((await details(port, bearer(token))).status).toBe(401);
      expect((await post(port, '/api/account/refreshtoken', { refreshtoken: refreshToken })).status).toBe(401);
    });
  });

  it.each<[string, object, number]>([
    ['what is no token', { refreshtoken: 'x' }, 401],
    ['200 kB', { refreshtoken: 'x'.repeat(200_000) }, 400],
    ['a list', { refreshtoken: ['x'] }, 400],
    ['another name', { refreshToken: 'x' }, 400],
    ['nothing', {}, 400],
  ])('reject a refresh by %s', async (_what, body, status) => {
    await serving(async (port) => {
      expect((await post(port, '/api/account/refreshtoken', body)).status).toBe(status);
    });
  });

  it('report each missing field of a password change', async () => {
    await serving(async (port, world) => {
      const { token } = await world.signIn('ann');
      const full = { oldPassword: 'x', newPassword: 'a fogbound tandem', passwordConfirmation: 'a fogbound tandem' };
      const messageFor = async (body: object): Promise<unknown> =>
        jsonOf(await post(port, '/api/user/changePassword', body, bearer(token)))['message'];
      expect(await messageFor({ ...full, oldPassword: '' })).toBe('Please enter your old password.');
      expect(await messageFor({ ...full, newPassword: undefined })).toBe('Please enter your new password.');
      expect(await messageFor({ ...full, passwordConfirmation: '' })).toBe('Please repeat your new password.');
      expect(await messageFor({ ...full, passwordConfirmation: 'x' })).toBe('Two passwords are inconsistent.');
      expect(await messageFor(full)).toBe('Your old password is not right.');
      expect((await post(port, '/api/user/changePassword', full)).status).toBe(401);
    });
  });

  it('return the target of signing out without a token', async () => {
    await serving(async (port, world) => {
      const reply = await send(port, { target: '/api/v1/userlogin/logouturl' });
      expect(jsonOf(reply)).toMatchObject({ data: { url: 'https://rollcall.test/login' } });
      const web = { logoutUrl: (back: string) => Promise.resolve(`https://login.test/logout?to=${back}`) };
      const entra = { personOf: () => Promise.reject(new Error('not asked')), web } as never;
      expect(await logoutUrl({ publicUrl: world.deps.publicUrl, entra })).toEqual({
        url: 'https://login.test/logout?to=https://rollcall.test/login',
      });
    });
  });

  it('are closed to other origins: no CORS header, also in a preflight', async () => {
    await serving(async (port) => {
      const headers = { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' };
      const preflight = await send(port, { method: 'OPTIONS', target: '/api/account/login', headers });
      const reply = await post(port, '/api/account/login', {}, headers);
      for (const body of [preflight, reply])
        expect(Object.keys(body.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(preflight.status).toBeGreaterThanOrEqual(400);
    });
  });

  it('write no token, password or address into the log', async () => {
    await serving(async (port, world) => {
      const { token, refreshToken } = await world.signIn('ann');
      await post(port, '/api/account/refreshtoken', { refreshtoken: refreshToken });
      world.clock.advance({ minutes: 1 });
      await post(port, '/api/account/refreshtoken', { refreshtoken: refreshToken });
      await details(port, bearer(token));
      await post(port, '/api/account/login', { email: emailOf('ann'), password: 'canary-password' });
      const log = JSON.stringify(world.deps.log.lines);
      expect(log).toContain('session.refreshReused');
      for (const canary of [token, refreshToken, 'canary-password', emailOf('ann'), '127.0.0.1'])
        expect(log).not.toContain(canary);
    });
  });
});
