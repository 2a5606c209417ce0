import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** One figure of a page's life; what a browser does not know it leaves out. */
const seconds = z.number().min(0).max(600).optional();

/** How fast and how steady a page was for whoever looked at it: figures only, of nobody. */
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
