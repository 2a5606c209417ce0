import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId, userId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { orgPauses } from '../core/orgPause.ts';
import { payingStates } from '../billing/paymentCalls.ts';
import { roles } from '../core/permissions.ts';
import { email } from '../core/textField.ts';

/** Never normalised, never cut: only well-formed and bounded (docs/product-rules.md, Accounts and sessions). */
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
  /** Payment state of the organisation; null where nothing is billed. Never shown inside Microsoft Teams. */
  billing: z
    .object({
      state: z.enum(payingStates),
      /** Calendar days (UTC) until the trial ends: 0 on its last day and after it. */
      daysLeft: z.int(),
      trialEndsAt: instant,
      readOnlyFrom: instant.nullable(),
    })
    .nullable(),
  /**
   * The oldest unpaid invoice whose due date is over, and the number of such invoices. Null if there is none, and for readers who may
   * not read invoices. Never shown inside Microsoft Teams.
   */
  overdueInvoice: z.object({ number: z.string(), dueOn: localDate, count: z.int() }).nullable(),
  /** Reason for which the organisation sends no prompts now; null while it does. */
  orgPause: z.enum(orgPauses).nullable(),
  /** An admin switched the person off in every team that the person is in, so the person sees no report and is not asked. */
  isSwitchedOff: z.boolean(),
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
/** Ends that session at once, everywhere. Returns the same for any token. */
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
      /** Also removes every Microsoft account that is joined to this one. */
      removeIdentities: z.boolean('invalid.flag').optional(),
    })
    .refine((input) => input.newPassword === input.passwordConfirmation, {
      error: 'password.mismatch',
      path: ['passwordConfirmation'],
    }),
  output: session,
});
