import { setTimeout as wait } from 'node:timers/promises';
import { runKind } from '../../bot/src/store/kinds/runs/run.ts';
import { teamPartition } from '../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import { shardOf } from '../../bot/src/domain/core/shardOf.ts';
import { outboxPartition } from '../../bot/src/store/kinds/outbox/outboxRow.ts';
import { prefixRange } from '../../bot/src/store/tableStorePort.ts';
import { readAs, scanRows } from '../../bot/src/store/recordKindsAndAccess.ts';
import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import { azuriteCredential, startAzurite } from '../support/fakes/azurite.ts';
import type { Azurite } from '../support/fakes/azurite.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../support/fakes/fakeConnector.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import {
  arrived,
  blockerMessagesArrived,
  doubled,
  faultsAt,
  lastInFlight,
  lastNow,
  prompted,
  seedFile,
  startEngine,
  stopAll,
  tearLeases,
  until,
} from './engine/startEnginesAndReadArrivals.ts';
import type { EngineProcess, Place } from './engine/startEnginesAndReadArrivals.ts';
import { owedAtNine, playUntilQuietHoursEnd } from './engine/seedStoreBeforeQuietHoursEnd.ts';
import type { EnginePlan } from './engine/engineProcessPlan.ts';

// Tests two engine processes on one table service in real time. Every member must get the prompt, and none may get it
// twice unless the prompt was in flight at a kill.

const opening = Date.parse('2026-11-20T09:00:00Z');
const people = 60;

let azurite: Azurite;
let connector: FakeConnector;
const running: EngineProcess[] = [];
beforeEach(async () => {
  azurite = await startAzurite();
  connector = await startFakeConnector();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((engineProcess) => engineProcess.ended));
  await connector.close();
  await azurite.stop();
});

const seeded = (): Promise<Place> =>
  seedFile(azurite.url, { serviceUrl: connector.url, people, at: opening - 3_600_000 });

/** Returns the clock offset with which the opening is `seconds` ahead. */
const before = (seconds: number): number => opening - seconds * 1000 - Date.now();

const live = (place: Place, change: Parameters<typeof startEngine>[1]): EngineProcess => {
  const engine = startEngine(place, { mode: 'live', ...change });
  running.push(engine);
  return engine;
};

const runsIn = async ({ orgId, teamId }: Place): Promise<string[]> => {
  const store = await openTablesStore({ url: azurite.url, credential: azuriteCredential });
  const runs: string[] = [];
  for await (const row of scanRows(store, 'Team', teamPartition(orgId, teamId), prefixRange('D|')))
    if (row.rk.endsWith('|0')) runs.push(`${readAs(runKind, row).value.date} ${readAs(runKind, row).value.state}`);
  await store.close();
  return runs;
};

it('two processes that lose their leases prompt each member once', async () => {
  const place = await seeded();
  const offsetMs = before(8);
  const engines = [live(place, { offsetMs }), live(place, { offsetMs })];
  await Promise.all(engines.map((engine) => engine.hears(/^live$/)));
  const store = await openTablesStore({ url: azurite.url, credential: azuriteCredential });
  const endTearing = tearLeases(store, 50);
  await until(() => prompted(connector, place).length === people, 300);
  // Waits for one more heartbeat, which could wrongly send a message again.
  await wait(6_000);
  await endTearing();
  const errors = await stopAll(engines);
  const counts = arrived(connector);
  const workers = engines.filter((engine) => engine.lines.some((line) => line.startsWith('inflight'))).length;
  reportFigures(
    `2 processes on tables, leases torn away: ${prompted(connector, place).length} of ${people} asked by ${workers} of them, ${doubled(counts)} doubled`,
  );
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(counts)).toBe(0);
  expect(await runsIn(place)).toEqual(['2026-11-20 OPEN']);
  expect(errors).toEqual([]);
  expect(await faultsAt(azurite.url)).toEqual([]);
});

it('two processes that lose their leases send each message at the end of quiet hours once', async () => {
  const { place, waiting } = await playUntilQuietHoursEnd(azurite.url, connector.url, 40);
  connector.forget();
  const offsetMs = before(8);
  const engines = Array.from({ length: 2 }, () => live(place, { offsetMs }));
  await Promise.all(engines.map((engine) => engine.hears(/^live$/)));
  const endTearing = tearLeases(await openTablesStore({ url: azurite.url, credential: azuriteCredential }), 50);
  const isOver = (): boolean =>
    prompted(connector, place).length === waiting.length &&
    blockerMessagesArrived(connector).size === owedAtNine.length;
  await until(isOver, 300);
  // Waits for one more heartbeat, which could wrongly send a message again.
  await wait(6_000);
  await endTearing();
  const errors = await stopAll(engines);
  const [counts, aboutBlockers] = [arrived(connector), blockerMessagesArrived(connector)];
  reportFigures(
    `2 processes on tables at the end of quiet hours: ${prompted(connector, place).length} of ${waiting.length} asked, ` +
      `${aboutBlockers.size} of ${owedAtNine.length} messages about blockers, ${doubled(counts) + doubled(aboutBlockers)} doubled`,
  );
  expect(prompted(connector, place).sort()).toEqual([...waiting].sort());
  expect([...aboutBlockers.keys()].sort()).toEqual([...owedAtNine].sort());
  expect(doubled(counts) + doubled(aboutBlockers)).toBe(0);
  expect(errors).toEqual([]);
  expect(await faultsAt(azurite.url)).toEqual([]);
});

