import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { recurrenceDates } from '../../domain/daysOff/icsRecurrence.ts';
import type { RecurrenceBudget } from '../../domain/daysOff/icsRecurrence.ts';
import { addDays, compareDates } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { daysFrom, readEvent } from './parseIcsEvent.ts';
import type { IcsEvent } from './parseIcsEvent.ts';

// Extracts the days of a calendar file (.ics). Only dates and names are used; no address in the file is fetched. A
// small file can need much work, so it is processed in steps, between which the server handles other requests.

export interface FoundDay {
  readonly date: LocalDate;
  readonly name: string | null;
  readonly isPartial: boolean;
}

export type HolidayFile =
  /**
   * The days are sorted, oldest first, with each date once. `unreadable` is the number of events that could not be
   * parsed.
   */
  | { readonly kind: 'READ'; readonly days: readonly FoundDay[]; readonly unreadable: number }
  | { readonly kind: 'NO_CALENDAR' }
  | { readonly kind: 'TOO_MANY_EVENTS' }
  /** The recurrence rules produce more days than a holiday calendar has. */
  | { readonly kind: 'TOO_MUCH' };

/** Work as a generator that yields between small steps, so that its caller can pause it. */
type Steps<T> = Generator<void, T>;

interface Window {
  /** The first and the last day, both included. Days outside are left out. */
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const wanted = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|SUMMARY|STATUS|UID|RECURRENCE-ID)[;:]/i;
const isLine = (line: string, text: string): boolean => line.length < 40 && line.trim().toUpperCase() === text;

/**
 * Returns the relevant lines of each event with their continuation lines. Alarms and other parts inside an event are
 * left out.
 */
const eventsIn = (lines: readonly string[]): string[][] => {
  const events: string[][] = [];
  let event: string[] | undefined;
  let depth = 0;
  let isTaken = false;
  for (const line of lines) {
    if (isLine(line, 'BEGIN:VEVENT')) [event, depth] = [[], 0];
    else if (event === undefined) continue;
    else if (isLine(line, 'END:VEVENT')) {
      events.push(event);
      event = undefined;
    } else if (/^BEGIN:/i.test(line)) depth += 1;
    else if (/^END:/i.test(line)) depth -= 1;
    else if (depth === 0) {
      isTaken = /^[ \t]/.test(line) ? isTaken : wanted.test(line);
      if (isTaken) event.push(line);
    }
  }
  return events;
};

/** Returns the days on which the event begins; undefined if computing them needs more work than `budget` allows. */
const beginnings = function* (
  event: IcsEvent,
  window: Window,
  budget: RecurrenceBudget,
): Steps<Set<LocalDate> | undefined> {
  // An event that begins before the window may last into it, so the search begins earlier by the length of the event.
  const reach = { from: addDays(window.from, 1 - event.days), to: window.to };
  const days = new Set([event.start, ...event.more]);
  for (const rule of event.rules) {
    const found = yield* recurrenceDates(event.start, rule, reach, budget);
    if (found === undefined) return undefined;
    found.forEach((day) => days.add(day));
  }
  event.without.forEach((day) => days.delete(day));
  return days;
};

const replacementsOf = (events: readonly IcsEvent[]): ReadonlyMap<string, Set<LocalDate>> => {
  const replaced = new Map<string, Set<LocalDate>>();
  for (const { uid, replaces } of events) {
    if (uid === null || replaces === null) continue;
    const days = replaced.get(uid) ?? new Set();
    replaced.set(uid, days.add(replaces));
  }
  return replaced;
};

const keep = (daysByDate: Map<LocalDate, FoundDay>, day: FoundDay): void => {
  const existing = daysByDate.get(day.date);
  const isBetter =
    existing === undefined || (existing.isPartial && !day.isPartial) || (existing.name === null && day.name !== null);
  if (isBetter) daysByDate.set(day.date, { ...day, name: day.name ?? existing?.name ?? null });
};

const maxTouched = 20_000;

const collect = function* (events: readonly IcsEvent[], window: Window): Steps<Map<LocalDate, FoundDay> | undefined> {
  const budget: RecurrenceBudget = { left: 50_000 };
  const replaced = replacementsOf(events);
  const daysByDate = new Map<LocalDate, FoundDay>();
  let touched = 0;
  for (const event of events) {
    if (event.isCancelled) continue;
    const starts = yield* beginnings(event, window, budget);
    if (starts === undefined) return undefined;
    if (event.uid !== null && event.replaces === null) replaced.get(event.uid)?.forEach((day) => starts.delete(day));
    for (const start of starts) {
      touched += event.days;
      if (touched > maxTouched) return undefined;
      for (const date of daysFrom(start, event.days))
        if (date >= window.from && date <= window.to)
          keep(daysByDate, { date, name: event.name, isPartial: event.isPartial });
    }
    yield;
  }
  return daysByDate;
};

const charactersIn = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

/**
 * Parses the events. An event with more text than any holiday needs is not parsed and counts as unreadable, because
 * parsing one event cannot be paused.
 */
const readEvents = function* (written: readonly (readonly string[])[], zone: ZoneId): Steps<IcsEvent[]> {
  const events: IcsEvent[] = [];
  for (const lines of written) {
    const event = charactersIn(lines) > limits.icsEventCharacters ? undefined : readEvent(lines, zone);
    if (event !== undefined) events.push(event);
    yield;
  }
  return events;
};

/** Reads the holidays of a calendar file. `zone` is the reader's zone, into which times in UTC are converted. */
export const readHolidayFile = function* (ics: string, zone: ZoneId, window: Window): Steps<HolidayFile> {
  const lines = ics.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!lines.some((line) => isLine(line, 'BEGIN:VCALENDAR'))) return { kind: 'NO_CALENDAR' };
  const written = eventsIn(lines);
  if (written.length > limits.icsEvents) return { kind: 'TOO_MANY_EVENTS' };
  yield;
  const events = yield* readEvents(written, zone);
  const daysByDate = yield* collect(events, window);
  if (daysByDate === undefined) return { kind: 'TOO_MUCH' };
  const days = [...daysByDate.values()].sort((a, b) => compareDates(a.date, b.date));
  return { kind: 'READ', days, unreadable: written.length - events.length };
};
