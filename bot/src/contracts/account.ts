import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, memberId, orgId, userId } from './ids.ts';
import { limits } from './limits.ts';
import { payingStates } from './payment.ts';
import { roles } from './permissions.ts';
import { email } from './text.ts';

/** Never normalised, never cut: only well-formed and bounded (design/trust.md). */
export const password = z
  .string('account.passwordMissing')
  .min(1, 'account.passwordMissing')
  .max(limits.passwordLength, 'invalid.tooLong')
  .refine((value) => value.isWellFormed(), 'invalid.characters');

export const warnings = ['ORG_TRIAL_ENDED'] as const;

export const session = z.object({
  /** JWT, 30 minutes. */
  token: z.string(),
  /** 30 days from its last use; each use replaces it. */
  refreshToken: z.string(),
  warnings: z.array(z.enum(warnings)),
  memberId: memberId.nullable(),
  orgId: orgId.nullable(),
  /** BCP 47, the person's own choice; null = they have made none. */
  language: z.string().nullable(),
});
export type Session = z.output<typeof session>;

/** The password was right, and something is missing yet: `totp/verify` takes this token and a code. Good for 10 minutes. */
export const challenge = z.object({
  challenge: z.string(),
  /** True = the organisation asks for a second factor and there is none yet: `totp/begin` and `totp/confirm` first. */
  mustSetUp: z.boolean(),
});
export type Challenge = z.output<typeof challenge>;

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
  /** How the organisation stands towards its bills; null where nothing is billed. Never shown inside Microsoft Teams. */
  billing: z
    .object({
      state: z.enum(payingStates),
      /** Of the trial, the day under way included; 0 once it is over. */
      daysLeft: z.int(),
      readOnlyFrom: instant.nullable(),
    })
    .nullable(),
  hasSecondFactor: z.boolean(),
  /** False: they come in by Microsoft alone, so there is nothing to change or to ask again. */
  hasPassword: z.boolean(),
});
export type UserDetails = z.output<typeof userDetails>;

export const login = endpoint({
  method: 'POST',
  path: '/api/account/login',
  access: 'anyone',
  input: z.object({ email, password }),
  output: z.union([session, challenge]),
});
/** UNAUTHENTICATED when the session has ended. One that comes back after it was replaced ends its session. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/account/refreshtoken',
  access: 'anyone',
  input: z.object({ refreshtoken: z.string().max(512, 'invalid.tooLong') }),
  output: session,
});
/** Ends that session at once, everywhere. Says the same of any token. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'anyone',
  input: z.object({ refreshToken: z.string().max(512, 'invalid.tooLong') }),
  output: z.literal(true),
});
export const logoutUrl = endpoint({
  method: 'GET',
  path: '/api/v1/userlogin/logouturl',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ url: z.string() }),
});
/** Moves the session to another organisation of the person. The refresh token stays the one it was. */
export const switchOrganisation = endpoint({
  method: 'POST',
  path: '/api/auth/switch/{orgId}',
  access: 'signedIn',
  input: z.object({ orgId }),
  output: session.omit({ refreshToken: true }),
});
export const getUserDetails = endpoint({
  method: 'GET',
  path: '/api/auth/getuserdetails',
  access: 'signedIn',
  input: z.object({}),
  output: userDetails,
});

const given = (missing: 'password.oldMissing' | 'password.newMissing' | 'password.confirmMissing') =>
  z.string(missing).min(1, missing).pipe(password);

/** Ends all sessions of the person; the answer is a new one. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/changePassword',
  access: 'signedIn',
  input: z
    .object({
      oldPassword: given('password.oldMissing'),
      newPassword: given('password.newMissing'),
      passwordConfirmation: given('password.confirmMissing'),
    })
    .refine((it) => it.newPassword === it.passwordConfirmation, {
      error: 'password.mismatch',
      path: ['passwordConfirmation'],
    }),
  output: session,
});
