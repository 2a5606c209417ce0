import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deactivateMeeting } from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { storeMeeting } from '../../../../bot/src/services/meetings/storeMeeting.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../../bot/src/store/tableStorePort.ts';
import { aMeetingDraft, aMeetingId } from '../../../support/data/idDateAndRecordBuilders.ts';
import { createHookedStore } from '../../../support/store/storeWithWorkBetweenCalls.ts';
import { promptsTo } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests a report for 10:00 in Berlin (09:00 UTC) that is saved ten seconds before. The time passes before the report is
// stored, so the engine handles its due row too early.

const save = (world: World, store: TableStore, change: Partial<MeetingDraft> = {}) =>
  storeMeeting(
    { ...world.answering, store, meetingTypes: ['STANDUP', 'RETRO'] },
    world.actor('ann', { role: 'admin' }),
    meetingDraft.parse(
      aMeetingDraft({ teamId: world.teamId, members: [world.member('ann'), world.member('bob')], ...change }),
    ),
  );

type Way = readonly [
  how: string,
  prepare: (world: World) => Promise<unknown>,
  change: (world: World, store: TableStore) => Promise<unknown>,
];

const ways: readonly Way[] = [
  ['created', () => Promise.resolve(), save],
  [
    'moved to this time',
    (world) => world.meeting({ time: 660 }),
    (world, store) => save(world, store, { id: aMeetingId() }),
  ],
  [
    'activated',
    (world) => world.meeting({ isEnabled: false }),
    (world, store) =>
      deactivateMeeting({ ...world.answering, store }, world.actor('ann', { role: 'admin' }), {
        ...{ meetingId: aMeetingId(), flag: true },
      }),
  ],
];

it.each(ways)('a report that is %s seconds before its time asks its members that day, once', async (...way) => {
  const [, prepare, change] = way;
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ start: '2026-11-20T06:00:00Z', store });
  await prepare(world);
  world.clock.set('2026-11-20T08:59:50Z');
  const hooked = createHookedStore(store);
  hooked.beforeTransaction('Team', () => world.runUntil('2026-11-20T09:00:10Z', 5));
  await change(world, hooked);
  expect(world.clock.now()).toBe(Date.parse('2026-11-20T09:00:10Z'));
  await world.runUntil('2026-11-20T09:30:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob']);
});
