import { gzipSync } from 'node:zlib';
import en from '#contracts/text/en.json' with { type: 'json' };
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp } from '../../support/http/echoHttpApp.ts';
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

describe('input', () => {
  const nameTarget = (name: string) => `/api/meeting/IsMeetingNameExists/${aTeamId()}/${name}`;

  it.each([
    ['a%2Fb%25c%3Fd%23e', true],
    // The name was encoded twice in the address, but the server must decode it only once.
    ['a%252Fb%2525c%253Fd%2523e', false],
  ])('decodes the name %s exactly once', async (name, isExists) => {
    expect(data(await ask({ target: nameTarget(name), headers: bearer('token-user') }))).toEqual({ isExists });
  });

  it.each(['%252e', '%25', '+', 'a+b', '%2e%2E%2f', '%F0%9F%91%A9'])(
    'passes on the part %s unchanged',
    async (part) => {
      const reply = await ask({ target: `/api/echo/part/${part}` });
      expect(data(reply)).toMatchObject({ name: decodeURIComponent(part) });
    },
  );

  it('accepts a part up to the header limit', async () => {
    expect(data(await ask({ target: `/api/echo/part/${'x'.repeat(15_000)}` }))).toMatchObject({
      name: 'x'.repeat(15_000),
    });
    expect((await ask({ target: `/api/echo/part/${'x'.repeat(17_000)}` })).status).toBe(431);
  });

  it.each(['%', '%E0%A4%A', '%zz', '%c0%ae', 'x?page=%', 'x?page=%FF'])(
    'refuses the broken percent signs of %s',
    async (part) => {
      expect(outcomeOf(await ask({ target: `/api/echo/part/${part}` }))).toEqual(
        refusal(400, 'INVALID_INPUT', en['http.badAddress']),
      );
    },
  );

  it('refuses a repeated query key', async () => {
    const reply = await ask({ target: '/api/echo/part/x?page=1&page=1' });
    expect(outcomeOf(reply)).toEqual(refusal(400, 'INVALID_INPUT', 'page is given more than once.'));
  });

  it('refuses a key given in two places with different values', async () => {
    const other = refusal(400, 'INVALID_INPUT', 'name is given twice with different values.');
    expect(outcomeOf(await ask({ target: '/api/echo/part/x?name=y' }))).toEqual(other);
    expect((await ask({ target: '/api/echo/part/x?name=x' })).status).toBe(200);
    expect(
      (await ask({ method: 'DELETE', target: '/api/echo/delete/7', headers: asJson, body: '{"id":7}' })).status,
    ).toBe(200);
    expect(
      (await ask({ method: 'DELETE', target: '/api/echo/delete/7', headers: asJson, body: '{"id":["7"]}' })).status,
    ).toBe(400);
    expect(
      (await ask({ method: 'DELETE', target: '/api/echo/delete/7', headers: asJson, body: '{"id":null}' })).status,
    ).toBe(400);
  });

  it('takes the optional last part, the query and the body of a DELETE as one input', async () => {
    const request = { method: 'DELETE', headers: asJson, body: '{"note":"n"}' };
    expect(data(await ask({ ...request, target: '/api/echo/delete/7?count=3' }))).toEqual({
      id: '7',
      note: 'n',
      count: 3,
    });
    expect(data(await ask({ ...request, target: '/api/echo/delete?id=8' }))).toEqual({ id: '8', note: 'n' });
    expect(data(await ask({ method: 'DELETE', target: '/api/echo/delete/9' }))).toEqual({ id: '9' });
  });

  it('accepts a list as body where the call has a name for it', async () => {
    expect(data(await post('/api/echo/list/1', ['a', 'b']))).toEqual({ id: '1', dates: ['a', 'b'] });
    expect(data(await post('/api/echo/list/1', { dates: ['a'] }))).toEqual({ id: '1', dates: ['a'] });
    expect(outcomeOf(await post('/api/echo/any', []))).toEqual(refusal(400, 'INVALID_INPUT', en['http.notObject']));
  });

  it('names the error in the catalogue’s words, or the field', async () => {
    expect(outcomeOf(await post('/api/account/login', { email: 'a@b.co', password: '' }))).toEqual(
      refusal(400, 'INVALID_INPUT', en['account.passwordMissing']),
    );
    expect(outcomeOf(await post('/api/account/login', {}))).toEqual(refusal(400, 'INVALID_INPUT', en['invalid.email']));
    expect(outcomeOf(await post('/api/echo/list/1', ['a', 2]))).toEqual(
      refusal(400, 'INVALID_INPUT', 'Please check your input: dates.1 is not valid.'),
    );
    expect(outcomeOf(await post('/api/messages', {}))).toEqual(
      refusal(400, 'INVALID_INPUT', 'Please check your input: the request is not valid.'),
    );
  });
});

