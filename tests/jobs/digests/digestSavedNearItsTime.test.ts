import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { saveDigest } from '../../../bot/src/services/digests/saveDigest.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { aDigest, digestCards, digestWorld } from '../../support/worlds/digestWorld.ts';

// Tests a digest for 17:00 in Berlin (16:00 UTC) that is saved around this time.

it('a digest that a server with a clock ahead sent too early is sent again on the next day, also after a change of its name', async () => {
  const world = await digestWorld();
  const { id } = await world.digest('ann');
  await world.runUntil('2026-11-20T16:00:30Z', 60);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
  // The clock was ahead and is set back.
  world.clock.set('2026-11-20T15:45:00Z');
  const draft = saveDigestCall.input.parse({ ...aDigest(world, [world.member('ann')]), id, name: 'Renamed' });
  await saveDigest(world.services, world.actor('ann'), draft);
  await world.runUntil('2026-11-23T16:05:00Z', 300);
  expect(digestCards(world)).toEqual(['11-20 16:00 ann', '11-23 16:00 ann']);
});

it.each(['created', 'changed'] as const)(
  'a digest that is %s seconds before its time is sent at that time, once',
  async (how) => {
    const store = openSqliteStore({ file: ':memory:' });
    const world = await digestWorld({ store });
    const schedule = { cadence: 'DAILY', time: 1080, timezone: 'Europe/Berlin' } as const;
    const before = how === 'changed' ? await world.digest('ann', { schedule }) : undefined;
    world.clock.set('2026-11-20T15:59:50Z');
    const hooked = createHookedStore(store);
    hooked.beforeTransaction('Org', () => world.runUntil('2026-11-20T16:00:10Z', 5));
    const draft = saveDigestCall.input.parse({ ...aDigest(world, [world.member('ann')]), id: before?.id });
    await saveDigest({ ...world.services, store: hooked }, world.actor('ann'), draft);
    expect(world.clock.now()).toBe(Date.parse('2026-11-20T16:00:10Z'));
    await world.runUntil('2026-11-21T01:00:00Z', 300);
    expect(digestCards(world)).toEqual(['11-20 16:00 ann']);
  },
);
