import ICAL from 'ical.js';
import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { frequencies } from '../../domain/daysOff/icsRecurrence.ts';
import type { RecurrenceRule } from '../../domain/daysOff/icsRecurrence.ts';
import { addDays, daysBetween, localDateAt, minutesAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';

/** One event of a calendar file (RFC 5545), reduced to calendar dates. */
export interface IcsEvent {
  readonly uid: string | null;
  readonly name: string | null;
  readonly isCancelled: boolean;
  readonly start: LocalDate;
  /** Number of days that the event covers, including the first one. */
  readonly days: number;
  readonly isPartial: boolean;
  readonly rules: readonly RecurrenceRule[];
  /**
   * `more`: further dates on which the event begins (RDATE). `without`: dates that a rule produces but on which the
   * event does not begin (EXDATE).
   */
  readonly more: readonly LocalDate[];
  readonly without: readonly LocalDate[];
  /**
   * The date of the recurring event with the same id that this event replaces (RECURRENCE-ID); null if it replaces
   * none.
   */
  readonly replaces: LocalDate | null;
}

// A property as the parser returns it: [name, parameters, type, value, …].
const property = z.tuple([z.string(), z.unknown(), z.unknown()], z.unknown());
const parsed = z.tuple([z.literal('vevent'), z.array(property), z.array(z.unknown())]);
type Values = (name: string) => readonly unknown[];

const many = <T extends z.ZodType>(of: T) =>
  z
    .union([of.transform((item) => [item]), z.array(of).max(366)])
    .optional()
    .transform((list) => list ?? []);

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const weekday = z.string().transform((value, context) => {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value) ?? [];
  const day = weekdayNames.indexOf(name);
  if (day >= 0) return { day, nth: Number(nth) };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});
const within = (least: number, most: number) => z.int().min(least).max(most);

/**
 * The parts of a recurrence rule that calendars of holidays use. An event whose rule has other parts, such as hours or
 * week numbers, cannot be read.
 */
const recurrence = z.strictObject({
  freq: z.enum(frequencies),
  interval: within(1, 1000).optional(),
  count: within(1, 100_000).optional(),
  until: z.string().optional(),
  bymonth: many(within(1, 12)),
  bymonthday: many(within(-31, 31)),
  byyearday: many(within(-366, 366)),
  byday: many(weekday),
  bysetpos: many(within(-366, 366)),
  /** First day of the week in the parser's numbering: 1 = Sunday. */
  wkst: within(1, 7).optional(),
});

const stamp = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z)?)?$/;
const firstYear = '1900-01-01';

interface Moment {
  readonly date: LocalDate;
  /** Minutes after midnight; null = the value is a date without a time. */
  readonly minutes: number | null;
}

const wrong = (): Error => new Error('Not a day of a calendar');

/**
 * Returns the date and time of a value. A value in UTC is converted to `zone`. A value with its own zone keeps its
 * written date, because the author meant the date in that zone.
 */
const momentOf = (value: unknown, zone: ZoneId): Moment => {
  const [, day = '', hours, minutes, , isUtc] = stamp.exec(typeof value === 'string' ? value : '') ?? [];
  const date = localDate.parse(day);
  if (date < firstYear) throw wrong();
  if (hours === undefined) return { date, minutes: null };
  const written = Number(hours) * 60 + Number(minutes);
  if (isUtc === undefined) return { date, minutes: written };
  const ms = Date.parse(`${date}T00:00:00Z`) + written * 60_000;
  return { date: localDateAt(ms, zone), minutes: minutesAt(ms, zone) };
};

const minutesPerDay = 1440;

/** Returns the minutes from midnight of the first day to the end of the event. */
const lengthOf = (start: Moment, of: Values, zone: ZoneId): number => {
  const [end] = of('dtend');
  const [duration] = of('duration');
  if (end !== undefined) {
    const { date, minutes } = momentOf(end, zone);
    return daysBetween(start.date, date) * minutesPerDay + (minutes ?? 0);
  }
  const lasts = typeof duration === 'string' ? ICAL.Duration.fromString(duration).toSeconds() / 60 : 0;
  if (lasts > 0) return (start.minutes ?? 0) + lasts;
  return start.minutes === null ? minutesPerDay : start.minutes;
};

const maxDays = 366;

const extentOf = (start: Moment, of: Values, zone: ZoneId): Pick<IcsEvent, 'days' | 'isPartial'> => {
  const length = lengthOf(start, of, zone);
  const days = Math.max(1, Math.ceil(length / minutesPerDay));
  if (!(days <= maxDays)) throw wrong();
  const isWhole = start.minutes === null || (start.minutes === 0 && length > 0 && length % minutesPerDay === 0);
  return { days, isPartial: !isWhole };
};

const ruleOf = (value: unknown, zone: ZoneId): RecurrenceRule => {
  const it = recurrence.parse(value);
  return {
    ...{ freq: it.freq, interval: it.interval ?? 1, count: it.count ?? null, weekStart: (it.wkst ?? 2) - 1 },
    until: it.until === undefined ? null : momentOf(it.until, zone).date,
    ...{ byMonth: it.bymonth, byMonthDay: it.bymonthday, byYearDay: it.byyearday },
    ...{ byDay: it.byday, bySetPos: it.bysetpos },
  };
};

/**
 * Returns the dates of the values of RDATE, EXDATE or RECURRENCE-ID. If a value is a period (start and end), only the
 * start counts.
 */
const daysOf = (values: readonly unknown[], zone: ZoneId): LocalDate[] =>
  values.map((value) => momentOf(Array.isArray(value) ? (value as unknown[])[0] : value, zone).date);

const oneLine = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const clean = value
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim();
  const short = Array.from(clean).slice(0, limits.nameLength).join('').trim();
  return short === '' ? null : short;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Parses an event; returns undefined if it cannot be parsed. `lines` are the lines between BEGIN:VEVENT and END:VEVENT.
 */
export const readEvent = (lines: readonly string[], zone: ZoneId): IcsEvent | undefined => {
  try {
    const [, properties] = parsed.parse(ICAL.parse(['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')));
    const of: Values = (name) =>
      properties.filter(([propertyName]) => propertyName === name).flatMap(([, , , ...values]) => values);
    const start = momentOf(of('dtstart')[0], zone);
    const [uid] = of('uid');
    const [replaces] = daysOf(of('recurrence-id'), zone);
    return {
      ...{ uid: isText(uid) ? uid : null, name: oneLine(of('summary')[0]), start: start.date },
      ...extentOf(start, of, zone),
      isCancelled: of('status').some((item) => isText(item) && item.toUpperCase() === 'CANCELLED'),
      rules: of('rrule').map((item) => ruleOf(item, zone)),
      ...{ more: daysOf(of('rdate'), zone), without: daysOf(of('exdate'), zone), replaces: replaces ?? null },
    };
  } catch {
    return undefined;
  }
};

export const daysFrom = (start: LocalDate, count: number): LocalDate[] =>
  Array.from({ length: count }, (_, index) => addDays(start, index));
