import { z } from 'zod';
import { instant, localDate } from '../core/ids.ts';

/** A run that is open at this moment. */
export const openRun = z.object({
  date: localDate,
  opensAt: instant,
  closesAt: instant,
  asked: z.int(),
  answered: z.int(),
});
export type OpenRun = z.output<typeof openRun>;

/**
 * Effect of a change on an open run. CANCELLED: unsent messages are dropped, answers stay readable. UNCHANGED: the run continues
 * with the instants and questions of its opening, and does not wait for members who were removed.
 */
export const runEffect = openRun.extend({
  effect: z.enum(['CANCELLED', 'UNCHANGED']),
  /** The effect as a sentence in the reader's language. */
  text: z.string(),
});
export type RunEffect = z.output<typeof runEffect>;
