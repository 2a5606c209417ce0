import type { Instant, LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createRecentReminders } from './recentRemindersInMemory.ts';
import type { ListedReminder } from './recentRemindersInMemory.ts';

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
  const recent = createRecentReminders();
  recent.keep('ann', due, reminder('1'));
  expect(recent.find('ann', due, wanted, 99)?.sent.activityId).toBe('1');
  expect(recent.find('ann', due, wanted, 100)).toBeUndefined();
  expect(recent.find('bob', due, wanted, 99)).toBeUndefined();
  expect(recent.find('ann', '2026-11-20T10:01:00Z' as Instant, wanted, 99)).toBeUndefined();
});

it.each(['listed', 'unconfirmed'] as const)('finds an expired message for a reminder that is %s in it', (list) => {
  const recent = createRecentReminders();
  recent.keep('ann', due, { ...reminder('1'), [list]: [wanted] });
  expect(recent.find('ann', due, wanted, 100)?.sent.activityId).toBe('1');
  expect(recent.find('ann', due, ofReport('other'), 100)).toBeUndefined();
  expect(recent.find('ann', due, ofReport('wanted', 2), 100)).toBeUndefined();
});

it('returns the reminders of a message, also of one that can no longer be updated', () => {
  const recent = createRecentReminders();
  recent.keep('ann', due, { ...reminder('1'), listed: [wanted], unconfirmed: [ofReport('other')] });
  recent.forget('ann', due);
  expect(recent.find('ann', due, wanted, 0)).toBeUndefined();
  expect(recent.listedIn('ann', '1')).toEqual([wanted, ofReport('other')]);
  expect(recent.listedIn('bob', '1')).toEqual([]);
});

it('is bounded, and drops the oldest first', () => {
  const recent = createRecentReminders(2);
  recent.keep('ann', due, reminder('1'));
  recent.keep('bob', due, reminder('2'));
  recent.keep('ann', due, reminder('3'));
  recent.keep('cem', due, reminder('4'));
  expect(['ann', 'bob', 'cem'].map((name) => recent.find(name, due, wanted, 0)?.sent.activityId)).toEqual([
    '3',
    undefined,
    '4',
  ]);
});

it('handles the reminders of one person one after another, also after a failure', async () => {
  const recent = createRecentReminders();
  const done: string[] = [];
  const first = recent.runExclusive('ann', async () => {
    await Promise.resolve();
    done.push('first');
    throw new Error('refused');
  });
  const second = recent.runExclusive('ann', () => {
    done.push('second');
    return Promise.resolve();
  });
  await expect(first).rejects.toThrow('refused');
  await second;
  expect(done).toEqual(['first', 'second']);
});
