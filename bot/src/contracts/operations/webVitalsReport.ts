import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** A duration in seconds; left out if the browser does not measure it. */
const seconds = z.number().min(0).max(600).optional();

/**
 * Records how fast and stable a page was for a reader. The report contains only measurements and identifies no person.
 */
export const reportVitals = endpoint({
  method: 'POST',
  path: '/api/vitals',
  access: 'anyone',
  input: z.object({
    /** Largest Contentful Paint, in seconds. */
    lcp: seconds,
    /** Interaction to Next Paint, in seconds. */
    inp: seconds,
    /** Cumulative Layout Shift, a number without a unit. */
    cls: z.number().min(0).max(100).optional(),
  }),
  output: z.literal(true),
});
