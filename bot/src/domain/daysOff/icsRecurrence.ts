import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, daysBetween } from '../core/zonedTimeAndCalendarDates.ts';

// Computes the days of a recurring event (RFC 5545 3.3.10), for rules with whole days. A calendar file may come from an
// untrusted source, so the number of examined days is limited. The limit also ends the search for a rule that never
// matches a day.

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

export interface RecurrenceRule {
  readonly freq: (typeof frequencies)[number];
  /** Number of periods from one repetition to the next, 1 to 1000 (INTERVAL of RFC 5545). */
  readonly interval: number;
  readonly count: number | null;
  /** Last day, inclusive (UNTIL of RFC 5545); null = no end. */
  readonly until: LocalDate | null;
  /** Months, 1 to 12 (BYMONTH of RFC 5545); empty = all months. */
  readonly byMonth: readonly number[];
  /** Days of the month, 1 to 31; negative numbers count from the end, so -1 is the last day. Empty = no restriction. */
  readonly byMonthDay: readonly number[];
  /** Days of the year, 1 to 366; negative numbers count from the end, so -1 is the last day. Empty = no restriction. */
  readonly byYearDay: readonly number[];
  /**
   * Weekdays; empty = no restriction. `day`: 0 = Sunday. `nth`: position in the month or year; 0 = every such day, -1 =
   * the last such day.
   */
  readonly byDay: readonly { readonly day: number; readonly nth: number }[];
  readonly bySetPos: readonly number[];
  /** First day of a week (WKST of RFC 5545); 0 = Sunday. */
  readonly weekStart: number;
}

/**
 * Number of days that may still be examined. All events of a file share it, so that no file can occupy the server for
 * long.
 */
export interface RecurrenceBudget {
  left: number;
}

