import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import type { AskModel, ReminderModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import {
  answerReport,
  linesIn,
  onlyActivity,
  reminderOf,
  reminders,
  sentReminders,
  shownIn,
  withReports,
  words,
} from '../../support/worlds/reminderWorld.ts';
import { answerAs, friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that a reminder links to the card in the chat, and that a person gets one reminder per instant for all reports
// together.

describe('the reminder of one report', () => {
  it('links to the card with the text of the report, and does not repeat the card', async () => {
    const world = await withReports(1);
    await world.runUntil('2026-11-20T10:50:00Z');
    expect(sentReminders(world).map((sentReminder) => sentReminder.at.slice(11, 16))).toEqual(['10:00', '10:45']);
    const texts = reminders(world).flatMap((reminder) =>
      modelIn<ReminderModel>(reminder.message).parts.map((part) => part.text),
    );
    expect(texts).toEqual([words.firstReminderMessage, words.secondReminderMessage]);
    expect(modelIn<ReminderModel>(reminders(world)[0]?.message as OutgoingMessage).parts[0]).toMatchObject({
      meetingName: 'Report 0',
      date: friday,
      state: 'OPEN',
      data: { meetingId: aMeetingId('report 0'), date: friday, memberId: world.member('ann') },
    });
  });

  it('is the whole card if it is the last one and the first card is three hours old', async () => {
    const world = await withReports(1, () => ({ reportSummaryTime: 400 }));
    await world.runUntil('2026-11-20T15:35:00Z');
    expect(sentReminders(world).map((sentReminder) => sentReminder.at.slice(11, 16))).toEqual(['12:20']);
    const cards = world.messenger.calls.filter((call) => shows(call.message) === 'ask');
    expect(cards.map((card) => card.at.slice(11, 16))).toEqual(['09:00', '15:25']);
    expect(cards.map((card) => modelIn<AskModel>(card.message).reminder)).toEqual([undefined, 'Last call']);
  });

  it('contains the whole card if the chat holds no card', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ ...words });
    world.messenger.failWhen(({ at }) => (at < '2026-11-20T09:59' ? { kind: 'REJECTED' } : undefined));
    await world.runUntil('2026-11-20T10:01:00Z');
    expect(world.messenger.calls.map((call) => `${call.at.slice(11, 16)} ${shows(call.message)}`)).toContain(
      '10:00 ask',
    );
    expect(reminders(world)).toEqual([]);
  });

  it('keeps the form of a whole card at the close, and shows thanks after an answer', async () => {
    const world = await withReports(1, () => ({ reportSummaryTime: 400 }));
    await world.runUntil('2026-11-20T15:45:00Z', 300);
    const whole = world.messenger.calls.findLast((call) => shows(call.message) === 'ask');
    expect(shownIn(world, sentReminders(world)[0]?.activityId ?? '')).toEqual(['Report 0 CLOSED']);
    expect(reminders(world).filter((reminder) => reminder.activityId === whole?.activityId)).toEqual([]);
    await answerReport(world, 0);
    await world.runUntil('2026-11-20T15:50:00Z', 5);
    expect(shownIn(world, whole?.activityId ?? '')).toEqual(['Report 0 ANSWERED']);
  });
});

