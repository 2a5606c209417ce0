import { rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chunkPath, indexPage, makeBuild, script, scriptPath } from '../../support/http/fakeWebBuild.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp, serving } from '../../support/http/echoHttpApp.ts';
import { send } from '../../support/http/rawHttpClient.ts';
import type { RawReply } from '../../support/http/rawHttpClient.ts';

const build = makeBuild();
const clock = fakeClock();
writeFileSync(join(build.dir, 'assets/gone-12345678.js'), 'gone');
const app = httpApp({ clock, webDir: build.dir, drainTimes: { linger: 0, bound: 2000 } });
let port = 0;
beforeAll(async () => {
  ({ port } = await app.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  await app.close();
  rmSync(build.root, { recursive: true });
});

const get = (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<RawReply> =>
  send(port, { target, headers, method });
const page = { Accept: 'text/html,application/xhtml+xml' } as const;
const ancestors = (reply: RawReply): string =>
  /frame-ancestors ([^;]*)/.exec(reply.headers['content-security-policy'] ?? '')?.[1] ?? 'nothing said';

describe('files', () => {
  it.each([scriptPath, chunkPath])('files with a hash in the name never change: %s', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.body.toString()).toBe(script);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-type']).toMatch(/^text\/javascript/);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('are sent compressed as %s to clients that can decompress it', async (encoding, unpack) => {
    const reply = await get(scriptPath, { 'Accept-Encoding': encoding });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['vary']).toBe('Accept-Encoding');
    expect(reply.headers['content-type']).toMatch(/^text\/javascript/);
    expect(reply.headers['cache-control']).toContain('immutable');
    expect(unpack(reply.body).toString()).toBe(script);
    expect(reply.body.length).toBeLessThan(script.length / 10);
  });

  it('are answered with 304 to a client that has them', async () => {
    const { etag = '' } = (await get(scriptPath)).headers;
    const again = await get(scriptPath, { 'If-None-Match': etag });
    expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([
      304,
      0,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('files without a hash are requested again', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('files that are missing give 404, which is not cached', async () => {
    const reply = await get('/assets/old-12345678.js', page);
    expect([reply.status, reply.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it.each([`${scriptPath}.br`, `${scriptPath}.gz`])(
    'files in compressed form have no separate address: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each(['bytes=5-2', 'bytes=0-3', 'bytes=-1', 'bytes=x'])(
    'ignores a range and sends the whole file: %s',
    async (range) => {
      const reply = await get(scriptPath, { Range: range });
      expect([reply.status, reply.body.length]).toEqual([200, script.length]);
    },
  );

  it('may vanish after the start without harm', async () => {
    unlinkSync(join(build.dir, 'assets/gone-12345678.js'));
    expect((await get('/assets/gone-12345678.js')).body.toString()).not.toContain('gone');
    expect((await get('/livez')).status).toBe(200);
  });

  it('answer HEAD with the same headers, without the content', async () => {
    const reply = await get(scriptPath, {}, 'HEAD');
    expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([200, String(script.length), 0]);
  });
});

describe('pages', () => {
  it.each(['/', '/login', '/reports/01ABC?x=1', '/teams/home', '/payment/add', '/reset-password/abc'])(
    '%s is the app, and requested again each time',
    async (target) => {
      const reply = await get(target, page);
      expect([reply.status, reply.body.toString(), reply.headers['cache-control']]).toEqual([
        200,
        indexPage,
        'no-cache',
      ]);
      expect(reply.headers['content-type']).toBe('text/html;charset=utf-8');
    },
  );

  it('replace a missing address only for clients that read HTML', async () => {
    expect((await get('/login', { Accept: 'application/json' })).status).toBe(404);
    expect((await get('/login', page, 'POST')).status).toBe(404);
    expect((await get('/login')).status).toBe(404);
  });

  it('are also for clients that accept anything', async () => {
    const anything = { Accept: '*/*' };
    expect((await get('/privacy', anything)).body.toString()).toBe(indexPage);
    for (const target of ['/api/nothing', '/.well-known/x', '/old.js'])
      expect((await get(target, anything)).status).toBe(404);
  });

  it.each([
    '/api',
    '/api/nothing',
    '/api%2fnothing',
    '/livezz.txt',
    '/metrics.txt',
    '/static//etc/passwd',
    '/.well-known/x',
    '/a/.git/config',
  ])('%s is no page', async (target) => {
    expect((await get(target, page)).status).toBe(404);
  });

  it('do not replace the health addresses, even in a browser', async () => {
    expect((await get('/livez', page)).headers['content-type']).toContain('application/json');
  });

  it('do not exist without a build', async () => {
    await serving({ clock }, async (bare) => {
      expect((await send(bare, { target: '/', headers: page })).status).toBe(404);
    });
  });
});

describe('security headers', () => {
  it.each(['/teamslanding', '/TeamsConfig', '/teams/home', '/teams/reports/1', '/teams'])(
    '%s may be framed by Teams only',
    async (target) => {
      const allowed = ancestors(await get(target, page)).split(' ');
      expect(allowed).toEqual(
        expect.arrayContaining([
          "'self'",
          'https://teams.microsoft.com',
          'https://*.teams.microsoft.com',
          'https://*.cloud.microsoft',
          'https://*.office.com',
          'https://*.microsoft365.com',
        ]),
      );
      for (const host of allowed.slice(1)) expect(host).toMatch(/^https:\/\/(\*\.)?[a-z0-9]+(\.[a-z0-9]+)+$/);
    },
  );

  it.each([
    '/',
    '/login',
    '/payment/add',
    '/reports',
    '/teamslanding2',
    '/teams%2f..%2flogin',
    '/teams/../login',
    '//teams/home',
    '/Teams/home',
    '/register/1',
    '/api/none',
    '/livez',
    scriptPath,
  ])('%s may not be framed', async (target) => {
    expect(ancestors(await get(target, page))).toBe("'none'");
  });

  it('allow only what the app needs', async () => {
    const { headers } = await get('/login', page);
    expect(headers['content-security-policy']?.split(';')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: https:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('require https once the app is reached by https', async () => {
    await serving({ clock, publicUrl: 'https://rollcall.example' }, async (secure) => {
      expect((await send(secure, { target: '/livez' })).headers['strict-transport-security']).toBe('max-age=31536000');
    });
  });
});
