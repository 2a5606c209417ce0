import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** One measurement of a page view in seconds; left out if the browser does not measure it. */
const seconds = z.number().min(0).max(600).optional();

/** Records the speed and stability of a page as a reader saw it. It contains only figures and identifies no person. */
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
