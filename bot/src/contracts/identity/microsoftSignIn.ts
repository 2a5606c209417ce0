import { z } from 'zod';
import { challenge, session } from './session.ts';
import { endpoint } from '../core/endpoint.ts';

const open = { access: 'anyone' } as const;

/** Form of the product's random values: 32 bytes in base64url. Another form is refused without a lookup. */
export const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Ways to sign in besides email and password. */
export const signInOptions = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/options',
  input: z.object({}),
  output: z.object({
    /** Microsoft sign-in on the web. */
    microsoft: z.boolean(),
    /** Silent sign-in inside Microsoft Teams. */
    teams: z.boolean(),
  }),
});

/** Exchanges a token of Teams' `authentication.getAuthToken` for a session. NOT_IN_ROSTER for a person in no synced team. */
export const teamsSignIn = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/teams',
  input: z.object({ ssoToken: z.string().min(1).max(16_384) }),
  output: session,
});

/**
 * Begins a sign-in with Microsoft: the browser goes to `url`. `JOIN` needs a session and joins the account signed in to the
 * Microsoft account that signs in next. REAUTH unless that session is younger than 5 minutes and proved every factor.
 */
export const redirectUrl = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/redirectUrl',
  input: z.object({
    purpose: z.enum(['SIGN_IN', 'JOIN']).default('SIGN_IN'),
    /** Page of the app to open after the sign-in. The client checks it again when it comes back. */
    target: z
      .string()
      .max(2000, 'invalid.tooLong')
      .regex(/^\/(?![/\\])/, 'invalid.text')
      .optional(),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * The code that the callback left behind `#` for a session: once, within 60 seconds, in the browser that began. A challenge instead
 * where a joined Microsoft account opens an account with a second factor.
 */
export const exchangeCode = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/exchange',
  input: z.object({ code: z.string().regex(secretForm, 'error.CODE_INVALID') }),
  output: z.union([session, challenge]),
});

/** Reasons why a sign-in with Microsoft returned without a code: `/login#error=…`. */
export const signInFaults = ['CANCELLED', 'EXPIRED', 'REFUSED', 'UNAVAILABLE', 'NOT_IN_ROSTER', 'DELETING'] as const;
export type SignInFault = (typeof signInFaults)[number];
