import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { userId } from '../core/idDateAndZoneSchemas.ts';

/** Removes the second factor of a person who has lost it, and ends the person's sessions. The person gets an email. */
export const totpReset = endpoint({
  method: 'POST',
  path: '/api/auth/totp/reset',
  access: 'member.manage',
  input: z.object({ userId }),
  output: z.object({ id: userId }),
});
