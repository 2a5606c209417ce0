import { minuteMs } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import type { SentMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { writeDeliveryRecords } from '../../../bot/src/jobs/delivery/records/writeDeliveryRecords.ts';
import type { AcceptedMessage } from '../../../bot/src/jobs/delivery/deliveryOutcomesAndFaultRules.ts';
import { readContext } from '../../../bot/src/jobs/delivery/readAndCacheRunContext.ts';
import type { RunContext } from '../../../bot/src/jobs/delivery/readAndCacheRunContext.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { createRefusingStore } from '../../support/store/storeRefusingWrites.ts';
import {
  answerReport,
  onlyActivity,
  reminderOf,
  reminders,
  sentReminders,
  shownIn,
  withReports,
} from '../../support/worlds/reminderWorld.ts';
import { friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests reminders for several reports while the store or the chat service fails.

type Fault = StoreError['fault'];

const isReminderRecord = (key: string): boolean => key.includes('|s|') && key.endsWith('|r1');
const isRecordOf = (key: string, index: number): boolean =>
  isReminderRecord(key) && key.includes(aMeetingId(`report ${index}`));

/** Returns a world with two reports on a store whose faults the test sets. */
const onRefusingStore = async (faultOf: (key: string) => Fault | undefined): Promise<World> => {
  const store = createRefusingStore(openSqliteStore({ file: ':memory:' }), (keys) =>
    keys.map(faultOf).find((fault) => fault !== undefined),
  );
  return withReports(2, undefined, { store });
};

const isUpdate = (call: { readonly do: string; readonly message: Parameters<typeof shows>[0] }): boolean =>
  call.do === 'update' && shows(call.message) === 'reminder';

const reportsNamedIn = async (world: World, index: number): Promise<string[]> =>
  ((await reminderOf(world, index))?.sharedWith ?? []).map(({ meetingId }) => meetingId);

const expectShared = async (world: World): Promise<void> => {
  const activityId = onlyActivity(world);
  for (const index of [0, 1]) expect(await reminderOf(world, index)).toMatchObject({ state: 'SENT', activityId });
  const named = [await reportsNamedIn(world, 0), await reportsNamedIn(world, 1)].flat();
  expect(named.sort()).toEqual([aMeetingId('report 0'), aMeetingId('report 1')].sort());
};

describe('the records of a shared reminder', () => {
  it.each(['UNAVAILABLE', 'INVALID'] as const)(
    'cause no second message while they are rejected as %s',
    async (fault) => {
      let isRefusing = false;
      const world = await onRefusingStore((key) => (isRefusing && isReminderRecord(key) ? fault : undefined));
      world.messenger.during((call) => {
        if (isUpdate(call)) isRefusing = true;
        return Promise.resolve();
      });
      await world.runUntil('2026-11-20T10:15:00Z', 5);
      expect(isRefusing).toBe(true);
      isRefusing = false;
      world.messenger.during(() => Promise.resolve());
      await world.runUntil('2026-11-20T10:30:00Z', 5);
      onlyActivity(world);
      expect(reminders(world)).toHaveLength(2);
      expect((await reminderOf(world, 1))?.activityId).toBe(onlyActivity(world));
      expect(await reportsNamedIn(world, 1)).toHaveLength(1);
    },
  );

  it('contain each other after another process has written them', async () => {
    let isRefusing = false;
    const world = await onRefusingStore((key) => (isRefusing && isReminderRecord(key) ? 'UNAVAILABLE' : undefined));
    world.messenger.during((call) => {
      if (isUpdate(call)) isRefusing = true;
      return Promise.resolve();
    });
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    isRefusing = false;
    await world.runUntil('2026-11-20T10:06:00Z', 5, world.instance('two'));
    await expectShared(world);
  });

  it('keep the run that joined before the first record was retried', async () => {
    let isRefusing = true;
    let first = '';
    const world = await onRefusingStore((key) => {
      if (first === '' && isReminderRecord(key)) first = key;
      return isRefusing && key === first ? 'INVALID' : undefined;
    });
    world.messenger.during((call) => {
      if (isUpdate(call)) isRefusing = false;
      return Promise.resolve();
    });
    await world.runUntil('2026-11-20T10:02:00Z', 1);
    expect(isRefusing).toBe(false);
    await expectShared(world);
  });

  it('may lack a run at first, whose line stays when the other report is answered', async () => {
    let isRefusing = false;
    let first = -1;
    const world = await onRefusingStore((key) => (isRefusing && isRecordOf(key, first) ? 'INVALID' : undefined));
    world.messenger.during(async (call) => {
      if (!isUpdate(call) || isRefusing) return;
      first = (await reminderOf(world, 0)) === undefined ? 1 : 0;
      isRefusing = true;
    });
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    expect(await reportsNamedIn(world, first)).toEqual([]);
    isRefusing = false;
    world.messenger.during(() => Promise.resolve());
    await answerReport(world, first);
    await world.runUntil('2026-11-20T10:05:00Z', 5);
    expect(shownIn(world, onlyActivity(world))).toEqual(
      [`Report ${first} ANSWERED`, `Report ${1 - first} OPEN`].sort(),
    );
  });
});

describe('a record that is written again', () => {
  it.each([
    ['the stored record', (context: RunContext) => context],
    [
      'no record, since it was read too early',
      (context: RunContext) => ({ ...context, rows: { ...context.rows, deliveries: new Map() } }),
    ],
  ])('keeps and adds runs of its message when the run shows %s', async (_, seen) => {
    const world = await withReports(2);
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    const before = await reminderOf(world, 0);
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId('report 0'), date: aDate(friday) };
    const context = await readContext(world.deps, run, { withPlans: false, withVacations: false, mayAsk: true });
    const { conversationId, activityId } = before as SentMessage;
    const write = (sent: AcceptedMessage): Promise<void> =>
      writeDeliveryRecords(world.deps, seen(context), [
        { who: world.member('ann'), kind: 'reminder1', round: 1, outcome: { is: 'SENT', sent, isLate: false } },
      ]);
    await write({ conversationId, activityId });
    expect(await reminderOf(world, 0)).toEqual(before);
    const { teamId, date } = run;
    const third = {
      teamId,
      date,
      meetingId: aMeetingId('report 2'),
      kind: 'reminder2',
      round: 1,
      isLate: false,
    } as const;
    await write({ conversationId, activityId, sharedWith: [third] });
    expect(await reportsNamedIn(world, 0)).toEqual([aMeetingId('report 1'), aMeetingId('report 2')]);
  });
});

describe('an update whose reply is lost', () => {
  it('is retried until it is confirmed, and never followed by a separate message', async () => {
    const world = await withReports(2);
    world.messenger.failWhen((call) => (isUpdate(call) && call.at < '2026-11-20T10:04' ? { kind: 'LOST' } : undefined));
    await world.runUntil('2026-11-20T10:20:00Z', 5);
    await expectShared(world);
    const updates = reminders(world).filter(isUpdate);
    const [, second] = updates.map(({ at }) => Date.parse(at) - Date.parse('2026-11-20T10:00:00Z'));
    expect(second).toBeLessThan(minuteMs);
    // An update of a sent message is not a send, so the limit of three sends does not end its retries.
    expect(updates.length).toBeGreaterThan(3);
  });

  it('is confirmed by the next report that joins', async () => {
    const world = await withReports(3);
    let lost = 0;
    world.messenger.failWhen((call) => {
      if (!isUpdate(call) || lost > 0) return undefined;
      lost += 1;
      return { kind: 'LOST' };
    });
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    expect(reminders(world).map((call) => call.do)).toEqual(['send', 'update', 'update']);
    expect(shownIn(world, onlyActivity(world))).toEqual(['Report 0 OPEN', 'Report 1 OPEN', 'Report 2 OPEN']);
    for (const index of [0, 1, 2]) expect(await reportsNamedIn(world, index)).toHaveLength(2);
  });
});

describe('a reminder that the shared message cannot take', () => {
  it('waits for another claim when the update has used up the lease', async () => {
    const world = await withReports(2);
    let endedAt = 0;
    world.messenger.during((call) => {
      if (!isUpdate(call) || endedAt > 0) return Promise.resolve();
      world.clock.advance({ seconds: (world.deps.settings.rowLeaseMs / 1000) * 0.8 });
      endedAt = world.clock.now();
      return Promise.resolve();
    });
    world.messenger.failWhen((call) => (isUpdate(call) ? { kind: 'GONE' } : undefined));
    await world.runUntil('2026-11-20T10:10:00Z', 5);
    const [, own, ...others] = sentReminders(world).map(({ at }) => Date.parse(at));
    expect(others).toEqual([]);
    expect(endedAt).toBeGreaterThan(0);
    expect(own).toBeGreaterThan(endedAt);
    expect(world.messenger.refused.filter(isUpdate)).toHaveLength(1);
  });
});
