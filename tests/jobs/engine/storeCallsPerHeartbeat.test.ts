import { minuteMs, toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { Engine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createFaultyStore } from '../../support/store/faultyStoreWithCallCount.ts';
import type { FaultyStore } from '../../support/store/faultyStoreWithCallCount.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { seedManyTeams } from '../../support/data/seedManyTeams.ts';
import type { SeededTeam } from '../../support/data/seedManyTeams.ts';
import { friday, promptsTo, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

// Store calls cost money and time on Azure (docs/benchmarks.md), so claims and delivery records are written in batches
// per partition.

const beats = 40;

type Played = Awaited<ReturnType<typeof aWorld>>;

/**
 * Polls until all members have their prompt of the run that opens at `at`. Returns the number of store calls beyond
 * those of idle heartbeats.
 */
const callsOfOpening = async (
  { world, store, engine }: { readonly world: Played; readonly store: FaultyStore; readonly engine: Engine },
  at: string,
  members: number,
): Promise<number> => {
  world.clock.set(toInstant(Date.parse(at) - 2_000));
  // Three heartbeats finish the work of the day before, so that the next one shows the calls of an idle heartbeat.
  for (let poll = 0; poll < 3; poll += 1) await engine.poll();
  world.clock.advance({ seconds: 1 });
  store.reset();
  await engine.poll();
  const idle = store.calls();
  expect(idle).toBeLessThanOrEqual(32);
  world.clock.set(at);
  const earlier = promptsTo(world).length;
  const prompted = (): number => promptsTo(world).length - earlier;
  store.reset();
  let count = 0;
  for (; count < beats && prompted() < members; count += 1) await engine.poll();
  expect(prompted()).toBe(members);
  return store.calls() - count * idle;
};

/** Saves an answer of every member. Every third member is blocked. */
const answerAll = async (world: Played, teams: readonly SeededTeam[]): Promise<void> => {
  for (const { orgId, teamId, meetingId, people } of teams)
    for (const [index, { memberId, name }] of people.entries())
      await saveAnswer(world.answering, world.actor(name, { orgId, memberId, teamIds: [teamId] }), {
        meetingId,
        date: aDate(friday),
        values: values(index % 3 === 0 ? { blocked: 'Yes', what: 'No access' } : {}),
        goals: [],
      });
};

it.each([
  { teams: 40, members: 10, orgs: 4, most: 1.5 },
  { teams: 4, members: 100, orgs: 2, most: 0.3 },
  { teams: 3, members: 100, orgs: 3, most: 0.3 },
])(
  'prompts $teams teams of $members in $orgs organisations with at most $most store calls per member, also in a later run',
  async ({ teams, members, orgs, most }) => {
    const store = createFaultyStore(openSqliteStore({ file: ':memory:' }));
    // The numbers of store calls follow from the batches that the limits of Teams allow.
    const world = await aWorld({ store, people: [], platform: teamsPlatform });
    // The chats are known, as on every day except a member's first.
    const seeded = await seedManyTeams(world, {
      ...{ teams, members, orgs },
      person: (name) => ({ conversationId: `chat-${name}` }),
    });
    // A running server renews its leases in a separate timer. In this test, the leases last longer than the minute of
    // sending instead.
    const settings = { ...jobSettings, shardLeaseMs: 10 * minuteMs };
    // At the usual limit, the fake clock jumps between the messages of a team of 100, and each jump splits a batch of
    // records.
    const { limits } = world.messenger;
    const tenant = { ...limits.tenant, mostAtOnce: 2 * members };
    const messenger = { ...world.messenger, limits: { ...limits, tenant } };
    const engine = world.instance('renewed', { settings, ...(orgs === teams ? { messenger } : {}) });
    const all = teams * members;
    const first = await callsOfOpening({ world, store, engine }, '2026-11-20T09:00:00Z', all);
    await answerAll(world, seeded);
    await world.runUntil('2026-11-20T20:00:00Z', 30 * 60, engine);
    const later = await callsOfOpening({ world, store, engine }, '2026-11-23T09:00:00Z', all);
    expect(first / all).toBeLessThanOrEqual(most);
    expect(later / all).toBeLessThanOrEqual(most);
  },
);

it('reads an outbox without emails once per heartbeat, and one with emails as often', async () => {
  const world = await aWorld();
  const polledShards: string[] = [];
  const accountWork = (shard: string): Promise<void> => {
    polledShards.push(shard);
    return Promise.resolve();
  };
  const engine = world.instance('one', { accountWork });
  await engine.poll();
  expect(polledShards).toEqual([]);
  const row = { pk: 'ob-03', rk: '20261120075900|purge|-' };
  await world.store.insert('Outbox', { ...row, values: { v: 1 } });
  world.plants(/purge/);
  await engine.poll();
  await engine.poll();
  expect(polledShards).toEqual(['03', '03']);
});
