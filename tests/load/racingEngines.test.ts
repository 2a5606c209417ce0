import { setTimeout as wait } from 'node:timers/promises';
import { shardOf } from '../../bot/src/domain/core/shardOf.ts';
import { outside } from '../../bot/src/store/recordKindsAndAccess.ts';
import { due } from '../../bot/src/store/kinds/due/dueRow.ts';
import { outbox, outboxPartition } from '../../bot/src/store/kinds/outbox/outboxRow.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId, anInstant } from '../support/data/idDateAndRecordBuilders.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../support/fakes/fakeConnector.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { digestPositions, digestsArrived } from './engine/seedAndCountDigests.ts';
import {
  arrived,
  blockerMessagesArrived,
  doubled,
  faultsInFile,
  lastInFlight,
  prompted,
  seedFile,
  startEngine,
  stopAll,
  tearLeases,
  until,
} from './engine/startEnginesAndReadArrivals.ts';
import type { EngineProcess, Place } from './engine/startEnginesAndReadArrivals.ts';
import { owedAtNine, playUntilQuietHoursEnd } from './engine/seedStoreBeforeQuietHoursEnd.ts';

// Tests several engine processes on one store file in real time. No process is killed, so only a process that stops for
// longer than its lease may send messages twice.

const inTemp = useTempDir();
const opening = Date.parse('2026-11-20T09:00:00Z');

let connector: FakeConnector;
const running: EngineProcess[] = [];
beforeAll(async () => {
  connector = await startFakeConnector();
});
beforeEach(() => {
  connector.forget();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((engineProcess) => engineProcess.ended));
});
afterAll(() => connector.close());

const seeded = (name: string, people: number): Promise<Place> =>
  seedFile(inTemp(`${name}.db`), { serviceUrl: connector.url, people, at: opening - 3_600_000, digestAt: 9 * 60 });

/** Returns the clock offset in ms with which the opening is `seconds` ahead. */
const before = (seconds: number): number => opening - seconds * 1000 - Date.now();

const live = (place: Place, change: Parameters<typeof startEngine>[1]): EngineProcess => {
  const engine = startEngine(place, { mode: 'live', ...change });
  running.push(engine);
  return engine;
};

/** Number of chats that get the digest: those of the members, and the channel. */
const chats = digestPositions.length + 1;
const hasDigests = (): boolean => digestsArrived(connector).size === chats;

it.each([
  [2, 'leases that hold'],
  [2, 'leases torn away'],
  [4, 'leases torn away'],
])('%d processes with %s prompt each member once', async (processes, leases) => {
  const people = 200;
  const place = await seeded(`race ${processes} ${leases}`, people);
  const offsetMs = before(8);
  const engines = Array.from({ length: processes }, () => live(place, { offsetMs }));
  await Promise.all(engines.map((engine) => engine.hears(/^live$/)));
  const endTearing = leases === 'leases torn away' ? tearLeases(openSqliteStore({ file: place.file }), 20) : undefined;
  await until(() => prompted(connector, place).length === people && hasDigests(), 300);
  // Waits for two more heartbeats, which could wrongly send a message again.
  await wait(11_000);
  await endTearing?.();
  const errors = await stopAll(engines);
  const [counts, digests] = [arrived(connector), digestsArrived(connector)];
  const workers = engines.filter((engine) => engine.lines.some((line) => line.startsWith('inflight'))).length;
  reportFigures(
    `${processes} processes, ${leases}: ${prompted(connector, place).length} of ${people} asked by ${workers} of them, ${doubled(counts)} doubled; ${digests.size} digests, ${doubled(digests)} doubled`,
  );
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(counts)).toBe(0);
  expect([digests.size, doubled(digests)]).toEqual([chats, 0]);
  expect(errors).toEqual([]);
  expect(await faultsInFile(place.file)).toEqual([]);
});

/** Leases of a tenth of the usual length, so that a stop of nine seconds has the effect of a stop of ninety seconds. */
const short = { rowLeaseMs: 6_000, shardLeaseMs: 1_000, shardRenewMs: 300 };

