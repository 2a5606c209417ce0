import { z } from 'zod';
import { challenge, session } from '../identity/sessionAndUserDetailsCalls.ts';
import { endpoint } from '../core/endpoint.ts';

const open = { access: 'anyone' } as const;

/**
 * Form of the random secrets that the product creates: 32 bytes in base64url. A text of another form is refused without
 * a lookup.
 */
export const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Returns the sign-in methods of the installation other than email and password. */
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

/**
 * Exchanges a token of Teams' `authentication.getAuthToken` for a session. Returns NOT_IN_ROSTER for a person who is in
 * no team that the product has synced.
 */
export const teamsSignIn = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/teams',
  input: z.object({ ssoToken: z.string().min(1).max(16_384) }),
  output: session,
});

/**
 * Begins a sign-in with Microsoft; the browser then opens `url`. `JOIN` needs a session: the Microsoft account of this
 * sign-in becomes a further sign-in method of the session's account. `JOIN` returns REAUTH unless the session is
 * younger than 5 minutes and proved every factor.
 */
export const redirectUrl = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/redirectUrl',
  input: z.object({
    purpose: z.enum(['SIGN_IN', 'JOIN']).default('SIGN_IN'),
    /** Page of the app that opens after the sign-in. The client validates it again after the return. */
    target: z
      .string()
      .max(2000, 'invalid.tooLong')
      .regex(/^\/(?![/\\])/, 'invalid.text')
      .optional(),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * Exchanges the code that the callback put behind `#` for a session. The code works once, within 60 seconds, and only
 * in the browser that began the sign-in. If the account has a second factor, the call returns a challenge instead of a
 * session.
 */
export const exchangeCode = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/exchange',
  input: z.object({ code: z.string().regex(secretForm, 'error.CODE_INVALID') }),
  output: z.union([session, challenge]),
});

/** Reasons why a sign-in with Microsoft returned no code. The login page gets them as `/login#error=…`. */
export const signInFaults = ['CANCELLED', 'EXPIRED', 'REFUSED', 'UNAVAILABLE', 'NOT_IN_ROSTER', 'DELETING'] as const;
export type SignInFault = (typeof signInFaults)[number];
