import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { email } from '../core/textField.ts';

/**
 * Lets the account of an address that SUPERADMINS names act as superadmin. Only a superadmin may, with a sign-in that is younger than
 * 5 minutes and proved every factor; an operator has a command for the first one. NOT_FOUND for an address that SUPERADMINS does not
 * name, or without a confirmed account.
 */
export const confirmSuperadmin = endpoint({
  method: 'POST',
  path: '/api/user/superadmin',
  access: 'all.list',
  input: z.object({ email }),
  output: z.object({ email }),
});
