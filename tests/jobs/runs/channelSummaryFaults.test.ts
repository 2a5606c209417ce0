import { maxSends } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { isDeliveryRecord, refusingStore } from '../../support/store/storeRefusingWrites.ts';
import { answerAs, friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests the channel summary when its delivery record or the reply to its post fails.

interface Switched {
  readonly world: World;
  /** `areRefused` is true while the store refuses delivery records. */
  readonly records: { areRefused: boolean };
}

const asking = async (isMeant: (rowKey: string) => boolean = isDeliveryRecord): Promise<Switched> => {
  const records = { areRefused: false };
  const store = refusingStore(openSqliteStore({ file: ':memory:' }), (key) => records.areRefused && isMeant(key));
  const world = await aWorld({ people: ['ann', 'bob'], store });
  await world.meeting({ isReminderEnabled: false });
  return { world, records };
};

const ofSummary = (world: World) => world.messenger.calls.filter((call) => shows(call.message) === 'summary');
const posts = (world: World) => ofSummary(world).filter((call) => call.do === 'send');
const lastShown = (world: World): string => JSON.stringify(ofSummary(world).at(-1)?.message.card);
const lateWords = { change: { done: 'Late words' } };

const recordOf = async (world: World) => {
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  return (await inOrg(world.store, world.orgId).get(delivery, { ...key, who: 'channel', kind: 'summary' }))?.value;
};

/**
 * Plays the run until its summary is in the channel, then lets Bob answer late, so that the summary must be updated.
 * The caller makes the update fail as if a person had deleted the summary.
 */
const deleted = async ({ world }: Switched): Promise<void> => {
  await world.runUntil('2026-11-20T09:05:00Z', 30);
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T11:00:30Z', 10);
  await answerAs(world, 'bob');
};

it('posts a deleted summary three times at most when all replies are lost', async () => {
  const switched = await asking();
  const { world } = switched;
  await deleted(switched);
  world.messenger.failWhen((call) => {
    if (call.do === 'update') return { kind: 'GONE' };
    return shows(call.message) === 'summary' ? { kind: 'LOST' } : undefined;
  });
  await world.runUntil('2026-11-20T11:40:00Z', 10);
  expect(posts(world)).toHaveLength(1 + maxSends);
});

it('posts a deleted summary once although its record is refused for an hour', async () => {
  const switched = await asking();
  const { world, records } = switched;
  await deleted(switched);
  const first = posts(world)[0]?.activityId;
  world.messenger.failWhen((call) =>
    call.do === 'update' && call.activityId === first ? { kind: 'GONE' } : undefined,
  );
  await world.runUntil('2026-11-20T11:00:35Z', 5);
  records.areRefused = true;
  await world.runUntil('2026-11-20T12:00:00Z', 20);
  records.areRefused = false;
  await world.runUntil('2026-11-20T12:10:00Z', 20);
  expect(posts(world)).toHaveLength(2);
  expect(await recordOf(world)).toMatchObject({ state: 'SENT', activityId: posts(world).at(-1)?.activityId });
});

it('shows an answer that was saved while the record of the post was rejected', async () => {
  const { world, records } = await asking((key) => isDeliveryRecord(key) && key.endsWith('|sum'));
  await world.runUntil('2026-11-20T10:58:00Z', 30);
  records.areRefused = true;
  await world.runUntil('2026-11-20T11:01:00Z', 10);
  await answerAs(world, 'bob', lateWords);
  await world.runUntil('2026-11-20T11:06:00Z', 10);
  records.areRefused = false;
  await world.runUntil('2026-11-20T11:30:00Z', 10);
  expect(posts(world)).toHaveLength(1);
  expect(lastShown(world)).toContain('Late words');
});

it('keeps the summary right after records were refused for an hour around the close', async () => {
  const { world, records } = await asking();
  await world.runUntil('2026-11-20T10:58:00Z', 30);
  records.areRefused = true;
  await world.runUntil('2026-11-20T12:00:00Z', 20);
  records.areRefused = false;
  await world.runUntil('2026-11-20T12:05:00Z', 20);
  await answerAs(world, 'bob', lateWords);
  await world.runUntil('2026-11-20T12:20:00Z', 20);
  expect(posts(world)).toHaveLength(1);
  expect(await recordOf(world)).toMatchObject({ state: 'SENT' });
  expect(lastShown(world)).toContain('Late words');
});

it('posts the summary at the close after records were refused in the middle of the window', async () => {
  const { world, records } = await asking();
  await world.runUntil('2026-11-20T09:05:00Z', 30);
  records.areRefused = true;
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-20T09:40:00Z', 20);
  records.areRefused = false;
  await world.runUntil('2026-11-20T11:30:00Z', 30);
  expect(posts(world)).toHaveLength(1);
});
