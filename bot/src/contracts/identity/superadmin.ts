import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { email } from '../core/textField.ts';

/**
 * Makes the account of an address in SUPERADMINS a superadmin. Only a superadmin may call it, after a sign-in younger
 * than 5 minutes that proved every factor; for the first superadmin, operators have a command. NOT_FOUND if the address
 * is not in SUPERADMINS or has no confirmed account.
 */
export const confirmSuperadmin = endpoint({
  method: 'POST',
  path: '/api/user/superadmin',
  access: 'all.list',
  input: z.object({ email }),
  output: z.object({ email }),
});
