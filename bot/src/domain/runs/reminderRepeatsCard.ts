import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instants } from '#contracts/runs/runSchema.ts';
import { dueAt } from './memberInstantsAndOwedAnswers.ts';
import { floorToMinute, hourMs, msOf } from '../core/zonedTimeAndCalendarDates.ts';

// Decides whether a reminder contains the card again or only refers to the card that is already in the chat.

/**
 * If the card was delivered at least this long before the reminder, newer messages have probably moved it out of view.
 */
const farUpMs = 3 * hourMs;

interface ReminderMoment {
  readonly kind: 'reminder1' | 'reminder2';
  /** Instants that apply to the member. */
  readonly set: Instants;
  /**
   * Instant at which the prompt of this round, or after a snooze the snoozed prompt, was delivered; undefined = not
   * delivered.
   */
  readonly promptedAt: Instant | undefined;
}

/**
 * True if the reminder must contain the card: the chat has no card, or this is the last reminder and the card was
 * delivered long ago. The check uses the due instant of the reminder, so that the result does not depend on when the
 * function is called.
 */
export const reminderRepeatsCard = ({ kind, set, promptedAt }: ReminderMoment): boolean => {
  if (promptedAt === undefined) return true;
  const due = dueAt(set, kind);
  const isLast = kind === 'reminder2' || set.secondReminderAt === null;
  return isLast && due !== null && msOf(due) - floorToMinute(msOf(promptedAt)) >= farUpMs;
};
