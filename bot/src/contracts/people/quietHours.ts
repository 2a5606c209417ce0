import { z } from 'zod';
import { times } from '../core/limitsAndProductConstants.ts';

/**
 * Hours of each day, on the person's own clock, in which the bot sends none of these to the person's chat: prompts,
 * reminders, blocker cards, digests. `from` and `to` are minutes after midnight.
 */
export const quietHours = z.object({
  from: z.int('invalid.number').min(0, 'invalid.number').max(times.lastMinute, 'invalid.number'),
  /** If `to` is not after `from`, the quiet hours end on the next day. */
  to: z.int('invalid.number').min(0, 'invalid.number').max(times.lastMinute, 'invalid.number'),
});
export type QuietHours = z.output<typeof quietHours>;

const dayMinutes = 24 * 60;

/**
 * Returns the length of the quiet hours in minutes between the two times of day. A clock change during these hours is
 * not counted.
 */
export const lengthOfQuietHours = ({ from, to }: QuietHours): number => (to - from + dayMinutes) % dayMinutes;

/**
 * True if the quiet hours are neither too short to be useful (`times.quietMin`, in minutes) nor so long that hardly any
 * time is left for prompts (`times.quietMax`).
 */
export const isQuietLength = (hours: QuietHours): boolean => {
  const length = lengthOfQuietHours(hours);
  return length >= times.quietMin && length <= times.quietMax;
};

export const sentQuietHours = quietHours.refine(isQuietLength, { error: 'invalid.quietHours' });
