import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { email } from '../core/textAndEmailSchemas.ts';

/**
 * Makes the account of an address in SUPERADMINS a superadmin. The caller must be a superadmin who signed in within the
 * last 5 minutes and proved every factor; operators confirm the first superadmin by a command. NOT_FOUND if the address
 * is not in SUPERADMINS or has no confirmed account.
 */
export const confirmSuperadmin = endpoint({
  method: 'POST',
  path: '/api/user/superadmin',
  access: 'all.list',
  input: z.object({ email }),
  output: z.object({ email }),
});
