import { removeVacation, saveVacation } from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../../bot/src/store/tableStorePort.ts';
import { aDate } from '../../../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../../support/store/storeWithWorkBetweenCalls.ts';
import { friday, promptsTo, runOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests a report by member time whose run is open in Berlin. Bob removes his vacation ten seconds before his own
// opening in London, 10:00 UTC.

const zones = { ann: 'Europe/Berlin', bob: 'Europe/London' };

const days = (world: World) => ({
  ...{ objectType: 'User' as const, objectId: world.member('bob'), dates: [aDate(friday)] },
});
const remove = (world: World, store: TableStore) =>
  removeVacation({ ...world.answering, store }, world.actor('bob'), days(world));

const tenSecondsBefore = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', people: Object.keys(zones), zones, store });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await saveVacation(world.answering, world.actor('bob'), days(world));
  await world.runUntil('2026-11-20T09:59:00Z');
  world.clock.set('2026-11-20T09:59:50Z');
  return { world, store };
};

const toBob = (world: World): string => {
  const prompts = promptsTo(world).filter((line) => line.endsWith('bob'));
  return prompts.join();
};
const awayOf = async (world: World) =>
  (await runOf(world))?.members.find(({ memberId }) => memberId === world.member('bob'))?.away;

it('a member whose vacation is removed seconds before the prompt is asked, at any store call', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (;;) {
    const { world, store } = await tenSecondsBefore();
    const call = tried + 1;
    const hooked = createHookedStore(store);
    hooked.before(call, () => world.runUntil('2026-11-20T10:00:10Z', 5));
    await remove(world, hooked);
    if (hooked.calls() < call) break;
    tried = call;
    await world.runUntil('2026-11-20T12:00:00Z');
    const away = await awayOf(world);
    // If the opening passes before the run is read, the removed vacation changes nothing.
    const expected = away === null ? '11-20 10:00 bob' : '';
    if (toBob(world) !== expected) wrong.push(`${call}: ${toBob(world)}, away ${away}`);
  }
  expect(tried).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

it('a removal that is killed at any step after the opening, and is repeated, asks the member whom the run asks', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (;;) {
    const { world, store } = await tenSecondsBefore();
    const call = tried + 1;
    // The opening passes before this call, and the process is killed after it.
    const hooked = createHookedStore(store);
    hooked.before(call, () => world.runUntil('2026-11-20T10:00:10Z', 5));
    const failing = failingStore(hooked, call, 'crash');
    const isDone = await remove(world, failing.store).then(
      () => true,
      () => false,
    );
    if (isDone) break;
    tried = call;
    await remove(world, store);
    await world.runUntil('2026-11-20T12:00:00Z');
    const away = await awayOf(world);
    const expected = away === null ? '11-20 10:00 bob' : '';
    if (toBob(world) !== expected) wrong.push(`${call}: ${toBob(world)}, away ${away}`);
  }
  expect(tried).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
