import type { Instant, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { instantsOutsideQuiet, quietClockOf, quietPromptTimes } from './delayMessagesForQuietHours.ts';
import type { QuietClock } from './delayMessagesForQuietHours.ts';

const zones = ['UTC', 'America/New_York'] as const;
const utc = 'UTC' as ZoneId;
const at = (time: string): Instant => `2026-01-20T${time}:00.000Z` as Instant;
const clock = (from: number, to: number, zone: ZoneId = utc): QuietClock => ({ hours: { from, to }, zone });
const set = {
  ...{ zone: utc, opensAt: at('09:00'), closesAt: at('11:00'), graceEndsAt: at('20:00') },
  ...{ firstReminderAt: at('10:00'), secondReminderAt: at('10:45') },
};
const iso = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : new Date(ms).toISOString());
const hour = 60;

describe.each(zones)('a prompt moved by quiet hours in %s', (name) => {
  const zone = name as ZoneId;
  const shift = name === 'UTC' ? 0 : -5 * hour;
  const local = (from: number, to: number): QuietClock =>
    clock((from + shift + 24 * hour) % (24 * hour), (to + shift + 24 * hour) % (24 * hour), zone);

  it('is due at their end, at most an hour late, and before the close', () => {
    const times = quietPromptTimes(local(8 * hour, 9 * hour + 30), set, { at: at('09:00') });
    expect(times).toMatchObject({ isAfterClose: false });
    expect([iso(times?.dueAt), iso(times?.lastAt)]).toEqual([at('09:30'), at('10:30')]);
    const close = quietPromptTimes(local(8 * hour, 10 * hour + 30), set, { at: at('09:00') });
    expect(iso(close?.lastAt)).toBe(at('11:00'));
  });

  it('is late if they end at the close or later, until the grace ends', () => {
    const times = quietPromptTimes(local(8 * hour, 11 * hour), set, { at: at('09:00') });
    expect(times).toMatchObject({ isAfterClose: true });
    expect([iso(times?.dueAt), iso(times?.lastAt)]).toEqual([at('11:00'), at('12:00')]);
    const last = quietPromptTimes(local(8 * hour, 19 * hour + 30), set, { at: at('09:00') });
    expect(iso(last?.lastAt)).toBe('2026-01-20T19:59:59.999Z');
  });

  it('returns no sending time if quiet hours end after the grace period', () => {
    const times = quietPromptTimes(local(8 * hour, 21 * hour), set, { at: at('09:00') });
    expect(times !== undefined && times.lastAt < times.dueAt).toBe(true);
  });

  it('waits for its moved instant, or for the end of quiet hours that cover that instant', () => {
    const row = { at: at('09:00'), movedTo: at('09:40') };
    expect(iso(quietPromptTimes(undefined, set, row)?.dueAt)).toBe(at('09:40'));
    expect(iso(quietPromptTimes(local(9 * hour, 10 * hour), set, row)?.dueAt)).toBe(at('10:00'));
  });

  it('does not move outside quiet hours', () => {
    expect(quietPromptTimes(local(12 * hour, 13 * hour), set, { at: at('09:00') })).toBeUndefined();
    expect(quietPromptTimes(undefined, set, { at: at('09:00'), movedTo: null })).toBeUndefined();
  });

  it('never has a reminder before it, in quiet hours, or at or after the close', () => {
    for (let from = 0; from < 24 * hour; from += 35)
      for (const length of [30, 95, 240, 600, 960]) {
        const quiet = local(from, (from + length) % (24 * hour));
        const { opensAt, closesAt, firstReminderAt, secondReminderAt } = instantsOutsideQuiet(set, quiet, undefined);
        for (const reminder of [firstReminderAt, secondReminderAt]) {
          if (reminder === null) continue;
          expect(reminder > opensAt && reminder < closesAt).toBe(true);
          expect(quietPromptTimes(quiet, set, { at: reminder })).toBeUndefined();
        }
      }
  });
});

it('keeps the reminders where they are if no message is in quiet hours', () => {
  expect(instantsOutsideQuiet(set, clock(20 * hour, 8 * hour), undefined)).toEqual(set);
});

it('lets the reminders follow the instant of the prompt, whatever the quiet hours are now', () => {
  expect(instantsOutsideQuiet(set, undefined, at('10:00'))).toMatchObject({
    ...{ opensAt: at('10:00'), firstReminderAt: at('10:30'), secondReminderAt: at('10:45') },
  });
});

it('takes the zone of the meeting for a person without one', () => {
  const hours = { from: 0, to: 60 };
  expect(quietClockOf({ timezone: null, quietHours: hours }, utc)).toEqual({ hours, zone: utc });
  expect(quietClockOf({ timezone: 'Asia/Tokyo' as ZoneId, quietHours: hours }, utc)?.zone).toBe('Asia/Tokyo');
  expect(quietClockOf({ timezone: null }, utc)).toBeUndefined();
  expect(quietClockOf(undefined, utc)).toBeUndefined();
});
