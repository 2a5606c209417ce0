import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/**
 * Returns the default values for new reports by key; questions are JSON texts. Unknown keys are left out of the reply.
 */
export const getSettings = endpoint({
  method: 'POST',
  path: '/api/productsetting/getsettings',
  access: 'signedIn',
  bodyAs: 'keys',
  input: z.object({
    keys: z.array(z.string('invalid.text').max(100, 'invalid.tooLong'), 'invalid.list').max(50, 'invalid.tooMany'),
  }),
  output: z.array(z.object({ key: z.string(), value: z.string() })),
});
