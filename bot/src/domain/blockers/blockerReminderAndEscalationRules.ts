import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting, Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import {
  addDays,
  daysBetween,
  hourMs,
  instantOf,
  localDateAt,
  msOf,
  weekdayOf,
} from '../core/zonedTimeAndCalendarDates.ts';
import { endOfQuietHours } from '../runs/endOfQuietHours.ts';
import { workingDaysBetween } from './workingDaysBetween.ts';
import { lifeOf, sinceOf } from './blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from './blockerStateAndAllowedChanges.ts';

// Decides when a person is reminded of an open blocker, and when the blocker is escalated.

/** Number of working days until the first reminder and until the escalation; 0 = never. */
export interface ReminderRule {
  readonly reminderDays: number;
  readonly escalationDays: number;
}

export const reminderRuleOf = (
  meeting: Pick<Meeting, 'blockerReminderDays' | 'blockerEscalationDays'>,
): ReminderRule => ({
  reminderDays: meeting.blockerReminderDays ?? 0,
  escalationDays: meeting.blockerEscalationDays ?? 0,
});

export const hasReminders = ({ reminderDays, escalationDays }: ReminderRule): boolean =>
  reminderDays > 0 || escalationDays > 0;

type WorkingWeek = Pick<Meeting, Weekday>;

export interface ReminderRecipient {
  readonly zone: ZoneId;
  readonly quietHours: QuietHours | null | undefined;
}

export interface ReminderMoment {
  /**
   * The recipient's local date today, and the epoch ms at which the reminder of this date is due. Null = no reminder
   * may be sent now.
   */
  readonly today: { readonly date: LocalDate; readonly dueAt: number } | null;
  /** Epoch ms of the next possible reminder. */
  readonly next: number;
}

const startOn = ({ zone, quietHours }: ReminderRecipient, date: LocalDate): number => {
  const start = instantOf(date, times.blockerReminder, zone);
  return endOfQuietHours(quietHours, zone, start) ?? start;
};

const startAfter = (week: WorkingWeek, recipient: ReminderRecipient, date: LocalDate): number => {
  let next = addDays(date, 1);
  while (!week[weekdayOf(next)] && daysBetween(date, next) < 7) next = addDays(next, 1);
  return startOn(recipient, next);
};

/**
 * Returns the reminder that may be sent now, and the next one. Reminders are sent on the report's weekdays at 9:00 on
 * the recipient's clock or, if 9:00 is in the quiet hours, at their end. A reminder that is at least 8 hours late is
 * left out, because the next weekday has another one.
 */
export const reminderMoment = (week: WorkingWeek, recipient: ReminderRecipient, now: number): ReminderMoment => {
  const { zone, quietHours } = recipient;
  const date = localDateAt(now, zone);
  const next = startAfter(week, recipient, date);
  if (!week[weekdayOf(date)]) return { today: null, next };
  const start = startOn(recipient, date);
  if (now < start) return { today: null, next: start };
  const isInTime = now < start + times.blockerReminderLateHours * hourMs;
  return { today: isInTime && endOfQuietHours(quietHours, zone, now) === null ? { date, dueAt: start } : null, next };
};

/**
 * Returns the date from which the wait for a reminder is counted. A change by a person restarts the wait, so that a
 * member who was just named or has just acknowledged the blocker gets the full time again.
 */
const waitsSince = (blocker: TrackedBlocker, zone: ZoneId): LocalDate => {
  const since = sinceOf(blocker);
  const changedAt = lifeOf(blocker)?.changedAt;
  const changed = changedAt === undefined ? since : localDateAt(msOf(changedAt), zone);
  return changed > since ? changed : since;
};

interface ReminderDay {
  readonly meeting: WorkingWeek & Pick<Meeting, 'timezone'>;
  readonly blocker: TrackedBlocker;
  readonly holidays: readonly LocalDate[];
  /** Today's local date of the recipient. */
  readonly date: LocalDate;
}

export const isReminderDue = ({ meeting, blocker, holidays, date }: ReminderDay, days: number): boolean =>
  days > 0 &&
  blocker.isOpen &&
  !holidays.includes(date) &&
  workingDaysBetween(meeting, waitsSince(blocker, meeting.timezone), date, holidays) >= days;

export const isEscalationDue = ({ meeting, blocker, holidays, date }: ReminderDay, days: number): boolean =>
  days > 0 &&
  blocker.isOpen &&
  !holidays.includes(date) &&
  workingDaysBetween(meeting, sinceOf(blocker), date, holidays) >= days;

const firstDate = localDate.parse('2020-01-01');

/**
 * Number of a reminder or an escalation among the messages about a blocker. Both are negative, because cards about a
 * needed member have positive numbers. A reminder's number is computed from its day, an escalation's number from the
 * first date of the blocker.
 */
export const reminderNumber = (date: LocalDate): number => -2 * daysBetween(firstDate, date) - 1;
export const escalationNumber = (since: LocalDate): number => -2 * daysBetween(firstDate, since) - 2;

export const isReminderNumber = (number: number): boolean => number < 0;

export const isEscalation = (number: number): boolean => number % 2 === 0;

interface SentReminder {
  readonly who: string;
  readonly number: number;
}

/**
 * True if the person was already reminded on that day or on a later day. A later day is possible if a clock was wrong.
 */
export const wasRemindedOn = (sent: readonly SentReminder[], id: SentReminder): boolean =>
  sent.some(({ who, number }) => who === id.who && !isEscalation(number) && number <= id.number);
