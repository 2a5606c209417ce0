import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { graceEnd, instantsFrom, instantsOf, latePolicy } from './runInstantsAndGrace.ts';

const zone = 'Europe/Berlin' as ZoneId;
const utc = (text: string): number => Date.parse(text);
const hour = 3_600_000;
const minute = 60_000;

const scheduled = (change: object = {}) =>
  instantsOf({
    date: '2026-11-20' as LocalDate,
    time: 600,
    zone,
    windowMinutes: 120,
    isReminderEnabled: true,
    nextOpeningAt: null,
    ...change,
  });
const clock = (instant: string | null): string | null => instant && instant.slice(11, 16);

describe('the instants of a run', () => {
  it('are opening, half of the window, 15 minutes before the close, close and grace', () => {
    expect(scheduled()).toEqual({
      zone,
      opensAt: '2026-11-20T09:00:00.000Z',
      firstReminderAt: '2026-11-20T10:00:00.000Z',
      secondReminderAt: '2026-11-20T10:45:00.000Z',
      closesAt: '2026-11-20T11:00:00.000Z',
      graceEndsAt: '2026-11-23T11:00:00.000Z',
    });
  });

  it.each([
    [5, null, null],
    [14, null, null],
    [15, null, '09:07'],
    [30, null, '09:15'],
    [59, null, '09:29'],
    [60, '09:30', '09:45'],
    [61, '09:30', '09:46'],
    [1380, '20:30', '07:45'],
  ])('remind within %i minutes at %s and %s', (windowMinutes, first, second) => {
    const { firstReminderAt, secondReminderAt } = scheduled({ windowMinutes });
    expect([clock(firstReminderAt), clock(secondReminderAt)]).toEqual([first, second]);
  });

  it('have no reminder where reminders are off', () => {
    expect(scheduled({ isReminderEnabled: false })).toMatchObject({ firstReminderAt: null, secondReminderAt: null });
  });

  it('keep the length of the window when the clocks change within it', () => {
    const spring = { date: '2026-03-29' as LocalDate, time: 60, windowMinutes: 180 };
    expect(scheduled(spring)).toMatchObject({
      opensAt: '2026-03-29T00:00:00.000Z',
      closesAt: '2026-03-29T03:00:00.000Z',
    });
    const autumn = { date: '2026-10-25' as LocalDate, time: 120, windowMinutes: 180 };
    expect(scheduled(autumn)).toMatchObject({
      opensAt: '2026-10-25T00:00:00.000Z',
      closesAt: '2026-10-25T03:00:00.000Z',
    });
  });

  it('the instants of a run can pass midnight', () => {
    expect(scheduled({ time: 1430, windowMinutes: 60 }).closesAt).toBe('2026-11-20T23:50:00.000Z');
  });

  it('are whole minutes for a manual start', () => {
    const openMs = utc('2026-11-20T10:03:59.999Z');
    const run = instantsFrom({
      openMs,
      zone,
      windowMinutes: 75,
      isReminderEnabled: true,
      nextOpeningAt: openMs + 24 * hour,
    });
    expect(run).toEqual({
      zone,
      opensAt: '2026-11-20T10:03:00.000Z',
      firstReminderAt: '2026-11-20T10:40:00.000Z',
      secondReminderAt: '2026-11-20T11:03:00.000Z',
      closesAt: '2026-11-20T11:18:00.000Z',
      graceEndsAt: '2026-11-21T10:03:59.999Z',
    });
  });
});

describe('the grace', () => {
  const closesAt = utc('2026-11-20T11:00Z');

  it.each([
    ['ends with the next opening', 22 * hour, 22 * hour],
    ['ends after 72 hours', 96 * hour, 72 * hour],
    ['ends after 72 hours when nothing is planned', null, 72 * hour],
    ['never ends before the close', -hour, 0],
  ])('%s', (_, next, expected) => {
    const nextOpeningAt = next === null ? null : closesAt + next;
    expect(graceEnd({ closesAt, nextOpeningAt }) - closesAt).toBe(expected);
  });
});

describe('a prompt that is due', () => {
  const dueAt = utc('2026-11-20T09:00Z');

  it.each([
    ['SEND', 120, -5000],
    ['SEND', 120, 0],
    ['SEND', 120, minute],
    ['SEND_LATE', 120, minute + 1],
    ['SEND_LATE', 120, 60 * minute],
    ['MISSED', 120, 60 * minute + 1],
    ['SEND_LATE', 30, 30 * minute - 1],
    ['MISSED', 30, 30 * minute],
  ])('is %s in a window of %i minutes when %i ms late', (expected, windowMinutes, late) => {
    expect(latePolicy({ dueAt, closesAt: dueAt + windowMinutes * minute, now: dueAt + late })).toBe(expected);
  });
});
