import en from '#contracts/text/en.json' with { type: 'json' };
import { aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp, serving } from '../../support/http/echoHttpApp.ts';
import type { HttpAppOptions } from '../../support/http/echoHttpApp.ts';
import { asJson, bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../../support/http/rawHttpClient.ts';

const clock = fakeClock();
const app = httpApp({ clock, drainTimes: { linger: 0, bound: 2000 }, trustedProxies: 1 });
let port = 0;
beforeAll(async () => {
  ({ port } = await app.listen(0, '127.0.0.1'));
});
afterAll(() => app.close());

const ask = (request: RawRequest): Promise<RawReply> => send(port, request);
const post = (target: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RawReply> =>
  ask({
    method: 'POST',
    target,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...asJson, ...headers },
  });
const outcomeOf = (reply: RawReply) => {
  const { status, code, errorCode, message, data } = jsonOf(reply);
  return { http: reply.status, status, code, errorCode, message, data };
};
const refusal = (http: number, errorCode: string, message: string) => ({
  http,
  status: 'Error',
  code: http,
  errorCode,
  message,
  data: null,
});
const data = (reply: RawReply): unknown => {
  expect(jsonOf(reply)).toEqual({
    status: 'Success',
    data: expect.anything() as unknown,
    code: 200,
    message: '',
    errorCode: null,
  });
  return jsonOf(reply)['data'];
};

describe('envelopes', () => {
  it('answers an unknown address with 404', async () => {
    const reply = await ask({ target: '/api/nothing/here' });
    expect(outcomeOf(reply)).toEqual(refusal(404, 'NOT_FOUND', en['error.NOT_FOUND']));
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(jsonOf(reply)['correlationId']).toBe(reply.headers['x-correlation-id']);
  });

  it('answers the wrong method with 405 and names the right ones', async () => {
    const reply = await ask({ method: 'DELETE', target: '/api/account/login' });
    expect(outcomeOf(reply)).toEqual(refusal(405, 'METHOD_NOT_ALLOWED', en['error.METHOD_NOT_ALLOWED']));
    expect(reply.headers['allow']).toBe('POST');
  });

  it.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'])('rejects %s', async (method) => {
    expect((await ask({ method, target: '/api/team/list' })).status).toBe(405);
  });

  it('sends no body for HEAD', async () => {
    const reply = await ask({ method: 'HEAD', target: '/api/nothing' });
    expect([reply.status, reply.body.length]).toEqual([404, 0]);
    expect((await ask({ method: 'HEAD', target: '/livez' })).status).toBe(200);
  });

  it('matches paths exactly', async () => {
    expect((await ask({ target: '/API/team/list', headers: bearer('token-user') })).status).toBe(404);
    expect((await ask({ target: '/api/team/list/', headers: bearer('token-user') })).status).toBe(404);
    expect((await ask({ target: '/api/team/list', headers: bearer('token-user') })).status).toBe(200);
  });

  it('gives each request a new correlation id and accepts none from outside', async () => {
    const replies = await Promise.all(
      [1, 2].map(() => ask({ target: '/livez', headers: { 'x-correlation-id': 'mine' } })),
    );
    const ids = replies.map((reply) => reply.headers['x-correlation-id']);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe('refusals', () => {
  it.each([
    ['limited', refusal(429, 'TOO_MANY_REQUESTS', en['error.TOO_MANY_REQUESTS']), '13'],
    ['unavailable', refusal(503, 'UNAVAILABLE', en['error.UNAVAILABLE']), '2'],
    ['conflict', refusal(409, 'CONFLICT', en['error.CONFLICT']), undefined],
    ['large', refusal(413, 'TOO_LARGE', en['error.TOO_LARGE']), undefined],
  ])('%s', async (name, expected, retryAfter) => {
    const reply = await ask({ target: `/api/fail/${name}` });
    expect(outcomeOf(reply)).toEqual(expected);
    expect(reply.headers['retry-after']).toBe(retryAfter);
  });

  it.each(['bug', 'string', 'nothing', 'foreign', 'cause', 'unknown', 'json', 'silent'])(
    'shows only the general sentence for a fault: %s',
    async (name) => {
      const reply = await ask({ target: `/api/fail/${name}` });
      expect(outcomeOf(reply)).toEqual(refusal(500, 'INTERNAL', en['error.INTERNAL']));
      expect(reply.body.toString()).not.toContain('canary');
    },
  );

  it('cuts an answer that it cannot finish, and leaves a finished one unchanged', async () => {
    const half = await ask({ target: '/api/fail/half' });
    expect([half.status, half.body.toString()]).toEqual([200, 'half']);
    expect((await ask({ target: '/api/fail/late' })).body.toString()).toContain('done');
    expect((await ask({ target: '/livez' })).status).toBe(200);
  });
});

describe('sessions', () => {
  const unauthenticated = refusal(401, 'UNAUTHENTICATED', en['error.UNAUTHENTICATED']);

  it.each([
    {},
    bearer('wrong'),
    { Authorization: 'Basic dTpw' },
    { Authorization: 'Bearer' },
    bearer('token-user"'),
    bearer('token-user token-admin'),
  ])('refuses %j', async (headers) => {
    expect(outcomeOf(await ask({ target: '/api/team/list', headers }))).toEqual(unauthenticated);
  });

  it('the server never takes a session token from the query', async () => {
    expect((await ask({ target: '/api/team/list?token=token-user' })).status).toBe(401);
  });

  it('accepts a valid token', async () => {
    expect(data(await ask({ target: '/api/team/list', headers: bearer('token-admin') }))).toEqual([
      { id: aTeamId(), name: 'admin' },
    ]);
  });

  it('answers 503, not 401, when it cannot check the session', async () => {
    expect((await ask({ target: '/api/team/list', headers: bearer('token-storeless') })).status).toBe(503);
  });

  it('refuses a role without the right before it reads the input', async () => {
    const forbidden = refusal(403, 'FORBIDDEN', en['error.FORBIDDEN']);
    const target = '/api/team/delete/x';
    expect(outcomeOf(await ask({ method: 'DELETE', target, headers: bearer('token-user'), body: 'not json' }))).toEqual(
      forbidden,
    );
    expect((await ask({ method: 'DELETE', target, headers: bearer('token-admin') })).status).toBe(200);
    expect((await ask({ target: `/api/member/list/${aTeamId()}`, headers: bearer('token-superadmin') })).status).toBe(
      403,
    );
  });

  it('requires a session before it reads a body', async () => {
    expect((await post('/api/meeting/save', '{"broken":')).status).toBe(401);
  });

  it('passes the caller of a valid token to open calls', async () => {
    expect(data(await ask({ target: '/api/echo/me', headers: bearer('token-user') }))).toEqual({ name: 'user' });
    expect(data(await ask({ target: '/api/echo/me' }))).toEqual({ name: null });
  });

  it('derives the caller’s address from trusted proxies only', async () => {
    const address = async (forwarded?: string) =>
      (
        data(
          await ask({
            target: '/api/echo/part/x',
            headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
          }),
        ) as { address: string }
      ).address;
    expect(await address()).toBe('127.0.0.1');
    expect(await address('6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
    expect(await address('6.6.6.6, ::ffff:1.2.3.4')).toBe('1.2.3.4');
    expect(await address('1.2.3.4:5678')).toBe('1.2.3.4');
    expect(await address('nonsense')).toBe('127.0.0.1');
  });
});

describe('language', () => {
  it("refuses in the language of the reader: the account's, else the browser's", async () => {
    const translateFor: HttpAppOptions['translateFor'] = (locale) => (key) => `${locale} ${key}`;
    await serving({ clock, translateFor }, async (own) => {
      const heard = async (headers: Readonly<Record<string, string>>) =>
        jsonOf(await send(own, { target: `/api/meeting/get/${aMeetingId()}`, headers }))['message'];
      expect(await heard({ 'Accept-Language': 'it;q=0.2, sv-SE;q=0.9, *;q=0.1' })).toBe('sv-SE error.UNAUTHENTICATED');
      expect(await heard({ ...bearer('token-admin'), 'Accept-Language': 'fr' })).toBe('de-DE error.NOT_FOUND');
    });
  });
});
