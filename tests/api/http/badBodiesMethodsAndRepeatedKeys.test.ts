import { gzipSync } from 'node:zlib';
import en from '#contracts/text/en.json' with { type: 'json' };
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { apiCalls, nameOf, openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import type { Day } from '../../support/apps/standupDayAndValidCalls.ts';
import { aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { asJson, bearer } from '../../support/http/rawHttpClient.ts';
import type { RawRequest } from '../../support/http/rawHttpClient.ts';
import { rawRefusal } from '../../support/apps/refusalOfBadRequest.ts';
import { requestOf, useTestApp } from '../../support/apps/testApp.ts';

// Tests requests that are rejected because of their body, method or address, or because a JSON key occurs twice.

const app = useTestApp();
let day: Day;
beforeAll(async () => {
  day = await openDay(app());
});

const refusalOf = (request: RawRequest) => rawRefusal(app(), request);
const posts = [login, saveMeeting, saveAnswer].map((endpoint) => [endpoint.path] as const);
const posting = (target: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = asJson) =>
  refusalOf({ method: 'POST', target, body, headers });
const notJson = [400, 'INVALID_INPUT', en['http.notJson']];
const notObject = [400, 'INVALID_INPUT', en['http.notObject']];
const wrongType = [415, 'UNSUPPORTED_MEDIA_TYPE', en['error.UNSUPPORTED_MEDIA_TYPE']];

it('covers every call with a body', () => {
  const withBody = apiCalls.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ endpoint }) => endpoint.path);
  expect(posts.flat()).toEqual(withBody);
});

describe.each(posts)('the body of %s', (target) => {
  it.each(['{', '{"a":1', '{"a":1}}', "{'a':1}", 'undefined', 'NaN', '{"a":\u0007}', 'a=1&b=2', '<x/>'])(
    'is not JSON: %j',
    async (body) => {
      expect(await posting(target, body)).toEqual(notJson);
    },
  );

  it.each(['null', '1', '"x"', 'true', '[]', '[{}]', '1e999'])('is not an object: %s', async (body) => {
    expect(await posting(target, body)).toEqual(notObject);
  });

  it('is too deep, not UTF-8, or both', async () => {
    expect(await posting(target, `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual(notJson);
    expect(await posting(target, `{"a":${'['.repeat(64)}${']'.repeat(64)}}`)).toEqual(notJson);
    expect(await posting(target, Uint8Array.of(0xff, 0xfe))).toEqual(notJson);
  });

  it('a body that is too large is refused', async () => {
    const tooLarge = [413, 'TOO_LARGE', en['error.TOO_LARGE']];
    expect(await posting(target, JSON.stringify({ name: 'x'.repeat(262_144) }))).toEqual(tooLarge);
    expect(await posting(target, JSON.stringify({ name: 'x'.repeat(900_000) }))).toEqual(tooLarge);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['nothing', {}],
    ['text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a file', { 'Content-Type': 'multipart/form-data; boundary=x; filename=../../x.js' }],
    ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['something like JSON', { 'Content-Type': 'application/jsonp' }],
  ])('claims to be %s', async (_what, headers) => {
    expect(await posting(target, '{}', headers)).toEqual(wrongType);
  });

  it('a compressed body is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
    for (const encoding of ['gzip', 'br', 'deflate'])
      expect(await posting(target, bomb, { ...asJson, 'Content-Encoding': encoding })).toEqual(wrongType);
  });

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"a":{"__proto__":{"admin":true}}}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"a":1e999}',
    '{"time":1e999,"password":1e999,"date":1e999}',
    '{"a":"\\ud800"}',
    '{"isAdmin":true,"role":"superadmin","orgId":"other"}',
    '{"":"","\\u0000":"\\u0000"}',
    `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  ])('is JSON with the wrong content: %#', async (body) => {
    const [status, code] = await posting(target, body);
    expect([status, code]).toEqual([400, 'INVALID_INPUT']);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('a missing body is refused', async () => {
    const [status, code] = await refusalOf({ method: 'POST', target });
    expect([status, code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the method', () => {
  it.each(apiCalls.map((call) => [nameOf(call), call] as const))(
    'the method of %s is the only one',
    async (_name, { endpoint, input }) => {
      const { target } = requestOf(endpoint, input(day) as object);
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((text) => text !== endpoint.method);
      for (const method of methods)
        expect([method, ...(await refusalOf({ method, target }))]).toEqual([
          method,
          405,
          'METHOD_NOT_ALLOWED',
          en['error.METHOD_NOT_ALLOWED'],
        ]);
    },
  );

  it('the method and the address are compared exactly', async () => {
    for (const target of [
      '/api/team',
      '/api/team/list/',
      '/api/TEAM/list',
      '/api/team/list/x',
      '/api//team/list',
      '/api/x',
    ])
      expect([target, ...(await refusalOf({ target }))]).toEqual([target, 404, 'NOT_FOUND', en['error.NOT_FOUND']]);
  });
});

describe('a key', () => {
  const report = `/api/meeting/getreport/${aTeamId()}/meeting`;

  it.each([
    [`${report}?date=2026-11-20&date=2026-11-20`, 'date'],
    [`${report}?a=1&a=2`, 'a'],
    ['/api/team/list?a=1&a=2', 'a'],
  ])('twice in the query of %s is refused', async (target, field) => {
    expect(await refusalOf({ target })).toEqual([400, 'INVALID_INPUT', en['http.repeated'].replace('{field}', field)]);
  });

  it('must be equal in path and query', async () => {
    const twice = en['http.twoValues'].replace('{field}', 'teamId');
    expect(await refusalOf({ target: `${report}?teamId=${aTeamId('mars')}` })).toEqual([400, 'INVALID_INPUT', twice]);
    const { status } = await app().send({
      target: `${report}?teamId=${aTeamId()}`,
      headers: bearer(await app().token('bob')),
    });
    expect(status).toBe(200);
  });

  it('must be equal in query and body', async () => {
    const target = `${saveAnswer.path}?meetingId=${day.foreign.id}`;
    expect(await posting(target, JSON.stringify({ meetingId: day.own.id }))).toEqual([
      400,
      'INVALID_INPUT',
      en['http.twoValues'].replace('{field}', 'meetingId'),
    ]);
  });

  it.each(['__proto__[admin]=1', 'constructor=1', '__proto__=1', '%00=1', '=1'])(
    'a key that is unknown is ignored: %s',
    async (query) => {
      const { status, envelope } = await app().send({
        target: `/api/team/list?${query}`,
        headers: bearer(await app().token('bob')),
      });
      expect([status, envelope.status]).toEqual([200, 'Success']);
      expect(Reflect.get({}, 'admin')).toBeUndefined();
    },
  );
});

it('answers in English if the requested language is unsupported', async () => {
  const { envelope } = await app().send({ target: '/api/team/list', headers: { 'Accept-Language': 'xx;q=2, \u00ff' } });
  expect(envelope.message).toBe('Please sign in.');
});
