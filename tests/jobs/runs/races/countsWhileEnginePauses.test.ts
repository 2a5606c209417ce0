import { daySummary } from '../../../../bot/src/store/kinds/runs/daySummary.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId } from '../../../support/data/idDateAndRecordBuilders.ts';
import { createHookedStore } from '../../../support/store/storeWithWorkBetweenCalls.ts';
import { answerAs, friday, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests the counts of a run when an engine pauses between its store calls.

const countsOf = async (world: World) => {
  const { teamId, store, orgId } = world;
  const key = { teamId, meetingId: aMeetingId(), date: aDate(friday) };
  const row = await inOrg(store, orgId).get(daySummary, key);
  if (row === undefined) throw new Error('The run has no counts.');
  return row;
};

const answeredByAnnAndEve = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ people: ['ann', 'bob', 'eve'], store });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:30:00Z');
  await answerAs(world, 'ann');
  await answerAs(world, 'eve');
  return { world, store };
};

it('an engine that pauses before it writes the counts of a run does not overwrite newer counts', async () => {
  const { world, store } = await answeredByAnnAndEve();
  const hooked = createHookedStore(store);
  hooked.beforeTransaction('Team', async () => {
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T09:41:00Z', 20, world.instance('two'));
  });
  await world.instance('one', { store: hooked }).poll();
  expect(world.clock.now()).toBeGreaterThanOrEqual(Date.parse('2026-11-20T09:41:00Z'));
  await world.runUntil('2026-11-20T20:00:00Z', 600, world.instance('two'));
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'ALL_ANSWERED' });
  expect((await countsOf(world)).value).toMatchObject({ state: 'COMPLETED', asked: 3, answered: 3 });
});

it('an engine that checks a run again writes its counts only if they changed', async () => {
  const { world } = await answeredByAnnAndEve();
  await world.runUntil('2026-11-20T09:30:30Z', 5);
  const { value, etag } = await countsOf(world);
  expect(value).toMatchObject({ asked: 3, answered: 2 });
  await world.runUntil('2026-11-20T09:31:30Z', 5);
  expect((await countsOf(world)).etag).toBe(etag);
});