/** A calendar date as numbers. `day`: days since 1970-01-01. */
interface Day {
  readonly day: number;
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

const epoch = '1970-01-01' as LocalDate;
const dayOf = (date: LocalDate): number => daysBetween(epoch, date);
const dayMs = 86_400_000;
const dayAt = (day: number): Day => {
  const at = new Date(day * dayMs);
  return { day, year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
};
const firstOf = (year: number, month: number): number => Math.floor(Date.UTC(year, month - 1, 1) / dayMs);
const lengthOf = (year: number, month: number): number => firstOf(year, month + 1) - firstOf(year, month);
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** True if one of the numbers selects the element `nth` of `length` elements. Negative numbers count from the end. */
const isNth = (numbers: readonly number[], nth: number, length: number): boolean =>
  numbers.includes(nth) || numbers.includes(nth - length - 1);

interface Span {
  readonly first: number;
  readonly length: number;
}

/**
 * True if the rule contains the weekday of this day. If `countsNth` is true, the position within the span must match
 * too, for example the first Monday.
 */
const fitsWeekday = ({ byDay }: RecurrenceRule, day: number, { first, length }: Span, countsNth: boolean): boolean =>
  byDay.some((item) => {
    if (item.day !== weekdayOf(day)) return false;
    if (item.nth === 0 || !countsNth) return true;
    const nth = Math.floor((day - first) / 7) + 1;
    return item.nth > 0 ? item.nth === nth : item.nth === -(Math.floor((first + length - 1 - day) / 7) + 1);
  });

const fits = (rule: RecurrenceRule, day: number, start: Day): boolean => {
  const { year, month, date } = dayAt(day);
  const inMonth = { first: day - date + 1, length: lengthOf(year, month) };
  const inYear = { first: firstOf(year, 1), length: firstOf(year + 1, 1) - firstOf(year, 1) };
  const { freq, byMonth, byMonthDay, byYearDay, byDay } = rule;
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (byMonthDay.length > 0 && !isNth(byMonthDay, date, inMonth.length)) return false;
  if (byYearDay.length > 0 && !isNth(byYearDay, day - inYear.first + 1, inYear.length)) return false;
  if (byDay.length > 0)
    return fitsWeekday(
      rule,
      day,
      freq === 'YEARLY' && byMonth.length === 0 ? inYear : inMonth,
      freq === 'MONTHLY' || freq === 'YEARLY',
    );
  if (byMonthDay.length > 0 || byYearDay.length > 0) return true;
  // If the rule contains no days, the first day of the event decides. For months and years, the spans already contain
  // only that day.
  return freq !== 'WEEKLY' || weekdayOf(day) === weekdayOf(start.day);
};

/**
 * Returns the days of a month to examine: all days if the rule names days or weekdays, otherwise only the day with the
 * same number as the event's first day.
 */
const inMonthOf = (rule: RecurrenceRule, start: Day, year: number, month: number): Span => {
  const [first, length] = [firstOf(year, month), lengthOf(year, month)];
  const isOpen = rule.byMonthDay.length > 0 || rule.byYearDay.length > 0 || rule.byDay.length > 0;
  return isOpen ? { first, length } : { first: first + start.date - 1, length: start.date > length ? 0 : 1 };
};

/** Returns the days of a period as spans. Period 0 contains the first day of the event. */
const spansOf = (rule: RecurrenceRule, start: Day, period: number): readonly Span[] => {
  const ahead = period * rule.interval;
  switch (rule.freq) {
    case 'DAILY':
      return [{ first: start.day + ahead, length: 1 }];
    case 'WEEKLY': {
      const first = start.day - ((weekdayOf(start.day) - rule.weekStart + 7) % 7);
      return [{ first: first + 7 * ahead, length: 7 }];
    }
    case 'MONTHLY': {
      const months = start.month - 1 + ahead;
      return [inMonthOf(rule, start, start.year + Math.floor(months / 12), (months % 12) + 1)];
    }
    case 'YEARLY': {
      const year = start.year + ahead;
      const isOpen = rule.byMonthDay.length > 0 || rule.byYearDay.length > 0 || rule.byDay.length > 0;
      if (rule.byMonth.length === 0 && isOpen)
        return [{ first: firstOf(year, 1), length: firstOf(year + 1, 1) - firstOf(year, 1) }];
      const months = rule.byMonth.length === 0 ? [start.month] : [...rule.byMonth].sort((a, b) => a - b);
      return months.map((month) => inMonthOf(rule, start, year, month));
    }
  }
};

const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const;

/**
 * Returns the period with which the search begins: at the latest the first that can contain a day of the window. A rule
 * with a count begins with period 0, because all its repetitions must be counted.
 */
const firstPeriod = ({ freq, interval, count }: RecurrenceRule, start: Day, from: number): number =>
  count !== null ? 0 : Math.max(0, Math.floor((from - start.day) / (longest[freq] * interval)) - 1);

/**
 * Returns the days of the window, both ends included, on which the event begins, oldest first. Undefined if the budget
 * is used up, which no real holiday calendar does. Yields after each period of at most 366 days, so that the caller can
 * let other work run.
 */
export const recurrenceDates = function* (
  begins: LocalDate,
  rule: RecurrenceRule,
  window: { readonly from: LocalDate; readonly to: LocalDate },
  budget: RecurrenceBudget,
): Generator<void, LocalDate[] | undefined> {
  const start = dayAt(dayOf(begins));
  const [from, to] = [dayOf(window.from), dayOf(window.to)];
  const last = Math.min(to, rule.until === null ? to : dayOf(rule.until));
  const localDates: LocalDate[] = [];
  let counted = 0;
  for (let period = firstPeriod(rule, start, from); ; period += 1) {
    const spans = spansOf(rule, start, period);
    const first = spans[0]?.first ?? 0;
    if (first > last) return localDates;
    const days: number[] = [];
    for (const span of spans) {
      budget.left -= Math.max(1, span.length);
      if (budget.left < 0) return undefined;
      for (let day = span.first; day < span.first + span.length; day += 1) if (fits(rule, day, start)) days.push(day);
    }
    const { bySetPos } = rule;
    const chosen = bySetPos.length === 0 ? days : days.filter((_, index) => isNth(bySetPos, index + 1, days.length));
    for (const day of chosen) {
      if (day < start.day) continue;
      if (day > last || (rule.count !== null && counted >= rule.count)) return localDates;
      counted += 1;
      if (day >= from) localDates.push(addDays(epoch, day));
    }
    yield;
  }
};