it.each([
  // At this step the process has claimed the prompts and deleted the due row, but sent nothing, so no prompt can be
  // doubled.
  ['run: own row gone', 0],
  // A batch of eight messages is in flight. Other processes cannot know which of them Teams accepted, so they send
  // these eight again, and nothing else. When the stopped process continues, it must send nothing.
  ['sender: sent, not marked', 8],
] as const)(
  'a process that stops for longer than its lease, at "%s", doubles only messages in flight, at most %d, when it continues',
  async (step, most) => {
    const people = 24;
    const place = await seeded(`zombie ${most}`, people);
    const zombie = live(place, { offsetMs: before(4), settings: short, kills: { [step]: 1 }, signal: 'SIGSTOP' });
    await zombie.hears(/^at /);
    const stopped = Date.now();
    const other = live(place, { offsetMs: before(-1), settings: short });
    await until(() => prompted(connector, place).length === people, 300);
    await wait(Math.max(0, 9_000 - (Date.now() - stopped)));
    const asked = prompted(connector, place).length;
    zombie.child.kill('SIGCONT');
    await wait(6_000);
    const errors = await stopAll([zombie, other]);
    const onTheirWay = lastInFlight(
      zombie.lines.slice(
        0,
        zombie.lines.findIndex((line) => line.startsWith('at ')),
      ),
    );
    reportFigures(
      `stopped ${step}: ${asked} of ${people} asked meanwhile, ${doubled(arrived(connector))} doubled, ${onTheirWay} were on their way`,
    );
    expect(asked).toBe(people);
    expect(onTheirWay).toBeLessThanOrEqual(most);
    expect(doubled(arrived(connector))).toBeLessThanOrEqual(onTheirWay);
    expect(errors).toEqual([]);
    expect(await faultsInFile(place.file)).toEqual([]);
  },
);

it('three processes that lose their leases send each message at the end of quiet hours once', async () => {
  const { place, waiting } = await playUntilQuietHoursEnd(inTemp('quiet end.db'), connector.url, 40);
  connector.forget();
  const offsetMs = before(8);
  const engines = Array.from({ length: 3 }, () => live(place, { offsetMs }));
  await Promise.all(engines.map((engine) => engine.hears(/^live$/)));
  const endTearing = tearLeases(openSqliteStore({ file: place.file }), 20);
  const isOver = (): boolean =>
    prompted(connector, place).length === waiting.length &&
    blockerMessagesArrived(connector).size === owedAtNine.length;
  await until(isOver, 300);
  // Waits for two more heartbeats, which could wrongly send a message again.
  await wait(11_000);
  await endTearing();
  const errors = await stopAll(engines);
  const [counts, aboutBlockers] = [arrived(connector), blockerMessagesArrived(connector)];
  reportFigures(
    `3 processes at the end of quiet hours: ${prompted(connector, place).length} of ${waiting.length} asked, ` +
      `${aboutBlockers.size} of ${owedAtNine.length} messages about blockers, ${doubled(counts) + doubled(aboutBlockers)} doubled`,
  );
  expect(prompted(connector, place).sort()).toEqual([...waiting].sort());
  expect([...aboutBlockers.keys()].sort()).toEqual([...owedAtNine].sort());
  expect(doubled(counts) + doubled(aboutBlockers)).toBe(0);
  expect(errors).toEqual([]);
  expect(await faultsInFile(place.file)).toEqual([]);
});

it('two processes whose clocks are twenty minutes apart prompt each member once', async () => {
  const people = 40;
  const place = await seeded('clocks', people);
  const slow = live(place, { offsetMs: before(20 * 60 + 5) });
  await slow.hears(/^live$/);
  const fast = live(place, { offsetMs: before(5) });
  await until(() => prompted(connector, place).length === people, 300);
  await wait(11_000);
  const errors = await stopAll([slow, fast]);
  reportFigures(
    `clocks 20 minutes apart: ${prompted(connector, place).length} of ${people} asked, ${doubled(arrived(connector))} doubled`,
  );
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(arrived(connector))).toBe(0);
  expect(errors).toEqual([]);
  expect(await faultsInFile(place.file)).toEqual([]);
});

it('a row that fails three times is parked with its reason, and the others continue', async () => {
  const people = 12;
  const place = await seeded('poison', people);
  const store = openSqliteStore({ file: place.file });
  const { orgId, teamId } = place;
  const bad = aMeetingId('bad');
  const row = {
    ...({ kind: 'prompt', zone: null, rev: 1, failures: 0, parkedReason: null, source: 'SCHEDULE' } as const),
    ...{ at: anInstant('2026-11-20T08:00:00Z'), orgId, teamId, meetingId: bad, date: aDate('2026-11-20') },
  };
  await outside(store).insert(due, row, row);
  await store.insert('Team', { pk: `${orgId}|${teamId}`, rk: `G|${bad}`, values: { v: 99 } });
  const message = {
    pk: outboxPartition(shardOf(orgId)),
    rk: `20261120080000|sum|${orgId}|${teamId}|${bad}|2026-11-20|!ch`,
  };
  await store.insert('Outbox', { ...message, values: { v: 99 } });
  await store.close();

  const life = startEngine(place, { start: opening - 60_000, until: opening + 3_600_000 });
  const lines = await life.ended;
  expect(lines.at(-1)).toBe('done');
  const after = openSqliteStore({ file: place.file });
  expect((await outside(after).get(due, row))?.value).toMatchObject({ failures: 3, parkedReason: 'Error' });
  expect((await after.get('Outbox', message))?.values).toEqual({ v: 99 });
  await after.close();
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(arrived(connector))).toBe(0);
  const faults = (await faultsInFile(place.file)).filter((line) => !line.includes('format 99'));
  expect(faults).toEqual([]);
  expect(outbox.version).toBeLessThan(99);
});
