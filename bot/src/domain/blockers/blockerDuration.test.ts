import fc from 'fast-check';
import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { workingDaysBetween } from './workingDaysBetween.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { holidayPeriod, lastDateOf, resolvedDays, resolvedPeriod } from './blockerDuration.ts';
import type { TimedBlocker } from './blockerDuration.ts';

const zone = 'Europe/Berlin' as ZoneId;
const friday = '2026-11-20' as LocalDate;
const day = (offset: number): LocalDate => addDays(friday, offset);
const noon = (date: LocalDate): Instant => `${date}T11:00:00.000Z` as Instant;
const week = {
  ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true },
  ...{ saturday: false, sunday: false },
};

const resolved = (since: LocalDate, end: LocalDate, more: Partial<TimedBlocker> = {}): TimedBlocker => ({
  ...{ isOpen: false, since, date: end, text: '', closedAt: noon(end) },
  ...more,
});
const lasted = (blocker: TimedBlocker, date: LocalDate, holidays: readonly LocalDate[] = []) =>
  resolvedDays(blocker, { zone, date }, { week, holidays });

it.each([
  [0, [], 0],
  [3, [], 1],
  [5, [], 3],
  [5, [day(3)], 2],
] as const)('counts the working days of a blocker that ended after %d days, without %j', (days, holidays, expected) => {
  expect(lasted(resolved(friday, day(days)), friday, holidays)).toBe(expected);
});

it('ends on the date of the report zone on which the blocker was resolved', () => {
  const late = resolved(friday, friday, { closedAt: '2026-11-23T23:30:00.000Z' as Instant });
  expect(lastDateOf(late, zone, friday)).toBe('2026-11-24');
  expect(lastDateOf({ ...late, isOpen: true }, zone, day(9))).toBe(day(9));
  expect(lastDateOf({ ...late, closedAt: null, date: day(2) }, zone, day(9))).toBe(day(2));
});

it('returns no duration for an open blocker or for a day of another blocker', () => {
  const blocker = resolved(friday, day(4));
  expect(lasted({ ...blocker, isOpen: true }, friday)).toBeUndefined();
  expect([lasted(blocker, day(-1)), lasted(blocker, day(5))]).toEqual([undefined, undefined]);
});

it('is less than a day if the blocker was reported ahead and resolved before its first date', () => {
  expect(lasted(resolved(day(3), day(1)), day(3))).toBe(0);
});

describe('any resolved blocker', () => {
  const offset = fc.integer({ min: -60, max: 60 });
  const off = fc.uniqueArray(offset, { maxLength: 8 }).map((days) => days.map(day));

  it('lasted the same on each of its days: its age on the day of the end, which never grows afterwards', () => {
    fc.assert(
      fc.property(offset, fc.nat({ max: 40 }), fc.nat({ max: 40 }), off, (start, length, at, holidays) => {
        const [since, end] = [day(start), day(start + length)];
        const blocker = resolved(since, end);
        const age = workingDaysBetween(week, since, end, holidays);
        expect(lasted(blocker, day(start + Math.min(at, length)), holidays)).toBe(age);
        expect(lastDateOf(blocker, zone, day(start + length + at))).toBe(end);
      }),
    );
  });

  it('needs no holidays outside of the period that is read', () => {
    const blockers = fc.array(fc.tuple(fc.boolean(), offset, fc.nat({ max: 40 })), { maxLength: 5 });
    fc.assert(
      fc.property(blockers, offset, off, (parts, at, holidays) => {
        const date = day(at);
        const all = parts.map(([isOpen, start, length]) => resolved(day(start), day(start + length), { isOpen }));
        const period = holidayPeriod(all, { zone, date });
        const read = period === undefined ? [] : holidays.filter((item) => item >= period.from && item <= period.to);
        for (const blocker of all) {
          expect(lasted(blocker, date, read)).toBe(lasted(blocker, date, holidays));
          const age = (off: readonly LocalDate[]) => workingDaysBetween(week, blocker.since, date, off);
          expect(blocker.isOpen ? age(read) : 0).toBe(blocker.isOpen ? age(holidays) : 0);
          const isKnown = resolvedPeriod(blocker, zone, date) !== undefined;
          expect(lasted(blocker, date) !== undefined).toBe(isKnown);
        }
      }),
    );
  });
});
