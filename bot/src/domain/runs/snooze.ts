import type { Instant, ZoneId } from '#contracts/core/ids.ts';
import { snoozeLengths } from '#contracts/meetings/skipAndSnooze.ts';
import type { SnoozeLength } from '#contracts/meetings/skipAndSnooze.ts';
import type { Instants } from '#contracts/meetings/run.ts';
import { floorToMinute, hourMs, instantOf, localDateAt, minuteMs, msOf, toInstant } from '../core/zonedTime.ts';

// Rules for a prompt that a member snoozes. All times are in epoch ms unless they are Instants.

/** Local time at which the snooze AFTER_LUNCH ends, in minutes after midnight. */
const lunchEndsAt = 13 * 60;

interface SnoozeQuestion {
  readonly now: number;
  readonly zone: ZoneId;
  /** The close that applies to the member. */
  readonly closesAt: Instant;
}

/**
 * Returns the instant at which the prompt is due again. Undefined if that instant has passed, or if it is not before the close that applies
 * to the member.
 */
export const snoozeEnd = (length: SnoozeLength, { now, zone, closesAt }: SnoozeQuestion): Instant | undefined => {
  const until = endOf(length, now, zone);
  return until > now && until < msOf(closesAt) ? toInstant(until) : undefined;
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
 * Two presses of the same button within this time count as one. The second one comes from an impatient person or from a retry by the chat
 * service.
 */
const samePressMs = 2 * minuteMs;

export interface SnoozePress {
  readonly round: number;
  readonly length: SnoozeLength;
  readonly snoozedAt: Instant;
  readonly until: Instant;
}

/** True if the press repeats the stored one. The stored instant then stays valid. */
export const isSamePress = (stored: SnoozePress, press: Pick<SnoozePress, 'round' | 'length'>, now: number): boolean =>
  stored.round === press.round &&
  stored.length === press.length &&
  msOf(stored.until) > now &&
  Math.abs(now - msOf(stored.snoozedAt)) < samePressMs;

/** Fraction of the remaining window in which no reminder follows a snoozed prompt. */
const quietPart = 1 / 4;

const reminderAfter = (due: Instant | null, until: number, closesAt: number): Instant | null => {
  if (due === null) return null;
  const left = closesAt - until;
  return msOf(due) >= until + left * quietPart ? due : toInstant(until + Math.floor(left / 2));
};

/**
 * Returns the member's instants after a snooze. The prompt is due at the end of the snooze. A reminder that would come before the prompt or
 * shortly after it moves to the middle of the remaining window.
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