/** Leases so short that the other process can take over within the test. */
const short = { rowLeaseMs: 8_000, shardLeaseMs: 2_000, shardRenewMs: 500 };

it('after a kill of one of two processes, the other prompts all remaining members', async () => {
  const step = 'sender: sent, not marked';
  const place = await seeded();
  const victim = live(place, { offsetMs: before(3), settings: short, kills: { [step]: 1 } });
  // Waits until the first process has the shard. On a slow machine, the other process could otherwise prompt all
  // members first.
  await until(() => prompted(connector, place).length > 0, 300);
  const other = live(place, { offsetMs: before(3), settings: short });
  await victim.ended;
  const asked = prompted(connector, place).length;
  await until(() => prompted(connector, place).length === people, 300);
  await wait(6_000);
  const errors = await stopAll([other]);
  const counts = arrived(connector);
  const onTheirWay = lastInFlight(victim.lines);
  reportFigures(
    `on tables, killed ${step}: ${asked} asked by then, ${prompted(connector, place).length} of ${people} in the end, ` +
      `${doubled(counts)} doubled of ${onTheirWay} on their way`,
  );
  expect(victim.lines.some((line) => line === `at ${step}`)).toBe(true);
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(counts)).toBeLessThanOrEqual(onTheirWay);
  expect(await runsIn(place)).toEqual(['2026-11-20 OPEN']);
  expect(errors).toEqual([]);
  expect(await faultsAt(azurite.url)).toEqual([]);
});

/** Returns the row keys of the outbox rows that an answer causes, and of the answers. */
const intentsAndAnswers = async ({ orgId, teamId }: Place): Promise<{ intents: string[]; answers: string[] }> => {
  const store = await openTablesStore({ url: azurite.url, credential: azuriteCredential });
  const match = { intents: [] as string[], answers: [] as string[] };
  for await (const { rk } of scanRows(store, 'Outbox', outboxPartition(shardOf(orgId)), { from: '0', to: '~' }))
    if (!/\|(?:prompt|bcast|r1|r2)\./.test(rk)) match.intents.push(rk);
  for await (const { rk } of scanRows(store, 'Team', teamPartition(orgId, teamId), prefixRange('D|')))
    if (rk.includes('|a|')) match.answers.push(rk);
  await store.close();
  return match;
};

it('an answer that is killed after its intents is repeated and counts once', async () => {
  const step = 'answer: to be written';
  const place = await seeded();
  const answering = 8;
  let clock = opening - 60_000;
  const errors: string[] = [];
  const life = async (kills: EnginePlan['kills'], end: number): Promise<readonly string[]> => {
    const lines = await startEngine(place, { start: clock, until: end, kills }).ended;
    errors.push(...lines.filter((line) => line.startsWith('error ')));
    clock = (lastNow(lines) ?? clock) + 5_000;
    return lines;
  };
  const rounds = 3;
  for (let round = 1; round <= rounds; round += 1) {
    expect(await life({ [step]: 1 }, opening + 3_600_000)).toContain(`at ${step}`);
    // Only a table service can reach this state (intents stored, answer not), because on the embedded store both share
    // one commit.
    const { intents, answers } = await intentsAndAnswers(place);
    expect(answers).toEqual([]);
    expect(intents.filter((rk) => rk.includes('|sum|'))).toHaveLength(1);
    expect(intents.filter((rk) => rk.includes('|used|') && rk.endsWith(`|${place.members[0] ?? ''}`))).toHaveLength(1);
  }
  expect((await life({}, opening + 12 * 3_600_000)).at(-1)).toBe('done');
  const { intents, answers } = await intentsAndAnswers(place);
  const counts = arrived(connector);
  reportFigures(
    `on tables, killed ${rounds} times between intents and answer: ${answers.length} of ${answering} answers there`,
  );
  expect(answers).toHaveLength(answering);
  expect(intents).toEqual([]);
  expect(counts.get('summary 2026-11-20')).toBe(1);
  expect(prompted(connector, place)).toHaveLength(people);
  expect(doubled(counts)).toBe(0);
  expect(errors).toEqual([]);
  // verify-store also checks the ledger: it has one row for each member who took part, and none for others.
  expect(await faultsAt(azurite.url)).toEqual([]);
});
