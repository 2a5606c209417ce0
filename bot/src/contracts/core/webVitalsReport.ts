import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** One figure of a page view; a browser leaves out figures that it does not know. */
const seconds = z.number().min(0).max(600).optional();

/** Speed and stability of a page for a reader: figures only, without any person. */
export const reportVitals = endpoint({
  method: 'POST',
  path: '/api/vitals',
  access: 'anyone',
  input: z.object({
    /** Largest Contentful Paint. */
    lcp: seconds,
    /** Interaction to Next Paint. */
    inp: seconds,
    /** Cumulative Layout Shift. */
    cls: z.number().min(0).max(100).optional(),
  }),
  output: z.literal(true),
});
