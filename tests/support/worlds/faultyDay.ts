import type { Meeting } from '#contracts/meetings/meeting.ts';
import { shardOf } from '../../../bot/src/domain/core/keyHashing.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDeps.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createFaultyStore } from '../store/faultyStore.ts';
import type { FaultMoment } from '../store/faultyStore.ts';
import { answerAs, story } from './runWorld.ts';
import { aWorld } from './aWorld.ts';
import type { World } from './aWorld.ts';

// A day, played once for every operation of its store, with that one failing.

export interface Played {
  /** Beats every six minutes until then. */
  readonly until: (at: string) => Promise<void>;
  /** Answers, and tries again when the store fails. */
  readonly answered: (name: string) => Promise<void>;
}

const playing = (world: World): Played => {
  // Only the shard with work in it, or most operations would be looks at empty ones.
  const engine = world.instance('only', { settings: { ...jobSettings, shards: [shardOf(world.orgId)] } });
  return {
    until: async (at) => {
      while (world.clock.now() < Date.parse(at)) {
        await engine.beat();
        world.clock.advance({ minutes: 6 });
      }
      await engine.beat();
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

/** A read that fails afterwards is a read that failed. */
export const faultMoments: readonly (readonly [FaultMoment, string])[] = [
  ['BEFORE', 'operation'],
  ['AFTER', 'write'],
];

export interface FaultyDay {
  readonly meeting: Partial<Meeting>;
  readonly play: (played: Played) => Promise<void>;
  /** Throws when something was lost or doubled. */
  readonly check: (world: World) => Promise<void>;
}

const begin = async ({ meeting }: FaultyDay) => {
  const store = createFaultyStore(openSqliteStore({ file: ':memory:' }));
  const world = await aWorld({ store });
  await world.meeting(meeting);
  store.reset();
  return { store, world };
};

/** Plays the day calmly, then with each operation failing in its turn. Answers how many there were. */
export const playFaultyDays = async (day: FaultyDay, moment: FaultMoment): Promise<number> => {
  const calm = await begin(day);
  await day.play(playing(calm.world));
  const operations = calm.store.calls(moment);
  await day.check(calm.world);
  for (let n = 1; n <= operations; n += 1) {
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