describe.each([2, 3])('%d reports that remind at one instant', (count) => {
  const every = (state: string): string[] => Array.from({ length: count }, (_, index) => `Report ${index} ${state}`);

  it('share one message that lists them all', async () => {
    const world = await withReports(count);
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    const activity = onlyActivity(world);
    expect(shownIn(world, activity)).toEqual(every('OPEN'));
    for (let index = 0; index < count; index += 1) {
      const delivery = await reminderOf(world, index);
      expect(delivery).toMatchObject({ state: 'SENT', activityId: activity });
      expect(delivery?.sharedWith).toHaveLength(count - 1);
    }
  });

  it('change their own line only when they are answered, cancelled or closed', async () => {
    const world = await withReports(count);
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    const activity = onlyActivity(world);
    await answerReport(world, 0);
    await world.runUntil('2026-11-20T10:04:00Z', 5);
    expect(shownIn(world, activity)).toEqual(['Report 0 ANSWERED', ...every('OPEN').slice(1)]);
    const { orgId, teamId } = world;
    const run = { orgId, teamId, meetingId: aMeetingId('report 1'), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await world.runUntil('2026-11-20T10:06:00Z', 5);
    expect(shownIn(world, activity)).toEqual(['Report 0 ANSWERED', 'Report 1 CANCELLED', ...every('OPEN').slice(2)]);
    await world.runUntil('2026-11-20T11:05:00Z', 60);
    expect(shownIn(world, activity)).toEqual(['Report 0 ANSWERED', 'Report 1 CANCELLED', ...every('CLOSED').slice(2)]);
  });
});

describe('reports that share a reminder', () => {
  it('may be the first reminder of one and the second of another', async () => {
    // At 09:45, two reminders are due: the first of the report with 90 minutes, and the second of the report with an
    // hour.
    const world = await withReports(2, (index) => ({ reportSummaryTime: index === 0 ? 90 : 60 }));
    await world.runUntil('2026-11-20T09:47:00Z', 5);
    const shared = sentReminders(world).filter((sentReminder) => sentReminder.at.slice(11, 16) === '09:45');
    expect(shared).toHaveLength(1);
    const last = reminders(world).at(-1)?.message as OutgoingMessage;
    expect(
      modelIn<ReminderModel>(last)
        .parts.map((part) => part.text)
        .sort(),
    ).toEqual(Object.values(words).sort());
    expect((await reminderOf(world, 0, 'reminder1'))?.activityId).toBe(
      (await reminderOf(world, 1, 'reminder2'))?.activityId,
    );
  });

  it('show an answer to one of them that came before the next joined', async () => {
    const world = await withReports(2);
    let isFirst = true;
    world.messenger.during(async ({ message }) => {
      if (shows(message) !== 'reminder' || !isFirst) return;
      isFirst = false;
      const [part] = modelIn<ReminderModel>(message).parts;
      await answerAs(world, 'ann', { ...(part === undefined ? {} : { meetingId: part.meetingId }) });
    });
    await world.runUntil('2026-11-20T10:03:00Z', 5);
    expect(
      shownIn(world, onlyActivity(world))
        .map((line) => line.slice(9))
        .sort(),
    ).toEqual(['ANSWERED', 'OPEN']);
  });

  it.each([
    ['is gone', 'GONE'],
    ['takes no update', 'REJECTED'],
  ] as const)('get a message of their own when the first one %s', async (_how, kind) => {
    const world = await withReports(2);
    world.messenger.failWhen((call) =>
      call.do === 'update' && shows(call.message) === 'reminder' ? { kind } : undefined,
    );
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    expect(
      sentReminders(world)
        .flatMap((sentReminder) => linesIn(sentReminder.message))
        .sort(),
    ).toEqual(['Report 0 OPEN', 'Report 1 OPEN']);
    expect((await reminderOf(world, 0))?.activityId).not.toBe((await reminderOf(world, 1))?.activityId);
  });

  it('join later if the chat service refuses the update for a while, without a second notification', async () => {
    const world = await withReports(3);
    let refused = 0;
    world.messenger.failWhen((call) => {
      if (call.do !== 'update' || refused >= 3) return undefined;
      refused += 1;
      return { kind: 'THROTTLED', retryAfterMs: 2_000 };
    });
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    expect(refused).toBe(3);
    expect(shownIn(world, onlyActivity(world))).toEqual(['Report 0 OPEN', 'Report 1 OPEN', 'Report 2 OPEN']);
  });

  it('are not joined by a report that is due minutes later', async () => {
    const world = await withReports(2);
    world.messenger.failWhen((call) =>
      call.do === 'update' && call.at < '2026-11-20T10:06' ? { kind: 'THROTTLED', retryAfterMs: 400_000 } : undefined,
    );
    await world.runUntil('2026-11-20T10:10:00Z', 5);
    expect(sentReminders(world)).toHaveLength(2);
  });

  it('are two cards if the second is due two minutes later, because the person may be typing', async () => {
    const world = await withReports(2, () => ({ reportSummaryTime: 400 }));
    await world.runUntil('2026-11-20T15:24:00Z', 60);
    world.messenger.failWhen((call) =>
      call.do === 'update' && call.at < '2026-11-20T15:26' ? { kind: 'THROTTLED', retryAfterMs: 120_000 } : undefined,
    );
    const before = world.messenger.calls.length;
    await world.runUntil('2026-11-20T15:30:00Z', 5);
    const lastReminders = world.messenger.calls.slice(before).filter((item) => item.to === 'ann');
    expect(lastReminders.map((lastReminder) => `${lastReminder.do} ${shows(lastReminder.message)}`)).toEqual([
      'send ask',
      'send ask',
    ]);
  });

  it('become two messages after a restart, without a failure', async () => {
    const world = await withReports(2);
    world.messenger.failWhen((call) =>
      call.do === 'update' && call.at < '2026-11-20T10:01' ? { kind: 'TRANSIENT' } : undefined,
    );
    await world.runUntil('2026-11-20T10:00:00Z', 5);
    expect(sentReminders(world)).toHaveLength(1);
    // The leases of the first instance expire during these minutes. The second instance then continues, without the
    // cached data of the first instance.
    await world.runUntil('2026-11-20T10:04:00Z', 5, world.instance('two'));
    expect(sentReminders(world)).toHaveLength(2);
    expect(world.log.errors).toEqual([]);
    await answerReport(world, 0);
    await answerReport(world, 1);
    await world.runUntil('2026-11-20T10:06:00Z', 5, world.instance('two'));
    const ends = sentReminders(world).flatMap((sentReminder) => shownIn(world, sentReminder.activityId));
    expect(ends.sort()).toEqual(['Report 0 ANSWERED', 'Report 1 ANSWERED']);
  });

  it('keep the other lines when another instance updates the message', async () => {
    const world = await withReports(2);
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    const activity = onlyActivity(world);
    // The second instance has no cache, so it must find the message in the rows.
    await answerReport(world, 1);
    await world.runUntil('2026-11-20T10:05:00Z', 5, world.instance('two'));
    expect(shownIn(world, activity)).toEqual(['Report 0 OPEN', 'Report 1 ANSWERED']);
  });
});
