import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/**
 * Returns all data of the caller as JSON files in a zip, without the JSON envelope of other replies. A link that a
 * browser opens needs `token`, because the browser opens a link without the access token of the session.
 */
export const exportUser = endpoint({
  method: 'GET',
  path: '/api/user/export',
  access: 'signedIn',
  input: z.object({ token: z.string().max(64, 'invalid.tooLong').optional() }),
  output: z.unknown(),
});

/**
 * Returns a token for the `?token=` parameter of the export. The token is valid for 60 seconds and for the export only.
 */
export const exportToken = endpoint({
  method: 'POST',
  path: '/api/user/exporttoken',
  access: 'signedIn',
  input: z.object({}),
  output: z.object({ token: z.string() }),
});
