import { addDays, hour, instantOf, isLived, minute, weekdayOf, weekOf } from './zoneClocksAndDateArithmetic.ts';
import { weekdayNames } from './runScenarioFormat.ts';
import type { MeetingFields } from './runScenarioFormat.ts';

// Computes schedules and windows by the rules of docs/product-rules.md alone.

export interface Definition {
  readonly members: readonly string[];
  readonly observers: readonly string[];
  readonly time: number;
  readonly timezone: string;
  readonly byMember: boolean;
  readonly interval: 'DAY' | 'WEEK' | 'ALTWEEK' | 'MONTH';
  readonly days: readonly boolean[];
  readonly windowMinutes: number;
  readonly hasReminders: boolean;
  readonly hasSummary: boolean;
}

const workdays = [false, true, true, true, true, true, false];

const newcomer: Definition = {
  ...{ members: [], observers: [], time: 0, timezone: 'UTC', byMember: false, interval: 'DAY', days: workdays },
  ...{ windowMinutes: 120, hasReminders: true, hasSummary: true },
};

const intervalOf = (fields: MeetingFields, before: Definition): Definition['interval'] => {
  const type = fields.type ?? (before.interval === 'DAY' ? 'STANDUP' : 'RETRO');
  if (type === 'STANDUP') return 'DAY';
  return fields.interval ?? (before.interval === 'DAY' ? 'WEEK' : before.interval);
};

/** Returns the definition of a report after a save; a missing field keeps its value from `before`. */
export const defined = (fields: MeetingFields, before: Definition = newcomer): Definition => ({
  members: fields.members ?? before.members,
  // A person in both lists is a member only. A save without observers keeps the previous observers.
  observers: (fields.observers ?? before.observers).filter((id) => !(fields.members ?? before.members).includes(id)),
  time: fields.time ?? before.time,
  timezone: fields.timezone ?? before.timezone,
  byMember: fields.timeBasis === undefined ? before.byMember : fields.timeBasis === 'MEMBER',
  interval: intervalOf(fields, before),
  days: weekdayNames.map((name, index) => fields[name] ?? before.days[index] ?? false),
  windowMinutes: fields.reportSummaryTime ?? before.windowMinutes,
  hasReminders: fields.isReminderEnabled ?? before.hasReminders,
  hasSummary: fields.isReportSummaryInChat ?? before.hasSummary,
});

/**
 * True if the report has a run on the date. `firstRun` is the date of the first run, from which even and odd weeks are
 * counted; null before the first run.
 */
export const isScheduled = (definition: Definition, date: string, firstRun: string | null): boolean => {
  if (definition.days[weekdayOf(date)] !== true || !isLived(date, definition.timezone)) return false;
  switch (definition.interval) {
    case 'DAY':
    case 'WEEK':
      return true;
    case 'ALTWEEK':
      return firstRun === null || (weekOf(date) - weekOf(firstRun)) % 2 === 0;
    case 'MONTH':
      return Number(date.slice(8)) <= 7;
  }
};

/** Returns the first scheduled date after `after`, within 75 days; undefined if there is none. */
export const nextScheduled = (definition: Definition, after: string, firstRun: string | null): string | undefined => {
  for (let ahead = 1; ahead <= 75; ahead += 1) {
    const date = addDays(after, ahead);
    if (isScheduled(definition, date, firstRun)) return date;
  }
  return undefined;
};

export interface Instants {
  readonly zone: string;
  readonly opens: number;
  readonly first: number | null;
  readonly second: number | null;
  readonly closes: number;
  readonly graceEnds: number;
}

const floored = (ms: number): number => Math.floor(ms / minute) * minute;

const reminderMinutes = (window: number): readonly [number | null, number | null] => {
  if (window < 15) return [null, null];
  return window < 60 ? [null, window / 2] : [window / 2, window - 15];
};

/** Returns the instants of a run that opens at `run.opens`, for the members in `zone`. */
export const instantsFrom = (
  definition: Definition,
  zone: string,
  run: { readonly opens: number; readonly date: string; readonly firstRun: string | null },
): Instants => {
  const opens = floored(run.opens);
  const closes = opens + definition.windowMinutes * minute;
  const [first, second] = definition.hasReminders ? reminderMinutes(definition.windowMinutes) : [null, null];
  const next = nextScheduled(definition, run.date, run.firstRun ?? run.date);
  const longest = closes + 72 * hour;
  const nextOpens = next === undefined ? longest : instantOf(next, definition.time, zone);
  return {
    zone,
    opens,
    first: first === null ? null : floored(opens + first * minute),
    second: second === null ? null : floored(opens + second * minute),
    closes,
    graceEnds: Math.max(closes, Math.min(longest, nextOpens)),
  };
};

export const scheduledInstants = (
  definition: Definition,
  zone: string,
  date: string,
  firstRun: string | null,
): Instants => instantsFrom(definition, zone, { opens: instantOf(date, definition.time, zone), date, firstRun });

/**
 * Maximum delay of a prompt in milliseconds. The product sends no prompt later than this, and none at or after the
 * close.
 */
export const latestLate = 60 * minute;

/**
 * Returns the instant of a reminder that was due at `due`, for a member who snoozed until `until`. A reminder that is
 * due before a quarter of the time from `until` to the close has passed moves to the middle of that time.
 */
export const afterSnooze = (due: number, until: number, closes: number): number =>
  due >= until + (closes - until) / 4 ? due : until + Math.floor((closes - until) / 2);
