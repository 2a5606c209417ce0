import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** Defaults of new reports; questions as JSON. Unknown keys are left out of the answer. */
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
