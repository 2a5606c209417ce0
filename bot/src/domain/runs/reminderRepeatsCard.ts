import type { Instant } from '#contracts/core/ids.ts';
import type { Instants } from '#contracts/meetings/run.ts';
import { dueAt } from './owedAnswers.ts';
import { floorToMinute, hourMs, msOf } from '../core/zonedTime.ts';

// Decides whether a reminder points to the card in the chat or repeats the card.

/** A card that was delivered at least this long before a reminder is probably far up in the chat. */
const farUpMs = 3 * hourMs;

interface ReminderMoment {
  readonly kind: 'reminder1' | 'reminder2';
  /** Instants of the group of members to which the member's zone belongs. */
  readonly set: Instants;
  /** Instant at which the prompt of this round was delivered; undefined = the chat contains no card. */
  readonly promptedAt: Instant | undefined;
}

/**
 * True if the reminder repeats the card: the chat contains no card, or this is the last reminder of the run and the card is far
 * up in the chat. The check uses the due instant of the reminder, so the result does not depend on the time of the call.
 */
export const repeatsCard = ({ kind, set, promptedAt }: ReminderMoment): boolean => {
  if (promptedAt === undefined) return true;
  const due = dueAt(set, kind);
  const isLast = kind === 'reminder2' || set.secondReminderAt === null;
  return isLast && due !== null && msOf(due) - floorToMinute(msOf(promptedAt)) >= farUpMs;
};
