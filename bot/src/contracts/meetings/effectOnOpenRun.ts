import { z } from 'zod';
import { instant, localDate } from '../core/ids.ts';

export const openRun = z.object({
  date: localDate,
  opensAt: instant,
  closesAt: instant,
  asked: z.int(),
  answered: z.int(),
});
export type OpenRun = z.output<typeof openRun>;

/**
 * Effect of a change on an open run. CANCELLED: unsent messages are dropped, answers stay readable. UNCHANGED: the run keeps the
 * instants and questions of its opening, and does not wait for removed members.
 */
export const runEffect = openRun.extend({
  effect: z.enum(['CANCELLED', 'UNCHANGED']),
  text: z.string(),
});
export type RunEffect = z.output<typeof runEffect>;
