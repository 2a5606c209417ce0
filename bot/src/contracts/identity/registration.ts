import { z } from 'zod';
import { password } from './session.ts';
import { endpoint } from '../core/endpoint.ts';
import { memberId, orgId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { email, text } from '../core/textField.ts';

const personName = (required: 'register.firstNameMissing' | 'register.lastNameMissing') =>
  text({ max: limits.nameLength, required });

/** Code of a link that the product sends: 32 bytes in base64url. A text of another form is refused without a lookup. */
export const linkCode = z.string('error.CODE_INVALID').regex(/^[A-Za-z0-9_-]{43}$/, 'error.CODE_INVALID');
const code = linkCode;

const codeOnly = z.object({ code });
const done = z.literal(true);
const open = { access: 'anyone' } as const;

/**
 * A new account: with the name of an organisation to create, or with the member and code of an invitation. A code without a
 * member comes from an email to the address, which proves the address.
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

/** Answers the new account's id; while ACCOUNT_ENUMERATION_SAFE is set also when the address has an account already. */
export const register = endpoint({
  ...open,
  method: 'POST',
  path: '/api/account/register',
  input: registration,
  output: z.string(),
});
/**
 * Uses the code up; the same call answers the same for 15 minutes more, since people click twice. PASSWORD_NEEDED from another
 * browser than the one that registered: then with the password chosen at the registration.
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
/** Checks the code and changes nothing. */
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

/** Ways to send an invitation: to the member's address, or in their chat with the bot. */
export const inviteWays = ['MAIL', 'BOT'] as const;

/** Gives a member of the team a link to register with; left to itself by mail where the address is known, else by the bot. */
export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/member/invite/{teamId}/{memberId}',
  access: 'member.manage',
  input: z.object({ teamId, memberId, by: z.enum(inviteWays, 'invalid.choice').optional() }),
  output: z.object({ id: memberId, by: z.enum(inviteWays) }),
});

/** Takes an invitation with the account that is signed in, instead of registering. `switch` then leads into the organisation. */
export const joinAsMember = endpoint({
  method: 'POST',
  path: '/api/member/join',
  access: 'signedIn',
  input: z.object({ memberId, code }),
  output: z.object({ orgId }),
});

export const knownMember = z.object({
  id: memberId,
  name: z.string(),
  /** Empty when the roster has none. */
  email: z.string(),
  orgName: z.string(),
  /** The invitation was mailed to `email`, so registering with that address needs no confirmation. */
  isEmailProven: z.boolean(),
});
export type KnownMember = z.output<typeof knownMember>;

/** Shows a member to people of the organisation, and to the holder of the invitation's code. */
export const getMember = endpoint({
  ...open,
  method: 'GET',
  path: '/api/member/getMember/{id}',
  input: z.object({ id: memberId, code: code.optional() }),
  output: knownMember,
});
