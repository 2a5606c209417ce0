import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import { limits } from '#contracts/limits.ts';
import { occurrences } from '../domain/recurrence.ts';
import type { Budget } from '../domain/recurrence.ts';
import { addDays, compareDates } from '../domain/time.ts';
import { daysFrom, readEvent } from './icsEvent.ts';
import type { IcsEvent } from './icsEvent.ts';

// The days of a calendar file (.ics), as data: nothing of it is fetched, run or kept but days and their names.

export interface FoundDay {
  readonly date: LocalDate;
  readonly name: string | null;
  /** Of that day only some hours. */
  readonly isPartial: boolean;
}

export type HolidayFile =
  /** Oldest first, each date once. `unreadable`: events that could not be understood. */
  | { readonly kind: 'READ'; readonly days: readonly FoundDay[]; readonly unreadable: number }
  | { readonly kind: 'NO_CALENDAR' }
  | { readonly kind: 'TOO_MANY_EVENTS' }
  /** Its rules mean more days than any calendar of holidays does. */
  | { readonly kind: 'TOO_MUCH' };

interface Window {
  /** Both included. */
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const wanted = /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|SUMMARY|STATUS|UID|RECURRENCE-ID)[;:]/i;
const says = (line: string, text: string): boolean => line.length < 40 && line.trim().toUpperCase() === text;

/** Of each event the lines that matter, each with those that go on it. Alarms and all else an event may hold are left out. */
const eventsIn = (lines: readonly string[]): string[][] => {
  const events: string[][] = [];
  let event: string[] | undefined;
  let depth = 0;
  let isTaken = false;
  for (const line of lines) {
    if (says(line, 'BEGIN:VEVENT')) [event, depth] = [[], 0];
    else if (event === undefined) continue;
    else if (says(line, 'END:VEVENT')) {
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

/** Days on which the event begins; undefined = the budget is spent. */
const beginnings = (event: IcsEvent, window: Window, budget: Budget): Set<LocalDate> | undefined => {
  // What begins before the window may reach into it.
  const reach = { from: addDays(window.from, 1 - event.days), to: window.to };
  const days = new Set([event.start, ...event.more]);
  for (const rule of event.rules) {
    const found = occurrences(event.start, rule, reach, budget);
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

const keep = (found: Map<LocalDate, FoundDay>, day: FoundDay): void => {
  const there = found.get(day.date);
  const isBetter =
    there === undefined || (there.isPartial && !day.isPartial) || (there.name === null && day.name !== null);
  if (isBetter) found.set(day.date, { ...day, name: day.name ?? there?.name ?? null });
};

const mostTouched = 20_000;

const collect = (events: readonly IcsEvent[], window: Window): Map<LocalDate, FoundDay> | undefined => {
  const budget: Budget = { left: 50_000 };
  const replaced = replacementsOf(events);
  const found = new Map<LocalDate, FoundDay>();
  let touched = 0;
  for (const event of events) {
    if (event.isCancelled) continue;
    const starts = beginnings(event, window, budget);
    if (starts === undefined) return undefined;
    if (event.uid !== null && event.replaces === null) replaced.get(event.uid)?.forEach((day) => starts.delete(day));
    for (const start of starts) {
      touched += event.days;
      if (touched > mostTouched) return undefined;
      for (const date of daysFrom(start, event.days))
        if (date >= window.from && date <= window.to)
          keep(found, { date, name: event.name, isPartial: event.isPartial });
    }
  }
  return found;
};

/** `zone`: of the reader, for times the file gives in UTC. */
export const readHolidayFile = (ics: string, zone: ZoneId, window: Window): HolidayFile => {
  const lines = ics.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!lines.some((line) => says(line, 'BEGIN:VCALENDAR'))) return { kind: 'NO_CALENDAR' };
  const written = eventsIn(lines);
  if (written.length > limits.icsEvents) return { kind: 'TOO_MANY_EVENTS' };
  const events = written.flatMap((one) => readEvent(one, zone) ?? []);
  const found = collect(events, window);
  if (found === undefined) return { kind: 'TOO_MUCH' };
  const days = [...found.values()].sort((a, b) => compareDates(a.date, b.date));
  return { kind: 'READ', days, unreadable: written.length - events.length };
};
