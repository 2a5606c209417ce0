import type { Instant } from '#contracts/core/ids.ts';
import type { Instants } from '#contracts/meetings/run.ts';
import { dueAt } from './owedAnswers.ts';
import { floorToMinute, hourMs, msOf } from '../core/zonedTime.ts';

// Decides if a reminder points to the card in the chat or repeats the card.

/** A card that was delivered so long before a reminder is far up the chat. */
const farUpMs = 3 * hourMs;

interface ReminderMoment {
  readonly kind: 'reminder1' | 'reminder2';
  /** The instants that apply to the member. */
  readonly set: Instants;
  /** When the prompt of this round was delivered; undefined = the chat holds no card. */
  readonly promptedAt: Instant | undefined;
}

/**
 * The last reminder of the day repeats the card if the first one is far up the chat; any reminder does if the chat holds no card.
 * It uses the reminder's due instant, so that the result does not depend on the time of the call.
 */
export const repeatsCard = ({ kind, set, promptedAt }: ReminderMoment): boolean => {
  if (promptedAt === undefined) return true;
  const due = dueAt(set, kind);
  const isLast = kind === 'reminder2' || set.secondReminderAt === null;
  return isLast && due !== null && msOf(due) - floorToMinute(msOf(promptedAt)) >= farUpMs;
};
