import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId, userId, zoneId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { linkPattern } from '../core/linkPatternSchema.ts';
import { orgPauses } from '../core/orgPause.ts';
import { payingStates } from '../billing/paymentCalls.ts';
import { roles } from '../core/permissions.ts';
import { email } from '../core/textField.ts';

/**
 * A password is never normalised or cut. It must be well-formed and within the limit (docs/product-rules.md, Accounts and
 * sessions).
 */
export const password = z
  .string('account.passwordMissing')
  .min(1, 'account.passwordMissing')
  .max(limits.passwordLength, 'invalid.tooLong')
  .refine((value) => value.isWellFormed(), 'invalid.characters');

export const warnings = ['ORG_TRIAL_ENDED'] as const;

export const session = z.object({
  /** JWT that is valid for 30 minutes. */
  token: z.string(),
  /** Token that is valid for 30 days. Each use replaces it by a new one. */
  refreshToken: z.string(),
  warnings: z.array(z.enum(warnings)),
  memberId: memberId.nullable(),
  orgId: orgId.nullable(),
  /** Language that the person chose, as a BCP 47 tag; null = the person has chosen none. */
  language: z.string().nullable(),
});
export type Session = z.output<typeof session>;

/** Reply to a correct password if the second factor is missing. `totp/verify` accepts this token with a code for 10 minutes. */
export const challenge = z.object({
  challenge: z.string(),
  /**
   * True if the organisation requires a second factor and the account has none yet. The client must then call `totp/begin` and
   * `totp/confirm`.
   */
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
  /** Payment state of the organisation; null if the installation bills nothing. Never shown inside Microsoft Teams. */
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
   * The oldest invoice that is unpaid after its due date, and the number of such invoices. Null if there is none, and for readers
   * who may not read invoices. Never shown inside Microsoft Teams.
   */
  overdueInvoice: z.object({ number: z.string(), dueOn: localDate, count: z.int() }).nullable(),
  /** Reason why the organisation sends no prompts now; null while it sends prompts. */
  orgPause: z.enum(orgPauses).nullable(),
  /**
   * True if an admin disabled the person in all of the person's teams. The person then sees no report and is not asked.
   */
  isSwitchedOff: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** False if the person signs in with Microsoft only, so there is no password to change or to ask for. */
  hasPassword: z.boolean(),
  linkPatterns: z.array(linkPattern),
  /**
   * Zone that a browser of the person reported last; null = none. Left out if the zone of a browser is not used: the person set the
   * zone by hand or is in no team.
   */
  browserTimezone: zoneId.nullish(),
});
export type UserDetails = z.output<typeof userDetails>;

export const login = endpoint({
  method: 'POST',
  path: '/api/account/login',
  access: 'anyone',
  input: z.object({ email, password }),
  output: z.union([session, challenge]),
});
/**
 * Exchanges a refresh token for a new session. UNAUTHENTICATED if the session has ended. If a token is used again after it was
 * replaced, its session ends.
 */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/account/refreshtoken',
  access: 'anyone',
  input: z.object({ refreshtoken: z.string().max(512, 'invalid.tooLong') }),
  output: session,
});
/** Ends the session of the token on every device. The reply is the same for any token. */
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
/** Moves the session to another organisation of the person. The refresh token stays the same. */
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
      /** True = also removes every Microsoft account that is joined to this account. */
      removeIdentities: z.boolean('invalid.flag').optional(),
    })
    .refine((input) => input.newPassword === input.passwordConfirmation, {
      error: 'password.mismatch',
      path: ['passwordConfirmation'],
    }),
  output: session,
});
