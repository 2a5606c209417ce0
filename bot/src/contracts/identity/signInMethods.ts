import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, memberId } from '../core/ids.ts';

/** Everything that opens the caller's account. */
export const signInMethods = endpoint({
  method: 'GET',
  path: '/api/user/signinmethods',
  access: 'signedIn',
  input: z.object({}),
  output: z.object({
    /** Null = the account has no password. */
    passwordSince: instant.nullable(),
    microsoft: z.array(
      z.object({
        /** The member of that organisation; names the Microsoft account in `removeSignInMethod`. */
        memberId,
        name: z.string(),
        organisation: z.string(),
        /** Null = it opens only that organisation, and its tenant vouches for it, so it cannot be removed here. */
        joinedAt: instant.nullable(),
      }),
    ),
  }),
});

/**
 * Removes a joined Microsoft account and ends the sessions that it opened. REAUTH unless the session is younger than 5 minutes and
 * proved every factor; CONFLICT for the only way to sign in.
 */
export const removeSignInMethod = endpoint({
  method: 'POST',
  path: '/api/user/signinmethods/remove',
  access: 'signedIn',
  input: z.object({ memberId }),
  /** `isSignedOut`: the caller's own session was opened with it, so it is over. */
  output: z.object({ memberId, isSignedOut: z.boolean() }),
});
