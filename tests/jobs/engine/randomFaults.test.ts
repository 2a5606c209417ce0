import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import { answerAs, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { reportFigures } from '../../support/files/printFigures.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Plays a week of random failures of store and chat service. Every member must get the messages, and verify-store must
// find no fault.

const reads = new Set(['get', 'scan']);

/**
 * Wraps a store so that calls fail at random: 5 % are rejected, 2 % succeed without a reply, and 1 % of the writes
 * succeed but report a conflict, as the repetition of a write without a reply does.
 */
const flaky = <T extends TableStore>(store: T, random: () => number, counts: { faults: number }): T => {
  const wrap =
    (name: string, work: (...items: never[]) => Promise<unknown>) =>
    async (...items: never[]): Promise<unknown> => {
      const chance = random();
      if (chance >= 0.08) return work(...items);
      counts.faults += 1;
      if (chance < 0.05) throw new StoreError('UNAVAILABLE', 'busy');
      const result = await work(...items);
      if (chance < 0.07) throw new StoreError('UNAVAILABLE', 'no answer');
      if (!reads.has(name)) throw new StoreError('CONFLICT', 'there already');
      return result;
    };
  const names = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'] as const;
  const unsound = {
    ...store,
    ...Object.fromEntries(names.map((name) => [name, wrap(name, Reflect.get(store, name) as never)])),
  };
  return { ...unsound, inOrder: runTransactionsInSequence((table, pk, steps) => unsound.transact(table, pk, steps)) };
};

const days = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
const answering = ['ann', 'bob', 'cem', 'dan', 'eve'];
const people = [...answering, 'fay', 'gus', 'hal'];

const answered = async (world: World, name: string, date: string): Promise<void> => {
  for (let attempt = 0; ; attempt += 1)
    try {
      await answerAs(world, name, { date });
      return;
    } catch (error) {
      if (attempt === 200) throw error;
    }
};

const playWeek = async (world: World, unsound: Pick<World, 'store'>): Promise<void> => {
  const settings = { ...jobSettings, shards: [shardOf(world.orgId)] };
  const engine = world.instance('unlucky', { store: unsound.store, settings });
  const unlucky = { ...world, answering: { ...world.answering, store: unsound.store } };
  for (const date of days) {
    world.clock.set(`${date}T08:55:00Z`);
    await world.runUntil(`${date}T09:30:00Z`, 15, engine);
    for (const name of answering) await answered(unlucky, name, date);
    await world.runUntil(`${date}T11:30:00Z`, 15, engine);
  }
};

const missing = (world: World, names: readonly string[]): string[] =>
  days.flatMap((date) =>
    names.filter(
      (name) =>
        !world.messenger.calls.some(
          (call) => call.to === name && call.at.startsWith(date) && shows(call.message) === 'ask',
        ),
    ),
  );

it.each([1, 2, 3, 4])('a week with faults from seed %d leaves out no member', async (seed) => {
  const random = randomFrom(seed);
  const counts = { faults: 0 };
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ people, store });
  await world.meeting();
  let refused = 0;
  world.messenger.failWhen(() => {
    const chance = random();
    if (chance < 0.85) return undefined;
    refused += 1;
    if (chance < 0.93) return { kind: 'THROTTLED', retryAfterMs: chance < 0.9 ? 20_000 : null };
    return chance < 0.97 ? { kind: 'TRANSIENT' } : { kind: 'LOST' };
  });
  await playWeek(world, { store: flaky(store, random, counts) });
  const states = await Promise.all(days.map(async (date) => (await rowsOf(world, date)).run?.value.state));
  const summaries = world.messenger.calls.filter(
    (call) => call.do === 'send' && shows(call.message) === 'summary',
  ).length;
  reportFigures(
    `seed ${seed}: ${counts.faults} store faults, ${refused} of the chat, ${missing(world, people).length} without a prompt, ${summaries} summaries`,
  );
  expect(counts.faults).toBeGreaterThan(200);
  const silent = people.filter((name) => !answering.includes(name));
  expect(missing(world, silent)).toEqual([]);
  // After two refusals, a prompt is tried again only at the time of the first reminder. By then these members have
  // answered (at 9:30), so they need no prompt.
  expect(missing(world, answering).length).toBeLessThanOrEqual(2);
  expect(states).toEqual(days.map(() => 'COMPLETED'));
  expect(summaries).toBeGreaterThanOrEqual(days.length);
  expect(await rowsOf(world, '2026-11-26').then((rows) => rows.answers)).toHaveLength(5);
});
