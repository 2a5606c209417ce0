import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { troubleNames, troubles } from '../../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import { createEntra } from '../../../bot/src/gateways/entra/entraGateway.ts';
import { createObservability, entraWatch, healthDeps } from '../../../bot/src/observability/createObservability.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { httpApp, serving } from '../../support/http/echoHttpApp.ts';
import { bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import type { TestLog } from '../../support/data/testDepsAndLogs.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { HttpAppOptions } from '../../support/http/echoHttpApp.ts';
import type { RawReply, RawRequest } from '../../support/http/rawHttpClient.ts';

const token = 'a-token-for-collectors';

const observed = () => {
  const clock = fakeClock();
  const log: TestLog = testDeps(openSqliteStore({ file: ':memory:' }), clock).log;
  const observing = createObservability({ metricsToken: token }, { clock, log });
  return { clock, log, observing };
};

describe('health', () => {
  const clock = fakeClock();
  const app = httpApp({ clock, drainTimes: { linger: 0, bound: 2000 }, trustedProxies: 1 });
  let port = 0;
  beforeAll(async () => {
    ({ port } = await app.listen(0, '127.0.0.1'));
  });
  afterAll(() => app.close());

  const ask = (request: RawRequest): Promise<RawReply> => send(port, request);
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

  const state = async (options: Partial<HttpAppOptions>) => {
    const server = httpApp({ clock, drainTimes: { linger: 0, bound: 2000 }, ...options });
    const started = await server.listen(0, '127.0.0.1');
    const reply = await send(started.port, { target: '/readyz' });
    await server.close();
    return [reply.status, jsonOf(reply)['message']];
  };

  it.each(['/livez', '/healthz'])('%s reports that the process lives', async (target) => {
    expect(data(await ask({ target }))).toEqual({ live: true });
  });

  it('/readyz is ready when store and heartbeat are', async () => {
    expect(data(await ask({ target: '/readyz' }))).toEqual({ ready: true });
  });

  it.each([
    ['a failing store', { probeStore: () => Promise.reject(new Error('canary-secret')) }, 'Not ready: store.'],
    [
      'a throwing probe',
      {
        probeStore: () => {
          throw new Error('canary-secret');
        },
      },
      'Not ready: store.',
    ],
    ['a store that does not answer', { probeStore: () => new Promise<void>(() => undefined) }, 'Not ready: store.'],
    ['an old heartbeat', { lastHeartbeat: () => clock.now() - 15_001 }, 'Not ready: heartbeat.'],
    ['no heartbeat yet', { lastHeartbeat: () => undefined }, 'Not ready: heartbeat.'],
  ])('/readyz names %s', async (_name, options, message) => {
    expect(await state(options)).toEqual([503, message]);
  });

  it('probes the store once for several requests in a row', async () => {
    let probes = 0;
    const own = fakeClock();
    const server = httpApp({
      clock: own,
      drainTimes: { linger: 0, bound: 2000 },
      probeStore: () => {
        probes += 1;
        return Promise.resolve();
      },
    });
    const started = await server.listen(0, '127.0.0.1');
    await Promise.all(Array.from({ length: 10 }, () => send(started.port, { target: '/readyz' })));
    expect(probes).toBe(1);
    own.advance({ seconds: 1 });
    await send(started.port, { target: '/readyz' });
    expect(probes).toBe(2);
    await server.close();
  });
});

describe('/readyz', () => {
  const readyWith = (now: readonly TroubleName[], headers: Record<string, string> = {}) => {
    const clock = fakeClock();
    return serving({ clock, health: { troubles: () => now, token } }, async (port) => {
      const reply = await send(port, { target: '/readyz', headers });
      return { status: reply.status, body: jsonOf(reply) };
    });
  };

  it.each(troubleNames)('reports %s by its word, and is not ready only if the work stops', async (name) => {
    const { status, body } = await readyWith([name]);
    expect(status).toBe(troubles[name].stops ? 503 : 200);
    expect(body['data']).toMatchObject({ troubles: [{ trouble: name, mend: troubles[name].mend }] });
    expect(body['message']).toBe(troubles[name].stops ? `Not ready: ${name}.` : '');
  });

  it('shows the remedy only to this machine and to callers with the token', async () => {
    const proxied = { 'X-Forwarded-For': '10.0.0.1' };
    const plain = [{ trouble: 'app-secret-expired', stops: true }];
    expect((await readyWith(['app-secret-expired'], proxied)).body['data']).toEqual({ troubles: plain });
    expect((await readyWith(['app-secret-expired'], { ...proxied, ...bearer(token) })).body['data']).toMatchObject({
      troubles: [{ mend: troubles['app-secret-expired'].mend }],
    });
  });

  it.each(['Via', 'X-Real-IP', 'CF-Connecting-IP', 'X-Original-URL'])(
    'treats a request with %s as one that a proxy passed on',
    async (header) => {
      const { body } = await readyWith(['app-secret-expired'], { [header]: '1.1 proxy' });
      expect(body['data']).toEqual({ troubles: [{ trouble: 'app-secret-expired', stops: true }] });
    },
  );

  it('reports the store’s last answer, even if the next one is late', async () => {
    const { clock, observing, log } = observed();
    let probe: () => Promise<void> = () => Promise.resolve();
    const cause = Object.assign(new Error('canary'), { code: 'SQLITE_FULL' });
    const full = new StoreError('UNAVAILABLE', 'canary', { cause });
    const deps = healthDeps(observing, {
      ...{ clock, token, clockSkewMs: () => undefined, lastHeartbeat: () => clock.now() },
      probeStore: () => probe(),
    });
    const answers = await serving({ clock, health: deps }, async (port) => {
      const messages: unknown[] = [];
      const readWith = async (next: () => Promise<void>): Promise<void> => {
        probe = next;
        clock.advance({ seconds: 2 });
        messages.push(jsonOf(await send(port, { target: '/readyz' }))['message']);
      };
      await readWith(() => Promise.reject(full));
      await readWith(() => new Promise(() => undefined));
      await readWith(() => Promise.resolve());
      return messages;
    });
    expect(answers).toEqual(['Not ready: disk-full.', 'Not ready: disk-full.', '']);
    const lines = log.lines.map(({ event, facts }) => `${event} ${(facts as { trouble: string }).trouble}`);
    expect(lines).toEqual(['trouble.begun disk-full', 'trouble.over disk-full']);
    expect(observing.watch.now()).toEqual([]);
  });

  it('refuses by the clock of the table service', () => {
    const { clock, observing } = observed();
    let skew = 89_000;
    const { troubles: now } = healthDeps(observing, {
      ...{ clock, token, clockSkewMs: () => skew, lastHeartbeat: () => clock.now() },
      probeStore: () => Promise.resolve(),
    });
    expect(now()).toEqual([]);
    skew = -91_000;
    expect(now()).toEqual(['clock']);
  });
});

describe('Microsoft sign-in', () => {
  let server: Server;
  let answer: { readonly status: number; readonly body: object };
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const isToken = req.url === '/token';
    const keys = { keys: [{ kty: 'RSA', kid: 'one', n: 'AQAB', e: 'AQAB' }] };
    const metadata = { issuer: base(), jwks_uri: `${base()}/keys`, token_endpoint: `${base()}/token` };
    res.writeHead(isToken ? answer.status : 200, {
      'Content-Type': 'application/json',
      Date: 'Fri, 20 Nov 2026 08:20:00 GMT',
    });
    res.end(JSON.stringify(isToken ? answer.body : req.url === '/keys' ? keys : metadata));
  };
  beforeAll(async () => {
    server = createServer(serve);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const redeeming = async (status: number, body: object) => {
    const { clock, observing } = observed();
    const settings = { clientId: 'c', clientSecret: 's', publicUrl: 'https://rollcall.test' };
    const entra = createEntra({ ...settings, authority: `${base()}/x`, watch: entraWatch(observing) }, clock);
    answer = { status, body };
    await expect(entra.web?.redeem({ code: 'c', verifier: 'v', nonce: 'n' })).rejects.toThrow();
    return { observing, redeem: () => entra.web?.redeem({ code: 'c', verifier: 'v', nonce: 'n' }) };
  };

  it.each([
    [401, { error: 'invalid_client', error_codes: [7_000_222] }, ['clock', 'sign-in-secret-expired']],
    [401, { error: 'invalid_client', error_codes: [7_000_215] }, ['clock', 'sign-in-credentials']],
    [400, { error: 'invalid_grant' }, ['clock']],
    [503, { error: 'invalid_client', error_codes: [7_000_222] }, ['clock']],
  ])('answered %s %j', async (status, body, expected) => {
    const { observing } = await redeeming(status, body);
    expect(observing.watch.now()).toEqual(expected);
  });

  it('is healthy again with the first reply that accepts the secret', async () => {
    const { observing, redeem } = await redeeming(401, { error: 'invalid_client', error_codes: [7_000_222] });
    answer = { status: 200, body: { id_token: 'of somebody else' } };
    await expect(redeem()).rejects.toThrow();
    expect(observing.watch.now()).toEqual(['clock']);
  });
});
