import { z } from 'zod';
import { times } from '../core/limits.ts';

/** Hours of each day, on the person's own clock, without prompts, reminders and blocker cards. Both are minutes after midnight. */
export const quietHours = z.object({
  from: z.int('invalid.number').min(0, 'invalid.number').max(times.lastMinute, 'invalid.number'),
  /** If this is not after `from`, the hours end on the next day. */
  to: z.int('invalid.number').min(0, 'invalid.number').max(times.lastMinute, 'invalid.number'),
});
export type QuietHours = z.output<typeof quietHours>;

const dayMinutes = 24 * 60;

/** Returns the minutes on the clock from the beginning to the end of the quiet hours. */
export const lengthOfQuietHours = ({ from, to }: QuietHours): number => (to - from + dayMinutes) % dayMinutes;

/** True if the quiet hours are neither too short to matter nor so long that prompts are hardly possible. */
export const isQuietLength = (hours: QuietHours): boolean => {
  const length = lengthOfQuietHours(hours);
  return length >= times.quietMin && length <= times.quietMax;
};

/** Quiet hours as a client sends them. */
export const sentQuietHours = quietHours.refine(isQuietLength, { error: 'invalid.quietHours' });
