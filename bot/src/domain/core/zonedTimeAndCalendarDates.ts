import { Temporal } from 'temporal-polyfill';
import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

// This is the only file that imports the time library. Its functions take instants in epoch ms; rows and contracts use
// the text form `Instant`.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

// The last converted instant is cached, because rows that are written together usually contain the same instant.
let lastMs = NaN;
let lastInstant = '' as Instant;

/**
 * Converts epoch ms to an `Instant`. Throws RangeError outside the years 0 to 9999, which `Instant` cannot represent.
 */
export const toInstant = (ms: number): Instant => {
  if (ms === lastMs) return lastInstant;
  const text = new Date(ms).toISOString();
  if (text.length !== 24) throw new RangeError(`Not an instant of a four-digit year: ${text}`);
  lastInstant = text as Instant;
  lastMs = ms;
  return lastInstant;
};

let lastParsed = '' as Instant;
let lastParsedMs = NaN;

export const msOf = (instant: Instant): number => {
  if (instant !== lastParsed) {
    lastParsedMs = Date.parse(instant);
    lastParsed = instant;
  }
  return lastParsedMs;
};

const canonicalZone = boundedMemo(
  (zone: ZoneId): string => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
  { capacity: 2000 },
);

/**
 * True if both names mean the same zone. A zone can have an old and a new name, for example Asia/Calcutta and
 * Asia/Kolkata, and names ignore case.
 */
export const isSameZone = (a: ZoneId, b: ZoneId): boolean => a === b || canonicalZone(a) === canonicalZone(b);

export const floorToMinute = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs;

const zoned = (ms: number, zone: ZoneId): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

const plainOf = (date: LocalDate): Temporal.PlainDate =>
  new Temporal.PlainDate(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)));

// The library takes about 0.1 ms for each call, and a preview makes tens of thousands of calls. A zone's offset is
// constant between clock changes, so one value for each week is cached. The library is called only near a clock change.
const weekMs = 7 * dayMs;
const firstCalmMs = Date.UTC(1971, 0, 1);
const lastCalmMs = Date.UTC(9990, 0, 1);
/** Cache sizes: all zone names, and three years of weeks for each zone. */
const [mostSampledZones, mostSampledWeeks] = [600, 160];

/** Returns the zone's offset in ms at the start of a week. */
const offsetsOf = boundedMemo(
  (zone: ZoneId) =>
    boundedMemo((week: number) => zoned(week * weekMs, zone).offsetNanoseconds / 1e6, { capacity: mostSampledWeeks }),
  { capacity: mostSampledZones },
);

/**
 * Returns the zone's offset in ms if it is the same at the beginnings of the weeks around the instant, so that no clock
 * change is within two days of the instant. Undefined near a clock change, and outside the years 1971 to 9989.
 */
const calmOffset = (ms: number, zone: ZoneId): number | undefined => {
  if (!(ms > firstCalmMs && ms < lastCalmMs)) return undefined;
  const first = Math.floor((ms - 2 * dayMs) / weekMs);
  const last = Math.floor((ms + 2 * dayMs) / weekMs) + 1;
  const offsetIn = offsetsOf(zone);
  const offset = offsetIn(first);
  for (let week = first + 1; week <= last; week += 1) if (offsetIn(week) !== offset) return undefined;
  return offset;
};

export const localDateAt = (ms: number, zone: ZoneId): LocalDate => {
  const offset = calmOffset(ms, zone);
  if (offset !== undefined) return dateOfDay(Math.floor((ms + offset) / dayMs));
  return zoned(ms, zone).toPlainDate().toString() as LocalDate;
};

/** Returns the zone's offset from UTC at that instant, for example `+05:30`. */
export const offsetAt = (ms: number, zone: ZoneId): string => zoned(ms, zone).offset;

/** True if the zone has the same offset from UTC at both instants (epoch ms). */
export const isSameOffset = (a: number, b: number, zone: ZoneId): boolean =>
  (calmOffset(a, zone) ?? zoned(a, zone).offsetNanoseconds / 1e6) ===
  (calmOffset(b, zone) ?? zoned(b, zone).offsetNanoseconds / 1e6);

