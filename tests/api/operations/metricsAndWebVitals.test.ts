import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { productVersion } from '#contracts/core/limitsAndProductConstants.ts';
import { reportVitals } from '#contracts/operations/webVitalsReport.ts';
import { noteBackup } from '../../../bot/src/backup/recordBackupAndMeasureAge.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { bearer } from '../../support/http/rawHttpClient.ts';
import { host, startAttackApp } from '../../support/apps/attackApp.ts';
import type { AttackApp } from '../../support/apps/attackApp.ts';
import { emailOf, startTestApp } from '../../support/apps/testApp.ts';

const token = 'a-token-for-collectors';
let app: AttackApp;
beforeAll(async () => {
  app = await startAttackApp({ METRICS_TOKEN: token });
});
afterAll(() => app.stop());

const metricsFor = (headers: Record<string, string>, named = host) =>
  app.send({ target: '/metrics', headers, host: named });

describe('/metrics', () => {
  it.each([
    ['no token', {}],
    ['another token', bearer('a-token-for-collector')],
    ['an empty token', { Authorization: 'Bearer ' }],
    ['the token in another scheme', { Authorization: `Basic ${token}` }],
  ])('is hidden from requests with %s', async (_what, headers) => {
    expect((await metricsFor(headers)).status).toBe(404);
  });

  it('returns text to callers with the token, on any host name', async () => {
    const reply = await metricsFor(bearer(token), '10.1.2.3:8080');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(reply.text).toContain(
      `rollcall_build_info{version="${productVersion}",node="${process.versions.node}"} 1\n`,
    );
  });

  it('reports the age of the last backup of a store file, or the time since the start while there is none', async () => {
    const own = await startTestApp(undefined, { METRICS_TOKEN: token });
    const metrics = { target: '/metrics', headers: bearer(token) };
    const age = async (): Promise<number> => {
      await own.send(metrics);
      // The server reads the state of the backup only after its reply, so this read waits until the server's read has
      // finished.
      await own.services.store.get('Sys', { pk: 'backup', rk: 'state' });
      const { text } = await own.send(metrics);
      return Number(/^rollcall_backup_age_seconds (\d+)/m.exec(text)?.[1]);
    };
    const first = await age();
    own.clock.advance({ minutes: 120 });
    expect(await age()).toBe(first + 7_200);
    await noteBackup(own.services.store, own.clock.now());
    own.clock.advance({ minutes: 60 });
    expect(await age()).toBe(3_600);
    await own.stop();
  });

  it('reports the version of package.json', () => {
    expect(productVersion).toBe(packageJson.version);
  });

  it('counts responses by route, never by address, and rejected tries by limit', async () => {
    const body = JSON.stringify({ email: emailOf('bob'), password: 'wrong-password-1' });
    const wrong = { method: 'POST', target: login.path, headers: { 'Content-Type': 'application/json' }, body };
    for (let tries = 0; tries < 31; tries += 1) await app.send(wrong, { from: '10.200.0.1' });
    await app.send({ target: '/api/nowhere/canary' });
    const { text } = await metricsFor(bearer(token));
    expect(text).toContain('rollcall_auth_events_total{event="login.refused"} 30\n');
    expect(text).toContain('rollcall_auth_events_total{event="login.limited"} 1\n');
    expect(text).toContain('rollcall_rate_limited_total{door="login"} 1\n');
    expect(text).toContain('rollcall_http_requests_total{route="POST /api/account/login",status="4xx"} 31\n');
    expect(text).not.toContain('canary');
    expect(text).not.toContain('10.200');
  });
});

describe('/api/vitals', () => {
  const post = (body: object, more: Record<string, string> = {}) =>
    app.send(
      {
        method: 'POST',
        target: reportVitals.path,
        headers: { 'Content-Type': 'application/json', ...more },
        body: JSON.stringify(body),
      },
      { from: '10.201.0.1' },
    );
  const count = async (name: string): Promise<number> =>
    Number(new RegExp(`^rollcall_${name}_count (\\d+)$`, 'm').exec((await metricsFor(bearer(token))).text)?.[1]);

  it('accepts figures from every visitor of our pages', async () => {
    expect((await post({ lcp: 1.2, inp: 0.1, cls: 0.02 })).status).toBe(200);
    expect((await post({ cls: 0 }, bearer('nonsense'))).status).toBe(200);
    expect([await count('web_lcp_seconds'), await count('web_inp_seconds'), await count('web_cls_ratio')]).toEqual([
      1, 1, 2,
    ]);
  });

  it.each([[{ lcp: -1 }], [{ inp: 'fast' }], [{ cls: 1e9 }], [{ lcp: 601 }]])('refuses %j', async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('refuses other sites, and too many requests', async () => {
    expect((await post({ lcp: 1 }, { Origin: 'https://elsewhere.example' })).status).toBe(403);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 301; sent += 1) statuses.add((await post({})).status);
    expect([...statuses].sort()).toEqual([200, 429]);
  });
});

describe('/readyz', () => {
  it('shows strangers only the state', async () => {
    await app.beat();
    const stranger = await app.send({ target: '/readyz' });
    expect(stranger.text).not.toContain('mend');
    expect([200, 503]).toContain(stranger.status);
  });
});
