import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  addDays,
  compareDates,
  dateExists,
  daysBetween,
  floorToMinute,
  instantOf,
  isSameOffset,
  localDateAt,
  minutesAt,
  mondayOf,
  msOf,
  offsetAt,
  instantsOfTime,
  toInstant,
  weekdayOf,
} from './zonedTimeAndCalendarDates.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const day = (date: string): LocalDate => date as LocalDate;
const utc = (text: string): number => Date.parse(text);
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

describe('a wall-clock time', () => {
  it.each([
    ['an ordinary morning', 'Europe/Berlin', '2026-01-15', at(10), '2026-01-15T09:00Z'],
    ['a gap moves forward by the gap', 'America/New_York', '2026-03-08', at(2, 30), '2026-03-08T07:30Z'],
    ['the end of a gap is itself', 'America/New_York', '2026-03-08', at(3), '2026-03-08T07:00Z'],
    ['a repeated time is the first', 'America/New_York', '2026-11-01', at(1, 30), '2026-11-01T05:30Z'],
    ['after a repeated hour', 'America/New_York', '2026-11-01', at(2), '2026-11-01T07:00Z'],
    ['a gap of 30 minutes', 'Australia/Lord_Howe', '2026-10-04', at(2, 15), '2026-10-03T15:45Z'],
    ['30 repeated minutes', 'Australia/Lord_Howe', '2026-04-05', at(1, 45), '2026-04-04T14:45Z'],
    ['clocks back for Ramadan', 'Africa/Casablanca', '2026-02-15', at(2, 30), '2026-02-15T01:30Z'],
    ['clocks forward after Ramadan', 'Africa/Casablanca', '2026-03-22', at(2, 30), '2026-03-22T02:30Z'],
    ['a gap at midnight', 'America/Havana', '2026-03-08', at(0, 30), '2026-03-08T05:30Z'],
    ['quarter hours', 'Pacific/Chatham', '2026-07-01', at(10), '2026-06-30T21:15Z'],
    ['the day Samoa skipped', 'Pacific/Apia', '2011-12-30', at(10), '2011-12-30T20:00Z'],
    ['the last minute', 'Asia/Tokyo', '2026-01-01', 1439, '2026-01-01T14:59Z'],
  ])('%s: %s %s', (_, name, date, minutes, expected) => {
    expect(toInstant(instantOf(day(date), minutes, zone(name)))).toBe(toInstant(utc(expected)));
  });
});

describe('the calendar date of an instant', () => {
  it('differs by a day across the world', () => {
    const now = utc('2026-06-01T10:30Z');
    expect(localDateAt(now, zone('Pacific/Kiritimati'))).toBe('2026-06-02');
    expect(localDateAt(now, zone('Etc/GMT+12'))).toBe('2026-05-31');
    expect(minutesAt(now, zone('Pacific/Kiritimati'))).toBe(at(0, 30));
    expect(minutesAt(now, zone('Asia/Kolkata'))).toBe(at(16));
  });

  it('recognises the dates that a zone skipped', () => {
    expect(dateExists(day('2011-12-30'), zone('Pacific/Apia'))).toBe(false);
    expect(dateExists(day('2011-12-29'), zone('Pacific/Apia'))).toBe(true);
    expect(dateExists(day('2011-12-31'), zone('Pacific/Apia'))).toBe(true);
    expect(dateExists(day('2011-12-30'), zone('Pacific/Pago_Pago'))).toBe(true);
    expect(dateExists(day('1993-08-21'), zone('Pacific/Kwajalein'))).toBe(false);
    // On this date, Havana sets its clocks from 00:00 to 01:00. Midnight is skipped, but the date exists.
    expect(dateExists(day('2026-03-08'), zone('America/Havana'))).toBe(true);
  });
});

