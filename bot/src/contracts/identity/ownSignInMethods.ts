import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, memberId } from '../core/ids.ts';

export const signInMethods = endpoint({
  method: 'GET',
  path: '/api/user/signinmethods',
  access: 'signedIn',
  input: z.object({}),
  output: z.object({
    /** Instant since which the current password is valid; null = the account has no password. */
    passwordSince: instant.nullable(),
    microsoft: z.array(
      z.object({
        /** Id of the member in that organisation. `removeSignInMethod` identifies the Microsoft account by it. */
        memberId,
        name: z.string(),
        organisation: z.string(),
        /**
         * Instant at which the person joined the Microsoft account to this account. Null = not joined: the
         * Microsoft account then opens only that organisation, whose tenant guarantees the identity, so it cannot be
         * removed here.
         */
        joinedAt: instant.nullable(),
      }),
    ),
  }),
});

/**
 * Removes a joined Microsoft account and ends the sessions that it opened. REAUTH unless the session is younger than 5 minutes
 * and proved every factor. CONFLICT if it is the only way to sign in.
 */
export const removeSignInMethod = endpoint({
  method: 'POST',
  path: '/api/user/signinmethods/remove',
  access: 'signedIn',
  input: z.object({ memberId }),
  /** `isSignedOut`: true if the removed account had opened the caller's own session, which has ended. */
  output: z.object({ memberId, isSignedOut: z.boolean() }),
});
