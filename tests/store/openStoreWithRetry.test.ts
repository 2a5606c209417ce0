import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readConfig } from '../../bot/src/startup/config.ts';
import { troubles } from '../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import { createObservability } from '../../bot/src/observability/createObservability.ts';
import { NoDriverError, openStore, storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import { openStoreWithRetry, UnusableStore } from '../../bot/src/startup/waitForStore.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { jsonOf, send } from '../support/http/rawHttpClient.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { testDeps } from '../support/data/testDepsAndLogs.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';

const inTemp = useTempDir();
const token = 'a-token-for-collectors';

describe('a store that cannot be opened', () => {
  const waiting = async (
    open: () => ReturnType<typeof openStore>,
    onPause: (port: number, pauses: number) => Promise<void>,
    stopped: Promise<unknown> = new Promise(() => undefined),
  ) => {
    const clock = fakeClock();
    const { log } = testDeps(openSqliteStore({ file: ':memory:' }), clock);
    const observing = createObservability({ metricsToken: token }, { clock, log });
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
