import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { session } from '../identity/sessionAndUserDetailsCalls.ts';
import { password } from '../identity/passwordSchema.ts';

const given = (missing: 'password.oldMissing' | 'password.newMissing' | 'password.confirmMissing') =>
  z.string(missing).min(1, missing).pipe(password);

/** Changes the password, ends all sessions of the person, and returns a new session. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/changePassword',
  access: 'signedIn',
  input: z
    .object({
      oldPassword: given('password.oldMissing'),
      newPassword: given('password.newMissing'),
      passwordConfirmation: given('password.confirmMissing'),
      /** True = also removes every Microsoft account that is joined to the caller's account. */
      removeIdentities: z.boolean('invalid.flag').optional(),
    })
    .refine((input) => input.newPassword === input.passwordConfirmation, {
      error: 'password.mismatch',
      path: ['passwordConfirmation'],
    }),
  output: session,
});
