import { z } from 'zod';
import { instant, localDate } from '../core/idDateAndZoneSchemas.ts';

export const openRun = z.object({
  date: localDate,
  opensAt: instant,
  closesAt: instant,
  asked: z.int(),
  answered: z.int(),
});
export type OpenRun = z.output<typeof openRun>;

/**
 * Effect of a change on an open run. CANCELLED: unsent messages are dropped, and answers stay readable. UNCHANGED: the
 * run keeps the instants and questions from its opening, but no longer waits for removed members.
 */
export const runEffect = openRun.extend({
  effect: z.enum(['CANCELLED', 'UNCHANGED']),
  text: z.string(),
});
export type RunEffect = z.output<typeof runEffect>;
