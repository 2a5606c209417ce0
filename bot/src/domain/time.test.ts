import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { Instant, LocalDate, ZoneId } from '#contracts/ids.ts';
import {
  addDays,
  compareDates,
  dateExists,
  daysBetween,
  floorToMinute,
  instantOf,
  localDateAt,
  minutesAt,
  mondayOf,
  msOf,
  toInstant,
  weekdayOf,
} from './time.ts';

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

  it('knows the dates a zone skipped', () => {
    expect(dateExists(day('2011-12-30'), zone('Pacific/Apia'))).toBe(false);
    expect(dateExists(day('2011-12-29'), zone('Pacific/Apia'))).toBe(true);
    expect(dateExists(day('2011-12-31'), zone('Pacific/Apia'))).toBe(true);
    expect(dateExists(day('2011-12-30'), zone('Pacific/Pago_Pago'))).toBe(true);
    expect(dateExists(day('1993-08-21'), zone('Pacific/Kwajalein'))).toBe(false);
    // A day that begins at 01:00 is there all the same.
    expect(dateExists(day('2026-03-08'), zone('America/Havana'))).toBe(true);
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
    expect(() => addDays(day('0000-01-01'), -1)).toThrow(RangeError);
    expect(() => toInstant(utc('9999-12-31T23:59:59.999Z') + 1)).toThrow(RangeError);
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

/** Offsets as Intl alone tells them: no line of this oracle shares a thought with the time library. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}
const dayMs = 86_400_000;

const offsetReader = (name: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const [month = 0, dayOfMonth, year = 0, hour, minute, second] = format.format(ms).match(/\d+/g)?.map(Number) ?? [];
    return Date.UTC(year, month - 1, dayOfMonth, hour, minute, second) - ms;
  };
};

const changeBetween = (offsetAt: (ms: number) => number, before: number, after: number): number => {
  let low = before;
  let high = after;
  const was = offsetAt(low);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === was) low = middle;
    else high = middle;
  }
  return high;
};

const spansOf = (name: string, year: number): Span[] => {
  const offsetAt = offsetReader(name);
  const end = Date.UTC(year + 1, 0, 3);
  const spans: Span[] = [];
  let from = Date.UTC(year - 1, 11, 29);
  for (let ms = from; ms < end; ms += dayMs) {
    if (offsetAt(ms) === offsetAt(ms + dayMs)) continue;
    const change = changeBetween(offsetAt, ms, ms + dayMs);
    spans.push({ from, to: change, offset: offsetAt(ms) });
    from = change;
  }
  return [...spans, { from, to: end + dayMs, offset: offsetAt(end) }];
};

/** `local` = the wall clock read as if it were UTC. */
const expectedInstant = (spans: readonly Span[], local: number): number => {
  const real = spans.filter((span) => local - span.offset >= span.from && local - span.offset < span.to);
  const first = real[0] ?? spans.findLast((span) => local - span.offset >= span.to);
  return local - (first?.offset ?? Number.NaN);
};

const dateOf = (local: number): LocalDate => day(new Date(local).toISOString().slice(0, 10));
const minutesOf = (local: number): number => Math.floor((local % dayMs) / 60_000);

describe.each([2011, 2026])('every zone against Intl alone, in %i', (year) => {
  const zones = Intl.supportedValuesOf('timeZone').map((name) => ({ name, spans: spansOf(name, year) }));
  const changes = zones.flatMap(({ name, spans }) =>
    spans
      .slice(1)
      .map((span, at) => ({ name, spans, change: span.from, before: spans[at]?.offset ?? 0, after: span.offset })),
  );

  it('meets gaps and repeated times in the oracle at all', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(changes.filter((one) => one.after > one.before).length).toBeGreaterThan(100);
    expect(changes.filter((one) => one.after < one.before).length).toBeGreaterThan(100);
  });

  it('agrees at every quarter of an hour around every change of the clocks', () => {
    const wrong: string[] = [];
    let checks = 0;
    for (const { name, spans, change, before, after } of changes) {
      const low = Math.floor((change + Math.min(before, after)) / 900_000) * 900_000 - 3 * 3_600_000;
      const high = change + Math.max(before, after) + 3 * 3_600_000;
      for (let local = low; local <= high; local += 900_000) {
        const ours = instantOf(dateOf(local), minutesOf(local), zone(name));
        if (ours !== expectedInstant(spans, local)) wrong.push(`${name} ${new Date(local).toISOString()}`);
        checks += 1;
      }
    }
    process.stdout.write(
      `${year}: ${zones.length} zones, ${changes.length} changes of clocks, ${checks} times around them, ${wrong.length} wrong\n`,
    );
    expect(wrong).toEqual([]);
  });

  it('reads date and minute back as Intl does, minute by minute around every change', () => {
    const wrong: string[] = [];
    for (const { name, spans, change } of changes) {
      for (let ms = change - 3 * 60_000; ms <= change + 3 * 60_000; ms += 30_000) {
        const local = ms + (spans.find((span) => ms >= span.from && ms < span.to)?.offset ?? 0);
        const isRight = localDateAt(ms, zone(name)) === dateOf(local) && minutesAt(ms, zone(name)) === minutesOf(local);
        if (!isRight) wrong.push(`${name} ${new Date(ms).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('opens once a day at 10:00 all December, but for days that are not there', () => {
    const wrong: string[] = [];
    const skipped: string[] = [];
    for (const { name, spans } of zones) {
      for (let local = Date.UTC(year, 11, 1, 10); local < Date.UTC(year + 1, 0, 1); local += dayMs) {
        const ms = instantOf(dateOf(local), at(10), zone(name));
        if (ms !== expectedInstant(spans, local)) wrong.push(`${name} ${new Date(local).toISOString()}`);
        const span = spans.find((one) => ms >= one.from && ms < one.to);
        const isLived = dateOf(ms + (span?.offset ?? 0)) === dateOf(local);
        if (!isLived) skipped.push(`${name} ${dateOf(local)}`);
        if (dateExists(dateOf(local), zone(name)) !== isLived) wrong.push(`${name} ${dateOf(local)} exists`);
      }
    }
    expect(wrong).toEqual([]);
    expect(skipped).toEqual(year === 2011 ? ['Pacific/Apia 2011-12-30', 'Pacific/Fakaofo 2011-12-30'] : []);
  });
});

it('what is no instant is refused each time it is asked for, and changes no other', () => {
  const tooLate = utc('9999-12-31T23:59:59.999Z') + 1;
  for (const wrong of [tooLate, tooLate, NaN]) expect(() => toInstant(wrong)).toThrow(RangeError);
  expect(toInstant(0)).toBe('1970-01-01T00:00:00.000Z');
  for (const wrong of [tooLate, tooLate]) expect(() => toInstant(wrong)).toThrow(RangeError);
});

it('the samples of clocks are bounded, and are kept again once they were full', () => {
  const utcZone = zone('UTC');
  const weekMs = 7 * 86_400_000;
  const first = utc('1975-01-01T00:00Z');
  // The library itself would take a tenth of a millisecond each time.
  const library = jest.spyOn(Temporal.Instant, 'fromEpochMilliseconds');
  const sample = { toZonedDateTimeISO: () => ({ offsetNanoseconds: 0 }) } as unknown as Temporal.Instant;
  library.mockReturnValue(sample);
  const lookUps = (ms: number): number => {
    library.mockClear();
    minutesAt(ms, utcZone);
    return library.mock.calls.length;
  };
  try {
    lookUps(first);
    expect(lookUps(first)).toBe(0);
    for (let week = 10; week < 100_020; week += 1) minutesAt(first + week * weekMs, utcZone);
    expect(lookUps(first)).toBeGreaterThan(0);
    expect(lookUps(first + 200_000 * weekMs)).toBeGreaterThan(0);
    expect(lookUps(first)).toBe(0);
  } finally {
    library.mockRestore();
  }
});
