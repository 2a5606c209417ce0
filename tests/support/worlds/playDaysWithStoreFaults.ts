import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createFaultyStore } from '../store/faultyStoreWithCallCount.ts';
import type { FaultMoment } from '../store/faultyStoreWithCallCount.ts';
import { answerAs, story } from './saveAnswersAndReadMessages.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World } from './teamWorldWithEngine.ts';
import { callsBetweenFaults } from '../store/callsBetweenFaults.ts';

// Plays a day many times, each time with another store operation failing.

export interface Played {
  /** Runs a heartbeat every six minutes until the instant `at`. */
  readonly until: (at: string) => Promise<void>;
  /** Saves an answer, and retries if the store fails. */
  readonly answered: (name: string) => Promise<void>;
}

const playing = (world: World): Played => {
  // The engine polls only the shard with work, because otherwise most operations would be reads of empty shards.
  const engine = world.instance('only', { settings: { ...jobSettings, shards: [shardOf(world.orgId)] } });
  return {
    until: async (at) => {
      while (world.clock.now() < Date.parse(at)) {
        await engine.poll();
        world.clock.advance({ minutes: 6 });
      }
      await engine.poll();
    },
    answered: async (name) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          await answerAs(world, name);
          return;
        } catch (error) {
          if (attempt === 3) throw error;
        }
      }
    },
  };
};

/** AFTER applies to writes only: a read has no effect, so an error after it is the same as an error before it. */
export const faultMoments: readonly (readonly [FaultMoment, string])[] = [
  ['BEFORE', 'operation'],
  ['AFTER', 'write'],
];

export interface FaultyDay {
  readonly meeting: Partial<Meeting>;
  readonly play: (played: Played) => Promise<void>;
  /** Throws if a message or row is missing or duplicated. */
  readonly check: (world: World) => Promise<void>;
}

const begin = async ({ meeting }: FaultyDay) => {
  const store = createFaultyStore(openSqliteStore({ file: ':memory:' }));
  const world = await aWorld({ store });
  await world.meeting(meeting);
  store.reset();
  return { store, world };
};

/**
 * Plays the day without a failure, then again for each `callsBetweenFaults`-th operation, which fails. Returns the
 * number of operations.
 */
export const playFaultyDays = async (day: FaultyDay, moment: FaultMoment): Promise<number> => {
  const calm = await begin(day);
  await day.play(playing(calm.world));
  const operations = calm.store.calls(moment);
  await day.check(calm.world);
  for (let n = 1; n <= operations; n += callsBetweenFaults) {
    const { store, world } = await begin(day);
    store.failAt(n, moment);
    await day.play(playing(world));
    try {
      await day.check(world);
    } catch (error) {
      throw new Error(`Operation ${n} failing: ${story(world).join(' · ')} · ${world.log.errors.join(' · ')}`, {
        cause: error,
      });
    }
    await world.verify();
    await store.close();
  }
  return operations;
};
