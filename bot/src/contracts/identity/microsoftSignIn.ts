import { z } from 'zod';
import { challenge, session } from './session.ts';
import { endpoint } from '../core/endpoint.ts';

const open = { access: 'anyone' } as const;

/** Matches the random values that the product creates: 32 bytes in base64url. Other texts are refused without a lookup. */
export const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Returns the sign-in methods of the installation besides email and password. */
export const signInOptions = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/options',
  input: z.object({}),
  output: z.object({
    microsoft: z.boolean(),
    /** True if the app signs people in silently inside Microsoft Teams. */
    teams: z.boolean(),
  }),
});

/** Exchanges a token of Teams' `authentication.getAuthToken` for a session. A person in no synced team gets NOT_IN_ROSTER. */
export const teamsSignIn = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/teams',
  input: z.object({ ssoToken: z.string().min(1).max(16_384) }),
  output: session,
});

/**
 * Begins a sign-in with Microsoft; the browser then opens `url`. `JOIN` needs a session and joins accounts: the
 * Microsoft account that signs in next may from then on sign in to that session's account. REAUTH unless the session is
 * younger than 5 minutes and proved every factor.
 */
export const redirectUrl = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/redirectUrl',
  input: z.object({
    purpose: z.enum(['SIGN_IN', 'JOIN']).default('SIGN_IN'),
    /** Page of the app that opens after the sign-in. The client checks it again after the return. */
    target: z
      .string()
      .max(2000, 'invalid.tooLong')
      .regex(/^\/(?![/\\])/, 'invalid.text')
      .optional(),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * Exchanges the code that the callback put behind `#` for a session: once, within 60 seconds, in the browser that began
 * the sign-in. Returns a challenge instead if the account has a second factor.
 */
export const exchangeCode = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/exchange',
  input: z.object({ code: z.string().regex(secretForm, 'error.CODE_INVALID') }),
  output: z.union([session, challenge]),
});

/** Reasons why a sign-in with Microsoft returned no code, as in `/login#error=…`. */
export const signInFaults = ['CANCELLED', 'EXPIRED', 'REFUSED', 'UNAVAILABLE', 'NOT_IN_ROSTER', 'DELETING'] as const;
export type SignInFault = (typeof signInFaults)[number];
