import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { memberId, orgId, userId } from './ids.ts';
import { limits } from './limits.ts';
import { roles } from './permissions.ts';
import { email } from './text.ts';

/** Never normalised, never cut: only well-formed and bounded (design/trust.md). */
const password = z
  .string('account.passwordMissing')
  .min(1, 'account.passwordMissing')
  .max(limits.passwordLength, 'invalid.tooLong')
  .refine((value) => value.isWellFormed(), 'invalid.characters');

export const warnings = ['ORG_TRIAL_ENDED'] as const;

export const session = z.object({
  /** JWT, 30 minutes. */
  token: z.string(),
  warnings: z.array(z.enum(warnings)),
  memberId: memberId.nullable(),
  orgId: orgId.nullable(),
});
export type Session = z.output<typeof session>;

export const userDetails = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  orgId: orgId.nullable(),
  memberId: memberId.nullable(),
  orgName: z.string(),
  enableBilling: z.boolean(),
});
export type UserDetails = z.output<typeof userDetails>;

export const login = endpoint({
  method: 'POST',
  path: '/api/account/login',
  access: 'anyone',
  input: z.object({ email, password }),
  output: session,
});
export const getUserDetails = endpoint({
  method: 'GET',
  path: '/api/auth/getuserdetails',
  access: 'signedIn',
  input: z.object({}),
  output: userDetails,
});
