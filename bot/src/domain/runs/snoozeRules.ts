import type { Instant, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { snoozeLengths } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { SnoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { Instants } from '#contracts/runs/runSchema.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import {
  floorToMinute,
  hourMs,
  instantOf,
  localDateAt,
  minuteMs,
  msOf,
  toInstant,
} from '../core/zonedTimeAndCalendarDates.ts';
import { endOfQuietHours } from './endOfQuietHours.ts';

// Rules for a prompt that a member snoozes. All times are in epoch ms unless they are Instants.

/** The end of the lunch break, in minutes after midnight on the member's clock. */
const lunchEndsAt = 13 * 60;

interface SnoozeQuestion {
  readonly now: number;
  readonly zone: ZoneId;
  /** The close that applies to the member. */
  readonly closesAt: Instant;
  readonly quietHours: QuietHours | null | undefined;
}

/**
 * Returns the instant at which the prompt is due again: the end of the snooze or, if quiet hours contain this end,
 * their end, so that the card shows the member the real instant. Undefined if the end of the snooze has passed, as
 * AFTER_LUNCH in the afternoon, or if the instant is not before the member's close.
 */
export const snoozeEnd = (
  length: SnoozeLength,
  { now, zone, closesAt, quietHours }: SnoozeQuestion,
): Instant | undefined => {
  const until = endOf(length, now, zone);
  if (until <= now) return undefined;
  const dueAt = endOfQuietHours(quietHours, zone, until) ?? until;
  return dueAt < msOf(closesAt) ? toInstant(dueAt) : undefined;
};

const endOf = (length: SnoozeLength, now: number, zone: ZoneId): number => {
  switch (length) {
    case 'HALF_HOUR':
      return floorToMinute(now) + hourMs / 2;
    case 'HOUR':
      return floorToMinute(now) + hourMs;
    case 'AFTER_LUNCH':
      return instantOf(localDateAt(now, zone), lunchEndsAt, zone);
  }
};

export const offeredSnoozes = (question: SnoozeQuestion): SnoozeLength[] =>
  snoozeLengths.filter((length) => snoozeEnd(length, question) !== undefined);

/**
 * Two presses of the same button within this time count as one press, because the second press is a repetition by the
 * person or by the chat service.
 */
const samePressMs = 2 * minuteMs;

export interface SnoozePress {
  readonly round: number;
  readonly length: SnoozeLength;
  readonly snoozedAt: Instant;
  readonly until: Instant;
}

/** True if the press repeats the stored press, so that the prompt stays due at the stored instant. */
export const isSamePress = (stored: SnoozePress, press: Pick<SnoozePress, 'round' | 'length'>, now: number): boolean =>
  stored.round === press.round &&
  stored.length === press.length &&
  msOf(stored.until) > now &&
  Math.abs(now - msOf(stored.snoozedAt)) < samePressMs;

/** After the snoozed prompt, no reminder is sent within this fraction of the remaining window. */
const quietPart = 1 / 4;

const reminderAfter = (due: Instant | null, until: number, closesAt: number): Instant | null => {
  if (due === null) return null;
  const left = closesAt - until;
  return msOf(due) >= until + left * quietPart ? due : toInstant(until + Math.floor(left / 2));
};

/**
 * Returns the member's instants after a snooze. The prompt is due at the end of the snooze. A reminder that would come
 * before the prompt or shortly after it moves to the middle of the remaining window.
 */
export const instantsAfterSnooze = (set: Instants, until: Instant): Instants => {
  const [from, closesAt] = [msOf(until), msOf(set.closesAt)];
  return {
    ...set,
    opensAt: until,
    firstReminderAt: reminderAfter(set.firstReminderAt, from, closesAt),
    secondReminderAt: reminderAfter(set.secondReminderAt, from, closesAt),
  };
};
