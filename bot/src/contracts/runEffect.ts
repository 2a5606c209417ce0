import { z } from 'zod';
import { instant, localDate } from './ids.ts';

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
 * What a change does to a run under way. CANCELLED: called off, what waits to be sent is dropped, answers stay readable.
 * UNCHANGED: it goes on with the instants and questions it opened with; who was taken off is not waited for any longer.
 */
export const runEffect = openRun.extend({
  effect: z.enum(['CANCELLED', 'UNCHANGED']),
  /** The same in a sentence, in the reader's language. */
  text: z.string(),
});
export type RunEffect = z.output<typeof runEffect>;