describe('bodies', () => {
  const notJson = refusal(400, 'INVALID_INPUT', en['http.notJson']);
  const unsupported = refusal(415, 'UNSUPPORTED_MEDIA_TYPE', en['error.UNSUPPORTED_MEDIA_TYPE']);
  const target = '/api/echo/any';
  const bytes = (body: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
    ask({ method: 'POST', target, body, headers: { ...asJson, ...headers } });

  it.each(['{', '{"a":1e}', '{"a":undefined}', "{'a':1}", '{"a":1}x', '\u0000', '[1,]'])(
    'refuses an invalid JSON text: %j',
    async (body) => {
      expect(outcomeOf(await post(target, body))).toEqual(notJson);
    },
  );

  it.each(['null', '1', '"text"', 'true'])('refuses %s where an object belongs', async (body) => {
    expect(outcomeOf(await post(target, body))).toEqual(refusal(400, 'INVALID_INPUT', en['http.notObject']));
  });

  it.each([
    '['.repeat(100_000) + ']'.repeat(100_000),
    '['.repeat(10_000),
    '{"a":'.repeat(10_000),
    `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
  ])('refuses JSON that is nested too deeply', async (body) => {
    expect(outcomeOf(await post(target, body))).toEqual(notJson);
  });

  it('does not count brackets inside texts', async () => {
    expect((await post(target, { a: '['.repeat(1000), b: '\\"[['.repeat(100) })).status).toBe(200);
    expect((await post(target, `{"a":${'['.repeat(60)}${']'.repeat(60)}}`)).status).toBe(200);
  });

  it('refuses bytes that are not UTF-8 and takes a byte order mark', async () => {
    expect(outcomeOf(await bytes(Uint8Array.of(0xff, 0xfe)))).toEqual(notJson);
    expect(outcomeOf(await bytes(Buffer.from('{"a":"\xe9"}', 'latin1')))).toEqual(notJson);
    expect((await bytes(Buffer.from('\ufeff{"a":1}'))).status).toBe(200);
  });

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
  ])('protects the prototype from %s', async (body) => {
    expect(data(await post(target, body))).toMatchObject({ admin: null });
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('drops __proto__ at any depth and in the query', async () => {
    const nested = await post(target, '{"a":{"__proto__":{"admin":true},"b":1}}');
    expect(data(nested)).toMatchObject({ input: { a: { b: 1 } } });
    expect(nested.body.toString()).not.toContain('proto');
    expect(data(await post(`${target}?__proto__[admin]=1&__proto__=2`, '{}'))).toMatchObject({ admin: null });
  });

  it.each(['gzip', 'br', 'deflate', 'x', 'gzip, identity'])(
    'decompresses nothing: content-encoding %s',
    async (encoding) => {
      expect(outcomeOf(await bytes(gzipSync('{"a":1}'), { 'Content-Encoding': encoding }))).toEqual(unsupported);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    '',
  ])('rejects %j', async (type) => {
    expect(outcomeOf(await ask({ method: 'POST', target, body: '{}', headers: { 'Content-Type': type } }))).toEqual(
      unsupported,
    );
  });

  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; odata=x',
  ])('accepts %s', async (type) => {
    expect(
      (
        await ask({
          method: 'POST',
          target,
          body: '{}',
          headers: { 'Content-Type': type, 'Content-Encoding': 'identity' },
        })
      ).status,
    ).toBe(200);
  });

  it('accepts a body of the limit and refuses one more byte, announced or not', async () => {
    const body = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    const tooLarge = refusal(413, 'TOO_LARGE', en['error.TOO_LARGE']);
    const chunked = (text: string) =>
      ask({
        method: 'POST',
        target,
        headers: { ...asJson, 'Transfer-Encoding': 'chunked' },
        body: `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      });
    expect((await post(target, body(limits.bodyBytes))).status).toBe(200);
    expect(outcomeOf(await post(target, body(limits.bodyBytes + 1)))).toEqual(tooLarge);
    expect((await chunked(body(limits.bodyBytes))).status).toBe(200);
    expect(outcomeOf(await chunked(body(limits.bodyBytes + 1)))).toEqual(tooLarge);
  });

  it('still answers a client that sends more than the server discards', async () => {
    const text = 'x'.repeat(1_048_577);
    const headers = { ...asJson, 'Transfer-Encoding': 'chunked' };
    const reply = await ask({ method: 'POST', target, headers, body: `${text.length.toString(16)}\r\n${text}\r\n` });
    expect([reply.status, reply.headers['connection']]).toEqual([413, 'close']);
  });

  it('refuses at once a body announced as huge', async () => {
    expect(
      (await ask({ method: 'POST', target, headers: { ...asJson, 'Content-Length': '1000000000' }, body: '{' })).status,
    ).toBe(413);
  });

  it('answers "Expect: 100-continue" without waiting for a body that it rejects', async () => {
    const expecting = { ...asJson, Expect: '100-continue' };
    expect((await ask({ method: 'POST', target, headers: { ...expecting, 'Content-Length': '300000' } })).status).toBe(
      413,
    );
    expect((await ask({ method: 'POST', target, headers: expecting, body: '{"a":1}' })).status).toBe(200);
    expect(
      (await ask({ method: 'POST', target, headers: { ...asJson, Expect: 'miracles' }, body: '{"a":1}' })).status,
    ).toBe(200);
  });

  it('refuses two different lengths', async () => {
    expect(
      (
        await ask({
          method: 'POST',
          target,
          headers: { ...asJson, 'Content-Length': '2', 'Transfer-Encoding': 'chunked' },
          body: '0\r\n\r\n{}',
        })
      ).status,
    ).toBe(400);
  });

  it('passes on a raw body unchanged, under the same limits', async () => {
    const hook = (body: Uint8Array) => ask({ method: 'POST', target: '/api/webhook', body });
    expect((await hook(Uint8Array.of(0xff, 0xfe, 0))).body.toString()).toContain('3');
    expect((await hook(new Uint8Array(limits.bodyBytes + 1))).status).toBe(413);
  });

  it('lets the bot SDK answer through restify, unchanged', async () => {
    const reply = await ask({ target: '/api/invoke' });
    expect([reply.status, reply.body.toString(), reply.headers['content-type']]).toEqual([
      202,
      expect.stringContaining('{"type":"card"}'),
      'application/json',
    ]);
  });

  it('reads no body of a GET', async () => {
    expect((await ask({ target: '/api/echo/part/x', headers: asJson, body: '{' })).status).toBe(200);
  });
});
