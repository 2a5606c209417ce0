import { setTimeout as wait } from 'node:timers/promises';
import { buildFormat, checkFormat, claimFormat } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../support/fakes/fakeConnector.ts';
import { nextField } from '../support/store/nextVersionStore.ts';
import { rowsOf } from '../support/data/readStoreRows.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import {
  arrived,
  doubled,
  faultsInFile,
  prompted,
  seedFile,
  startEngine,
  stopAll,
  until,
} from './engine/startEnginesAndReadArrivals.ts';
import type { EngineProcess } from './engine/startEnginesAndReadArrivals.ts';

// Plays a rolling upgrade in real time: processes of this build and of the next build share a store file.

const inTemp = useTempDir();
const opening = Date.parse('2026-11-20T09:00:00Z');

let connector: FakeConnector;
const running: EngineProcess[] = [];
beforeAll(async () => {
  connector = await startFakeConnector();
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map((engineProcess) => engineProcess.ended));
  await connector.close();
});

it('this build and the next one prompt each member once, and no field of the next one is lost', async () => {
  const people = 200;
  const file = inTemp('upgrade.db');
  const place = await seedFile(file, { serviceUrl: connector.url, people, at: opening - 3_600_000 });
  const marking = openSqliteStore({ file });
  await claimFormat(marking);
  await claimFormat(marking, { format: buildFormat.format + 1, readableBy: buildFormat.format });
  await marking.close();
  const start = async (build: 'WATCHED' | 'NEXT'): Promise<EngineProcess> => {
    const engine = startEngine(place, { mode: 'live', offsetMs, build });
    running.push(engine);
    await engine.hears(/^live$/);
    return engine;
  };
  const offsetMs = opening - 8_000 - Date.now();
  // The next build takes over the work while this build still runs, and is then stopped, as in a rollback.
  const next = await start('NEXT');
  const own = await start('WATCHED');
  await until(() => prompted(connector, place).length > people / 10, 300);
  next.child.kill('SIGTERM');
  await until(() => prompted(connector, place).length === people, 300);
  // Waits for one more heartbeat of each process, which could wrongly send a message again.
  await wait(1_000);
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(arrived(connector))).toBe(0);
  // The process prints an error for each newer field that this build overwrites.
  expect(await stopAll(running)).toEqual([]);
  const store = openSqliteStore({ file });
  await expect(checkFormat(store)).resolves.toBeUndefined();
  const noted = (await rowsOf(store.admin, 'Team')).filter((row) => row.values[nextField] !== undefined);
  expect(noted.length).toBeGreaterThan(0);
  for (const engineProcess of [next, own])
    expect(engineProcess.lines.some((line) => line.startsWith('inflight'))).toBe(true);
  await store.close();
  expect(await faultsInFile(file)).toEqual([]);
});
