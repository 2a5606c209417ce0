import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { troubleNames, troubles } from '../../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import { createEntra } from '../../../bot/src/gateways/entra/entraGateway.ts';
import { createObservability, entraWatch, healthDeps } from '../../../bot/src/observability/createObservability.ts';
import { NoDriverError, openStore, storeFile } from '../../../bot/src/startup/openAndCheckStores.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { openStoreWithRetry, UnusableStore } from '../../../bot/src/startup/waitForStore.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { serving } from '../../support/http/echoHttpApp.ts';
import { bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';
import { freePort } from '../../support/files/freePortsAndBundledPrograms.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import type { TestLog } from '../../support/data/testDepsAndLogs.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';

const inTemp = useTempDir();
const token = 'a-token-for-collectors';

const observed = () => {
  const clock = fakeClock();
  const log: TestLog = testDeps(openSqliteStore({ file: ':memory:' }), clock).log;
  const observing = createObservability({ metricsToken: token }, { clock, log });
  return { clock, log, observing };
};

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

describe('a store that cannot be opened', () => {
  const waiting = async (
    open: () => ReturnType<typeof openStore>,
    onPause: (port: number, pauses: number) => Promise<void>,
    stopped: Promise<unknown> = new Promise(() => undefined),
  ) => {
    const { clock, observing, log } = observed();
    const port = await freePort();
    const config = readConfig({ DEMO: 'true', PORT: String(port), METRICS_TOKEN: token });
    let pauses = 0;
    const opened = await openStoreWithRetry({
      ...{ config, clock, observing, open, stopped },
      sleep: async () => {
        pauses += 1;
        await onPause(port, pauses);
      },
    });
    return { opened, log, pauses };
  };
  const refused = (code: string) =>
    new StoreError('UNAVAILABLE', 'no', { cause: Object.assign(new Error(), { code }) });

  it('is retried: the server lives, reports the reason, and opens it later', async () => {
    const dataDir = inTemp('waited');
    mkdirSync(storeFile(dataDir), { recursive: true });
    const store = { engine: 'sqlite', dataDir } as const;
    const messages: unknown[] = [];
    const { opened, log } = await waiting(
      () => openStore(store, fakeClock()),
      async (port, pauses) => {
        const [ready, alive] = await Promise.all(['/readyz', '/livez'].map((target) => send(port, { target })));
        messages.push(ready === undefined ? null : [ready.status, jsonOf(ready)['message']], alive?.status);
        messages.push((await send(port, { method: 'POST', target: '/api/messages' })).status);
        if (pauses === 2) rmSync(storeFile(dataDir), { recursive: true });
      },
    );
    const once = [[503, 'Not ready: store-read-only, heartbeat.'], 200, 404];
    expect(messages).toEqual([...once, ...once]);
    expect(opened).toBeDefined();
    await opened?.store.close();
    const events = log.lines.map(({ event, facts }) => `${event} ${(facts as { trouble?: string }).trouble ?? ''}`);
    expect(events.filter((text) => text.startsWith('trouble'))).toEqual([
      'trouble.begun store-read-only',
      'trouble.over store-read-only',
    ]);
  });

  it('is not retried once the server stops, and its trouble is not reported as over', async () => {
    let tries = 0;
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => {
      stop = resolve;
    });
    const { opened, pauses, log } = await waiting(
      () => {
        tries += 1;
        return Promise.reject(refused('ECONNREFUSED'));
      },
      () => {
        stop('SIGTERM');
        return new Promise(() => undefined);
      },
      stopped,
    );
    expect([opened, pauses, tries]).toEqual([undefined, 1, 1]);
    const events = log.lines.map(({ event }) => event);
    expect(events.filter((text) => text.startsWith('trouble'))).toEqual(['trouble.begun']);
  });

  it('does not keep the server from stopping while it does not answer', async () => {
    const { opened, pauses } = await waiting(
      () => new Promise(() => undefined),
      () => Promise.resolve(),
      Promise.resolve('SIGTERM'),
    );
    expect([opened, pauses]).toEqual([undefined, 0]);
  });

  it('ends the server with a sentence if its folder cannot be created', async () => {
    const dataDir = inTemp('in-the-way');
    writeFileSync(dataDir, 'a file where a folder is to be');
    for (const place of [dataDir, `${dataDir}/below`]) {
      const work = waiting(
        () => openStore({ engine: 'sqlite', dataDir: place }, fakeClock()),
        () => Promise.resolve(),
      );
      await expect(work).rejects.toThrow(UnusableStore);
      await expect(work).rejects.toThrow(`The data folder ${place} cannot be created (`);
      await expect(work).rejects.toThrow('Set DATA_DIR to a folder');
    }
  });

  it('is retried if the disk of its folder is full', async () => {
    let tries = 0;
    const { opened } = await waiting(
      () => {
        tries += 1;
        const full = Object.assign(new Error(), { code: 'ENOSPC' });
        return tries === 1
          ? Promise.reject(full)
          : openStore({ engine: 'sqlite', dataDir: inTemp('room') }, fakeClock());
      },
      () => Promise.resolve(),
    );
    expect(tries).toBe(2);
    await opened?.store.close();
  });

  it('ends the server with a sentence if waiting cannot help', async () => {
    const work = waiting(
      () => Promise.reject(refused('SQLITE_CORRUPT')),
      () => Promise.resolve(),
    );
    await expect(work).rejects.toThrow(UnusableStore);
    await expect(work).rejects.toThrow(troubles['store-damaged'].mend);
  });

  it('ends the server with another sentence if the build has no driver for the file', async () => {
    const work = waiting(
      () => Promise.reject(new NoDriverError(new Error('native'))),
      () => Promise.resolve(),
    );
    await expect(work).rejects.toThrow(/^The driver of the store file cannot be loaded\..*STORE=tables/);
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
