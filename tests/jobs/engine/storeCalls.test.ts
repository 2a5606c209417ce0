import { minuteMs } from '../../../bot/src/domain/core/zonedTime.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDeps.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createFaultyStore } from '../../support/store/faultyStore.ts';
import { seedTeams } from '../../support/data/manyTeams.ts';
import { promptsTo } from '../../support/worlds/runWorld.ts';
import { aWorld } from '../../support/worlds/aWorld.ts';

// Store calls cost money and time on Azure (docs/benchmarks.md), so claims and delivery records are written in batches
// per partition.

const beats = 40;

it.each([
  { teams: 100, members: 10, orgs: 10, most: 1.5 },
  { teams: 20, members: 100, orgs: 4, most: 0.3 },
])(
  'prompts $teams teams of $members with at most $most store calls per member',
  async ({ teams, members, orgs, most }) => {
    const store = createFaultyStore(openSqliteStore({ file: ':memory:' }));
    const world = await aWorld({ store, people: [] });
    // The chats are known, as on every day except a member's first.
    await seedTeams(world, { teams, members, orgs, person: (name) => ({ conversationId: `chat-${name}` }) });
    // A running server renews its leases in a separate timer. Here they last longer than the minute of sending instead.
    const engine = world.instance('renewed', { settings: { ...jobSettings, shardLeaseMs: 10 * minuteMs } });
    await engine.poll();
    store.reset();
    world.clock.advance({ seconds: 1 });
    await engine.poll();
    const idle = store.calls();
    world.clock.set('2026-11-20T08:59:59Z');
    await engine.poll();
    world.clock.set('2026-11-20T09:00:00Z');
    store.reset();
    let count = 0;
    for (; count < beats && promptsTo(world).length < teams * members; count += 1) await engine.poll();
    expect(promptsTo(world)).toHaveLength(teams * members);
    expect(idle).toBeLessThanOrEqual(32);
    expect((store.calls() - count * idle) / (teams * members)).toBeLessThanOrEqual(most);
  },
);

it('reads an outbox without emails once per heartbeat, and one with emails as often', async () => {
  const world = await aWorld();
  const looks: string[] = [];
  const accountWork = (shard: string): Promise<void> => {
    looks.push(shard);
    return Promise.resolve();
  };
  const engine = world.instance('one', { accountWork });
  await engine.poll();
  expect(looks).toEqual([]);
  const row = { pk: 'ob-03', rk: '20261120075900|purge|-' };
  await world.store.insert('Outbox', { ...row, values: { v: 1 } });
  world.plants(/purge/);
  await engine.poll();
  await engine.poll();
  expect(looks).toEqual(['03', '03']);
});
