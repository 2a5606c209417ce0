import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, memberId } from '../core/idDateAndZoneSchemas.ts';

export const signInMethods = endpoint({
  method: 'GET',
  path: '/api/user/signinmethods',
  access: 'signedIn',
  input: z.object({}),
  output: z.object({
    /** Instant at which the current password was set; null = the account has no password. */
    passwordSince: instant.nullable(),
    microsoft: z.array(
      z.object({
        /**
         * The person's member id in the organisation of this Microsoft account. `removeSignInMethod` expects this id.
         */
        memberId,
        name: z.string(),
        organisation: z.string(),
        /**
         * Instant at which the person joined the Microsoft account to the account of the product. Null = not joined:
         * the Microsoft account then opens only the organisation whose tenant guarantees the identity, and
         * `removeSignInMethod` cannot remove it.
         */
        joinedAt: instant.nullable(),
      }),
    ),
  }),
});

/**
 * Removes a joined Microsoft account and ends the sessions that were opened with it. Returns REAUTH unless the session
 * is younger than 5 minutes and proved every factor, and CONFLICT if no other way to sign in would remain.
 */
export const removeSignInMethod = endpoint({
  method: 'POST',
  path: '/api/user/signinmethods/remove',
  access: 'signedIn',
  input: z.object({ memberId }),
  /** `isSignedOut`: true if the caller's own session was opened with the removed account and has therefore ended. */
  output: z.object({ memberId, isSignedOut: z.boolean() }),
});
