import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId, userId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { linkPattern } from '../core/linkPatternSchema.ts';
import { orgPauses } from '../core/actionsDuringOrgPause.ts';
import { payingStates } from '../billing/paymentAndBillingContactCalls.ts';
import { roles } from '../core/rolesAndPermissions.ts';
import { email } from '../core/textAndEmailSchemas.ts';
import { password } from './passwordSchema.ts';

export const warnings = ['ORG_TRIAL_ENDED'] as const;

export const session = z.object({
  /** Access token: a JWT that is valid for 30 minutes. */
  token: z.string(),
  /**
   * Refresh token, valid for 30 days, but at most until 90 days after the sign-in. Each use replaces it with a new
   * token.
   */
  refreshToken: z.string(),
  warnings: z.array(z.enum(warnings)),
  memberId: memberId.nullable(),
  orgId: orgId.nullable(),
  /** BCP 47 tag of the language that the person chose; null = none chosen. */
  language: z.string().nullable(),
});
export type Session = z.output<typeof session>;

/**
 * Reply to a correct password if a second factor is still needed. For 10 minutes, `totp/verify` accepts the `challenge`
 * together with a code.
 */
export const challenge = z.object({
  challenge: z.string(),
  /**
   * True if the organisation requires a second factor and the account has none yet. The client must then call
   * `totp/begin` and `totp/confirm`.
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
      /** Calendar days (UTC) until the trial ends; 0 on the last day and later. */
      daysLeft: z.int(),
      trialEndsAt: instant,
      readOnlyFrom: instant.nullable(),
    })
    .nullable(),
  /**
   * The oldest overdue invoice, and the number of overdue invoices. Null if there is none, and for readers without
   * permission to read invoices. Never shown inside Microsoft Teams.
   */
  overdueInvoice: z.object({ number: z.string(), dueOn: localDate, count: z.int() }).nullable(),
  /** Reason why the organisation currently sends no prompts; null while it sends prompts. */
  orgPause: z.enum(orgPauses).nullable(),
  /**
   * True if an admin disabled the person in every team of the person. The person then sees no reports and gets no
   * prompts.
   */
  isSwitchedOff: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** False if the person signs in only with Microsoft and therefore has no password to enter or change. */
  hasPassword: z.boolean(),
  linkPatterns: z.array(linkPattern),
  /**
   * Zone that a browser of the person reported last; null = none. Left out if the zone of a browser is not used: the
   * person set the zone by hand or is in no team.
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
 * Exchanges a refresh token for a new session. UNAUTHENTICATED if the session has ended. The token that was replaced
 * last is accepted for another 20 seconds; any other replaced token ends its session.
 */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/account/refreshtoken',
  access: 'anyone',
  input: z.object({ refreshtoken: z.string().max(512, 'invalid.tooLong') }),
  output: session,
});
/**
 * Ends the session of the token: all its refresh tokens become invalid. The reply is the same for valid and invalid
 * tokens.
 */
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
