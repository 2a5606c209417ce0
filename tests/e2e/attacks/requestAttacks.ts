import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import { forgotPassword } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import { host } from '../../support/apps/attackApp.ts';
import type { AttackApp } from '../../support/apps/attackApp.ts';
import type { Attack } from '../../support/apps/runAndTabulateAttacks.ts';
import { asJson, bearer } from '../../support/http/rawHttpClient.ts';
import type { RawRequest } from '../../support/http/rawHttpClient.ts';
import { routeCalls } from '../../support/apps/permissionCallOfEachRoute.ts';
import { ask, idsOf, personOf, startPermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import type { Cell, PermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import { emailOf, requestOf } from '../../support/apps/testApp.ts';

/** Removes ids, because they differ between two otherwise equal replies. */
const plain = (text: string): string => text.replace(/[0-9A-HJKMNP-TV-Z]{26}/g, 'ID');
const foreign = /fabrikam|zoe@|"Zoe"|"Mars"/i;

const headerTricks: readonly Readonly<Record<string, string>>[] = [
  { 'X-Original-URL': '/api/org/list' },
  { 'X-Rewrite-URL': '/api/org/list' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-HTTP-Method': 'DELETE' },
  { 'X-Method-Override': 'DELETE' },
  { 'X-User-Id': 'ann', 'X-Org-Id': 'fabrikam', 'X-Role': 'superadmin' },
  { 'X-Forwarded-User': 'ann@example.test', 'X-Remote-User': 'ann', 'X-MS-CLIENT-PRINCIPAL-NAME': 'ann' },
  { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test;proto=http' },
  { Origin: 'https://app.example.evil.com', Referer: 'https://evil.com/' },
  { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Prefix': '/evil' },
];

/** Returns requests that carry the token in places where a careless server might also accept a token. */
const elsewhere = (token: string): readonly RawRequest[] => {
  const target = '/api/auth/getuserdetails';
  const at = (headers: Record<string, string>): RawRequest => ({ target, headers });
  return [
    at({ Cookie: `token=${token}; HRA.USER.TOKEN=${token}; Authorization=Bearer ${token}; session=${token}` }),
    at({ Authorization: token }),
    at({ Authorization: `Basic ${Buffer.from(`ann:${token}`).toString('base64')}` }),
    at({ Authorization: `Bearer x, Bearer ${token}` }),
    at({ Authorization: `Bearer ${token} ${token}` }),
    at({ 'X-Authorization': `Bearer ${token}`, 'X-Access-Token': token, 'Proxy-Authorization': `Bearer ${token}` }),
    { target: `${target}?token=${token}&access_token=${token}&Authorization=Bearer%20${token}` },
    { ...at(asJson), method: 'POST', body: JSON.stringify({ token, access_token: token }) },
  ];
};

const bodies: readonly (readonly [string, string | Uint8Array, Readonly<Record<string, string>>])[] = [
  ['__proto__', '{"__proto__":{"admin":true}}', {}],
  ['__proto__ within', '{"a":{"__proto__":{"admin":true}}}', {}],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}', {}],
  ['null', 'null', {}],
  ['1', '1', {}],
  ['{', '{', {}],
  ['1e999', '{"a":1e999}', {}],
  ['half a character', '{"a":"\\ud800"}', {}],
  ['deep', '['.repeat(100_000) + ']'.repeat(100_000), {}],
  ['not UTF-8', Uint8Array.from([0xff, 0xfe, 0x7b, 0x7d]), {}],
  ['br', '{}', { 'Content-Encoding': 'br' }],
  ['gzip', '{}', { 'Content-Encoding': 'gzip' }],
  [
    'multipart',
    '--x\r\nContent-Disposition: form-data; name=f; filename=../../x.js\r\n\r\n1\r\n--x--',
    { 'Content-Type': 'multipart/form-data; boundary=x' },
  ],
  ['300 kB', JSON.stringify({ a: 'x'.repeat(300_000) }), {}],
];

/** Calls by people of Contoso with ids of Fabrikam must get the same replies as calls with ids that do not exist. */
const foreignIds = async (world: PermissionWorld, tried: (name: string, isHeld: boolean) => void): Promise<void> => {
  const { app, places } = world;
  for (const routeCall of routeCalls) {
    const { endpoint } = routeCall;
    if (endpoint === null || endpoint.access === 'anyone') continue;
    for (const caller of ['user', 'creator', 'admin'] as const) {
      const who = personOf(caller);
      const token = who === null ? null : await app.token(who);
      const replyFor = async (name: Cell['name']) => {
        const cell = { caller, name, place: places[name] };
        const request = requestOf(endpoint, await routeCall.send(cell, world));
        return ask(app.port, token, request);
      };
      if (routeCall.named !== 'nothing') {
        const [theirs, nobodys] = [await replyFor('other org'), await replyFor('missing')];
        const isSame = theirs.status === nobodys.status && plain(theirs.text) === plain(nobodys.text);
        tried(
          `${routeCall.name}, ${caller}: in its place`,
          theirs.outcome !== 'OK' && isSame && !foreign.test(theirs.text),
        );
      }
      // Adds the foreign id to the query, body and headers too, although the call must not read it there.
      const own = requestOf(endpoint, await routeCall.send({ caller, name: 'own', place: places.own }, world));
      const ids = idsOf(places['other org']);
      const query = new URLSearchParams(ids).toString();
      const planted: RawRequest = {
        ...own,
        target: own.target + (own.target.includes('?') ? '&' : '?') + query,
        headers: { ...own.headers, ...Object.fromEntries(Object.entries(ids).map(([key, id]) => [`X-${key}`, id])) },
        ...(typeof own.body === 'string' && own.body.startsWith('{')
          ? { body: JSON.stringify({ ...ids, ...(JSON.parse(own.body) as object) }) }
          : {}),
      };
      tried(`${routeCall.name}, ${caller}: planted`, !foreign.test((await ask(app.port, token, planted)).text));
    }
  }
};

export const requestAttacks = (world: () => AttackApp): readonly Attack[] => [
  {
    name: 'ids of another organisation: path, query, body, header',
    endpoints: 'every route with a session; 3 roles',
    expected: 'as if it did not exist; nothing told',
    run: async (tried) => {
      const permissions = await startPermissionWorld();
      try {
        await foreignIds(permissions, tried);
      } finally {
        await permissions.app.stop();
      }
    },
  },
  {
    name: 'session in a cookie, query, body or another header',
    endpoints: 'getuserdetails',
    expected: '401 (404, 405 for other methods)',
    run: async (tried) => {
      const { token } = await world().signIn('ann');
      for (const [index, request] of elsewhere(token).entries())
        tried(`place ${index}`, [401, 404, 405].includes((await world().send(request)).status));
    },
  },
  {
    name: 'headers naming another path, method, person, host',
    endpoints: 'every GET route, signed out and in',
    expected: 'the same answer as without',
    run: async (tried) => {
      const { token } = await world().signIn('cy');
      const gets = world().app.routes.filter(({ name }) => name.startsWith('GET /api/') && !name.includes('{'));
      for (const { name } of gets)
        for (const session of [{}, bearer(token)])
          for (const trick of headerTricks) {
            const target = name.slice('GET '.length);
            const [honest, tricky] = [
              await world().send({ target, headers: session }),
              await world().send({ target, headers: { ...session, ...trick } }),
            ];
            const isSame = honest.status === tricky.status && plain(honest.text) === plain(tricky.text);
            tried(`${name}: ${Object.keys(trick).join()}`, isSame);
          }
    },
  },
  {
    name: 'calls from pages of other origins',
    endpoints: 'every route, request and preflight',
    expected: 'no CORS header, no cookie, no preflight',
    run: async (tried) => {
      for (const { name } of world().app.routes) {
        const [method = 'GET', path = '/'] = name.split(' ');
        for (const origin of ['https://evil.test', 'https://app.example.evil.com', 'null', `http://${host}`]) {
          const target = path.replace(/[[{].*/, 'x');
          const request = { Origin: origin, 'Access-Control-Request-Method': method };
          const preflight = await world().send({ method: 'OPTIONS', target, headers: request });
          const simple = await world().send({ target, headers: { Origin: origin } });
          const names = [preflight, simple].flatMap(({ headers }) => Object.keys(headers));
          const isClosed = !names.some((item) => item.startsWith('access-control') || item === 'set-cookie');
          tried(`${name} from ${origin}`, isClosed && preflight.status >= 400);
        }
      }
    },
  },
  {
    name: 'Host and forwarded headers of others',
    endpoints: 'pages, calls, links in mails',
    expected: '400 or 421; links begin with PUBLIC_URL',
    run: async (tried) => {
      const hosts = [
        'evil.com',
        'app.example:evil',
        'app.example, evil.com',
        'app.example.evil.com',
        'evil@app.example',
        '127.0.0.1',
        '',
      ];
      for (const other of hosts)
        for (const target of ['/', '/api/team/list', '/login'])
          tried(`${other} ${target}`, [400, 421].includes((await world().send({ target, host: other })).status));
      for (const headers of [
        { 'X-Forwarded-Host': 'evil.com' },
        { Forwarded: 'host=evil.com;proto=http' },
        { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Port': '80' },
      ]) {
        world().app.clock.advance({ minutes: 16 });
        const { send, letterTo } = world();
        const request = requestOf(forgotPassword, { email: emailOf('eve') });
        await send({ ...request, headers: { ...request.headers, ...headers } });
        const links = [...(await letterTo(emailOf('eve'))).matchAll(/\bhttps?:\/\/[^\s"<]*/g)].map(([link]) => link);
        const isOurs = links.length > 0 && links.every((link) => link.startsWith(`https://${host}`));
        tried(`mail, ${Object.keys(headers).join()}`, isOurs);
      }
      const lines = [
        'http://evil/api/team/list',
        '//api/team/list',
        '/api/%74eam/list',
        '/api/y/../team/list',
        '/API/TEAM/LIST',
        '/api%2fteam%2flist',
      ];
      for (const target of lines) {
        const { status, text } = await world().send({ target });
        tried(target, status >= 400 && status < 500 && !text.includes('"Success"'));
      }
    },
  },
  {
    name: 'members of a body that would give rights',
    endpoints: 'user/profileupdate',
    expected: 'role and organisation stay',
    run: async (tried) => {
      const { call, signIn } = world();
      const { token } = await signIn('cy');
      const before = (await call(getUserDetails, {}, { token })).json['data'] as Record<string, unknown>;
      for (const extra of [
        { isAdmin: true, role: 'superadmin', orgId: 'other' },
        { role: 'admin', isSuperAdmin: true, memberId: null },
        { email: emailOf('ann'), userId: before['id'], sessionEpoch: 99, isConfirmed: true },
        { constructor: { prototype: { role: 'admin' } }, ['__proto__']: { role: 'admin' } },
      ]) {
        await call(updateProfile as Endpoint, { firstName: 'Cy', lastName: 'Lee', ...extra }, { token });
        const after = (await call(getUserDetails, {}, { token })).json['data'] as Record<string, unknown>;
        for (const key of ['id', 'role', 'orgId', 'memberId', 'email'])
          tried(`${Object.keys(extra).join()}: ${key}`, after[key] === before[key]);
      }
    },
  },
  {
    name: 'bodies no JSON, deep, packed, with __proto__',
    endpoints: 'every POST route, signed in',
    expected: '4xx or harmless within a second; never 500',
    run: async (tried) => {
      const { token } = await world().signIn('eve');
      // Leaves out the routes with a parameter in the path, and the endpoint that receives the messages of the bot.
      const posts = world().app.routes.filter(
        ({ name }) => name.startsWith('POST /api/') && !name.includes('{') && !name.endsWith('/messages'),
      );
      for (const { name } of posts)
        for (const [what, body, headers] of bodies) {
          const began = performance.now();
          const target = name.slice('POST '.length);
          const reply = await world().send({
            method: 'POST',
            target,
            headers: { ...asJson, ...bearer(token), ...headers },
            body,
          });
          const isPure = ({} as { admin?: unknown }).admin === undefined;
          const isQuick = performance.now() - began < 1000;
          tried(`${name}: ${what} (${reply.status})`, reply.status >= 200 && reply.status < 500 && isPure && isQuick);
        }
    },
  },
];