describe('near a change of the clocks', () => {
  const newYork = zone('America/New_York');

  it('the date and the minute of an instant are right before and after it', () => {
    expect(localDateAt(utc('2026-03-08T04:59Z'), newYork)).toBe('2026-03-07');
    expect(localDateAt(utc('2026-03-08T05:00Z'), newYork)).toBe('2026-03-08');
    expect(minutesAt(utc('2026-03-08T06:59Z'), newYork)).toBe(at(1, 59));
    expect(minutesAt(utc('2026-03-08T07:00Z'), newYork)).toBe(at(3));
  });

  it('the offset of two instants is the same only on one side of it', () => {
    const [longBefore, before, after, longAfter] = [
      ...['2026-02-20T07:00Z', '2026-03-08T06:59Z', '2026-03-08T07:00Z', '2026-03-20T07:00Z'],
    ].map(utc);
    const isSame = (a = NaN, b = NaN): boolean => isSameOffset(a, b, newYork);
    expect([isSame(longBefore, before), isSame(before, longBefore), isSame(after, longAfter)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isSame(before, after), isSame(longBefore, longAfter), isSame(before, longAfter)]).toEqual([
      ...[false, false, false],
    ]);
  });

  it('the offset is written with hours and minutes', () => {
    expect(offsetAt(utc('2026-03-08T06:59Z'), newYork)).toBe('-05:00');
    expect(offsetAt(utc('2026-03-08T07:00Z'), newYork)).toBe('-04:00');
    expect(offsetAt(0, zone('Asia/Kolkata'))).toBe('+05:30');
  });

  it('a wall-clock time occurs once, never or twice', () => {
    const times = (date: string, minutes: number) => instantsOfTime(day(date), minutes, newYork);
    expect([times('2026-03-08', at(1, 59)), times('2026-03-08', at(2)), times('2026-03-08', at(3))]).toEqual([
      ...['ONCE', 'GAP', 'ONCE'],
    ]);
    expect([times('2026-11-01', at(0, 59)), times('2026-11-01', at(1)), times('2026-11-01', at(2))]).toEqual([
      ...['ONCE', 'OVERLAP', 'ONCE'],
    ]);
    expect(times('2026-06-01', at(2))).toBe('ONCE');
  });

  it.each([
    // These clock changes are on unusual days: in Tehran on a Tuesday and a Thursday, in Managua on a Thursday.
    ['the morning before', 'Asia/Tehran', '2021-09-21T03:00Z', '2021-09-21', at(7, 30)],
    ['the day after', 'Asia/Tehran', '2021-09-22T03:00Z', '2021-09-22', at(6, 30)],
    ['the hour before', 'America/Managua', '1992-09-24T04:30Z', '1992-09-23', at(23, 30)],
    ['the hour after', 'America/Managua', '1992-09-24T05:30Z', '1992-09-23', at(23, 30)],
  ])('the clocks are right %s, on whichever day of the week they change: %s', (_when, name, instant, date, minutes) => {
    expect([localDateAt(utc(instant), zone(name)), minutesAt(utc(instant), zone(name))]).toEqual([date, minutes]);
  });

  it('a time is skipped or repeated also where midnight in UTC lies between the clock time and the instant', () => {
    expect(toInstant(instantOf(day('2018-03-22'), 30, zone('Asia/Tehran')))).toBe('2018-03-21T21:00:00.000Z');
    expect(instantsOfTime(day('2018-03-22'), 30, zone('Asia/Tehran'))).toBe('GAP');
    expect(instantsOfTime(day('1992-09-23'), at(23, 30), zone('America/Managua'))).toBe('OVERLAP');
  });
});

