import { z } from 'zod';
import { password } from '../identity/passwordSchema.ts';
import { endpoint } from '../core/endpoint.ts';
import { memberId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { email, text } from '../core/textAndEmailSchemas.ts';

const personName = (required: 'register.firstNameMissing' | 'register.lastNameMissing') =>
  text({ max: limits.nameLength, required });

/** Code in a link that the product sends: 32 bytes in base64url. A text of another form is refused without a lookup. */
export const linkCode = z.string('error.CODE_INVALID').regex(/^[A-Za-z0-9_-]{43}$/, 'error.CODE_INVALID');
const code = linkCode;

const codeOnly = z.object({ code });
const done = z.literal(true);
const open = { access: 'anyone' } as const;

/**
 * Input for a new account: the name of an organisation to create, or the code of an invitation with the member's id. A
 * `code` without `memberId` comes from an email to an address whose registration was never confirmed; it proves the
 * address.
 */
export const registration = z
  .object({
    firstName: personName('register.firstNameMissing'),
    lastName: personName('register.lastNameMissing'),
    email,
    password,
    organizationName: text({ max: limits.nameLength, required: 'register.organizationMissing' }).optional(),
    memberId: memberId.optional(),
    code: code.optional(),
  })
  .refine((input) => input.organizationName !== undefined || input.memberId !== undefined, {
    error: 'register.organizationMissing',
    path: ['organizationName'],
  })
  .refine((input) => input.memberId === undefined || input.code !== undefined, {
    error: 'error.CODE_INVALID',
    path: ['code'],
  });
export type Registration = z.output<typeof registration>;

/**
 * Creates an account and returns its id. If ACCOUNT_ENUMERATION_SAFE is set, an address that already has an account
 * also gets an id, so that a caller cannot find out which addresses have accounts.
 */
export const register = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/register',
  input: registration,
  output: z.string(),
});
/**
 * Confirms the address and uses up the code. Repeating the call succeeds for 15 minutes, because people click a link
 * twice. A browser other than the one that registered gets PASSWORD_NEEDED and must send the password of the
 * registration.
 */
export const confirmRegisterEmail = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/ConfirmRegisterEmail',
  input: z.object({ code, password: password.optional() }),
  output: done,
});
export const postRegistration = endpoint({
  ...open,
  method: 'POST',
  path: '/api/user/PostRegistration',
  input: codeOnly,
  output: done,
});
/** Checks the code of a password reset without using it up. */
export const confirmResetPasswordEmail = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/ConfirmResetPasswordEmail',
  input: codeOnly,
  output: done,
});
export const validateEmail = endpoint({
  ...open,
  method: 'GET',
  path: '/api/account/validateemail',
  input: z.object({ email }),
  output: z.object({ isExists: z.boolean() }),
});
export const forgotPassword = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/forgotPassword/{email}',
  input: z.object({ email }),
  output: done,
});
export const resetPassword = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/resetPassword',
  input: z
    .object({ code, newPassword: password, passwordConfirmation: z.string('password.mismatch') })
    .refine((input) => input.newPassword === input.passwordConfirmation, {
      error: 'password.mismatch',
      path: ['passwordConfirmation'],
    }),
  output: done,
});
export const resendConfirm = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/resendConfirm',
  input: z.object({ email }),
  output: done,
});
