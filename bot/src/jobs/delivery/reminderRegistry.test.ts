import type { Instant, LocalDate, MeetingId, TeamId } from '#contracts/core/ids.ts';
import { createReminderRegistry } from './reminderRegistry.ts';
import type { ListedReminder } from './reminderRegistry.ts';

const due = '2026-11-20T10:00:00Z' as Instant;
const reminder = (activityId: string, validUntil = 100) => ({
  sent: { conversationId: 'chat', activityId },
  ...{ listed: [], unconfirmed: [], validUntil },
});
const ofReport = (name: string, round = 1): ListedReminder => ({
  teamId: 'team' as TeamId,
  meetingId: name as MeetingId,
  ...{ date: '2026-11-20' as LocalDate, kind: 'reminder1', round, isLate: false },
});
const wanted = ofReport('wanted');

it('finds the reminder of a person and instant for as long as it may be updated', () => {
  const registry = createReminderRegistry();
  registry.keep('ann', due, reminder('1'));
  expect(registry.find('ann', due, wanted, 99)?.sent.activityId).toBe('1');
  expect(registry.find('ann', due, wanted, 100)).toBeUndefined();
  expect(registry.find('bob', due, wanted, 99)).toBeUndefined();
  expect(registry.find('ann', '2026-11-20T10:01:00Z' as Instant, wanted, 99)).toBeUndefined();
});

it.each(['listed', 'unconfirmed'] as const)('finds an expired message for a reminder that is %s in it', (list) => {
  const registry = createReminderRegistry();
  registry.keep('ann', due, { ...reminder('1'), [list]: [wanted] });
  expect(registry.find('ann', due, wanted, 100)?.sent.activityId).toBe('1');
  expect(registry.find('ann', due, ofReport('other'), 100)).toBeUndefined();
  expect(registry.find('ann', due, ofReport('wanted', 2), 100)).toBeUndefined();
});

it('returns the reminders of a message, also of one that can no longer be updated', () => {
  const registry = createReminderRegistry();
  registry.keep('ann', due, { ...reminder('1'), listed: [wanted], unconfirmed: [ofReport('other')] });
  registry.forget('ann', due);
  expect(registry.find('ann', due, wanted, 0)).toBeUndefined();
  expect(registry.listedIn('ann', '1')).toEqual([wanted, ofReport('other')]);
  expect(registry.listedIn('bob', '1')).toEqual([]);
});

it('is bounded, and drops the oldest first', () => {
  const registry = createReminderRegistry(2);
  registry.keep('ann', due, reminder('1'));
  registry.keep('bob', due, reminder('2'));
  registry.keep('ann', due, reminder('3'));
  registry.keep('cem', due, reminder('4'));
  expect(['ann', 'bob', 'cem'].map((name) => registry.find(name, due, wanted, 0)?.sent.activityId)).toEqual([
    '3',
    undefined,
    '4',
  ]);
});

it('works on the reminders of one person one after another, also after a failure', async () => {
  const registry = createReminderRegistry();
  const done: string[] = [];
  const first = registry.runExclusive('ann', async () => {
    await Promise.resolve();
    done.push('first');
    throw new Error('refused');
  });
  const second = registry.runExclusive('ann', () => {
    done.push('second');
    return Promise.resolve();
  });
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(done).toEqual(['first', 'second']);
});