describe('calendar arithmetic', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['1970-01-01', -1, '1969-12-31'],
    ['2026-03-29', 365, '2027-03-29'],
  ])('%s plus %i days is %s', (from, days, to) => {
    expect(addDays(day(from), days)).toBe(to);
    expect(daysBetween(day(from), day(to))).toBe(days);
  });

  it('refuses what four digits cannot write', () => {
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(day('9999-12-31'), 1)).toThrow('No calendar date beyond the years 0 to 9999');
    expect(() => addDays(day('0000-01-01'), -1)).toThrow(RangeError);
    expect(() => toInstant(utc('9999-12-31T23:59:59.999Z') + 1)).toThrow(RangeError);
    expect(() => toInstant(utc('9999-12-31T23:59:59.999Z') + 1)).toThrow(/four-digit year: \+010000-01-01/);
  });

  it.each([
    ['2026-11-20', 'friday', '2026-11-16'],
    ['2026-11-22', 'sunday', '2026-11-16'],
    ['2026-11-23', 'monday', '2026-11-23'],
    ['1969-12-31', 'wednesday', '1969-12-29'],
  ])('%s is a %s in the week of %s', (date, weekday, monday) => {
    expect(weekdayOf(day(date))).toBe(weekday);
    expect(mondayOf(day(date))).toBe(monday);
  });

  it('sorts dates oldest first', () => {
    const dates = ['2026-02-01', '2025-12-31', '2026-01-15', '2025-12-31'].map(day);
    expect(dates.sort(compareDates)).toEqual(['2025-12-31', '2025-12-31', '2026-01-15', '2026-02-01']);
  });

  it('adds and subtracts alike for every date', () => {
    const anyDate = fc.integer({ min: -700_000, max: 2_900_000 }).map((days) => addDays(day('1970-01-01'), days));
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
        const moved = addDays(date, days);
        expect(daysBetween(date, moved)).toBe(days);
        expect(Math.sign(compareDates(date, moved))).toBe(Math.sign(-days) + 0);
        expect(weekdayOf(mondayOf(date))).toBe('monday');
      }),
    );
  });
});

describe('instants', () => {
  it('are written with milliseconds and read back', () => {
    expect(toInstant(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(msOf('2026-11-20T10:00:00.123Z' as Instant)).toBe(utc('2026-11-20T10:00:00.123Z'));
  });

  it('are floored to the minute, also before 1970', () => {
    expect(toInstant(floorToMinute(utc('2026-11-20T10:00:59.999Z')))).toBe('2026-11-20T10:00:00.000Z');
    expect(floorToMinute(-1)).toBe(-60_000);
  });
});

it('rejects an invalid instant each time, without effect on others', () => {
  const tooLate = utc('9999-12-31T23:59:59.999Z') + 1;
  for (const wrong of [tooLate, tooLate, NaN]) expect(() => toInstant(wrong)).toThrow(RangeError);
  expect(toInstant(0)).toBe('1970-01-01T00:00:00.000Z');
  for (const wrong of [tooLate, tooLate]) expect(() => toInstant(wrong)).toThrow(RangeError);
});

it('the cache of clock samples is bounded, and fills again after it was full', () => {
  const utcZone = zone('UTC');
  const weekMs = 7 * 86_400_000;
  const first = utc('1975-01-01T00:00Z');
  // The library takes a tenth of a millisecond for each call, so the fast path must not call it.
  const library = jest.spyOn(Temporal.Instant, 'fromEpochMilliseconds');
  const sample = { toZonedDateTimeISO: () => ({ offsetNanoseconds: 0 }) } as unknown as Temporal.Instant;
  library.mockReturnValue(sample);
  const libraryCalls = (ms: number): number => {
    library.mockClear();
    minutesAt(ms, utcZone);
    return library.mock.calls.length;
  };
  try {
    libraryCalls(first);
    expect(libraryCalls(first)).toBe(0);
    for (let week = 10; week < 100_020; week += 1) minutesAt(first + week * weekMs, utcZone);
    expect(libraryCalls(first)).toBeGreaterThan(0);
    expect(libraryCalls(first + 200_000 * weekMs)).toBeGreaterThan(0);
    expect(libraryCalls(first)).toBe(0);
  } finally {
    library.mockRestore();
  }
});

it('caches the offsets of clocks for the years 1971 to 9989 only', () => {
  const library = jest.spyOn(Temporal.Instant, 'fromEpochMilliseconds');
  const isKept = (ms: number): boolean => {
    minutesAt(ms, zone('Asia/Kolkata'));
    library.mockClear();
    minutesAt(ms, zone('Asia/Kolkata'));
    return library.mock.calls.length === 0;
  };
  try {
    const [from, to] = [utc('1971-01-01T00:00Z'), utc('9990-01-01T00:00Z')];
    expect([from - 1, from, from + 1, to - 1, to, to + 1].map(isKept)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  } finally {
    library.mockRestore();
  }
});