/** Returns the minutes after midnight that the clocks of the zone show at that instant. */
export const minutesAt = (ms: number, zone: ZoneId): number => {
  const offset = calmOffset(ms, zone);
  if (offset !== undefined) return Math.floor(((ms + offset) % dayMs) / minuteMs);
  const at = zoned(ms, zone);
  return at.hour * 60 + at.minute;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the local time of the zone at that instant without an offset, as yyyy-MM-ddTHH:mm. */
export const localTimeAt = (ms: number, zone: ZoneId): string => {
  const minutes = minutesAt(ms, zone);
  return `${localDateAt(ms, zone)}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

const wallClock = (date: LocalDate, minutes: number): Temporal.PlainDateTime =>
  plainOf(date).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });

/** Returns the epoch ms that a wall-clock time would have in UTC. */
const asUtc = (date: LocalDate, minutes: number): number => dayNumber(date) * dayMs + minutes * minuteMs;

/**
 * Returns the epoch ms of a wall-clock time. A skipped time moves forward by the gap; for a repeated time, the first
 * instant is returned (RFC 5545 3.3.5).
 */
export const instantOf = (date: LocalDate, minutes: number, zone: ZoneId): number => {
  const local = asUtc(date, minutes);
  const offset = calmOffset(local, zone);
  if (offset !== undefined) return local - offset;
  return wallClock(date, minutes).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
};

/** Returns ONCE, GAP or OVERLAP if the zone's clocks show that time on that date once, never or twice. */
export const instantsOfTime = (date: LocalDate, minutes: number, zone: ZoneId): 'ONCE' | 'GAP' | 'OVERLAP' => {
  if (calmOffset(asUtc(date, minutes), zone) !== undefined) return 'ONCE';
  const wanted = wallClock(date, minutes);
  const first = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const last = wanted.toZonedDateTime(zone, { disambiguation: 'later' });
  if (first.epochMilliseconds === last.epochMilliseconds) return 'ONCE';
  return first.toPlainDateTime().equals(wanted) ? 'OVERLAP' : 'GAP';
};

/** False if the zone skips the whole date, as Samoa skipped 2011-12-30. */
export const dateExists = (date: LocalDate, zone: ZoneId): boolean => {
  if (calmOffset(asUtc(date, 0), zone) !== undefined) return true;
  const plain = plainOf(date);
  return plain.toZonedDateTime(zone).toPlainDate().equals(plain);
};

// Calendar dates have no zone, so counting days since 1970 is sufficient and four times faster than date objects. Both
// conversions are cached, because most dates are within a few months.
const maxDates = 5_000;

const dayNumber = boundedMemo((date: LocalDate) => Date.parse(`${date}T00:00:00Z`) / dayMs, { capacity: maxDates });

const dateOfDay = boundedMemo(
  (day: number): LocalDate => {
    const text = new Date(day * dayMs).toISOString();
    if (text.length !== 24) throw new RangeError('No calendar date beyond the years 0 to 9999');
    return text.slice(0, 10) as LocalDate;
  },
  { capacity: maxDates },
);

/** Returns the date `days` days later. Throws RangeError outside the years 0 to 9999. */
export const addDays = (date: LocalDate, days: number): LocalDate => dateOfDay(dayNumber(date) + days);

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumber(to) - dayNumber(from);

// 1970-01-01 was a Thursday, which has the index 4 in `weekdays`.
const weekdayIndex = (date: LocalDate): number => (((dayNumber(date) + 4) % 7) + 7) % 7;

export const weekdayOf = (date: LocalDate): Weekday => weekdays[weekdayIndex(date)] ?? 'sunday';

/** Weeks begin on Monday (ISO 8601) in every locale. */
export const mondayOf = (date: LocalDate): LocalDate => addDays(date, -((weekdayIndex(date) + 6) % 7));

export const compareDates = (a: LocalDate, b: LocalDate): number => (a < b ? -1 : a > b ? 1 : 0);
