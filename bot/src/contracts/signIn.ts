import { z } from 'zod';
import { session } from './account.ts';
import { endpoint } from './endpoint.ts';

const open = { access: 'anyone' } as const;

/** A random value of ours: 32 bytes in base64url. Anything else is not looked for. */
export const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** What ways in there are beside e-mail and password. */
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

/** A token of Teams' `authentication.getAuthToken` for a session. NOT_IN_ROSTER for somebody in no team that is synced. */
export const teamsSignIn = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/teams',
  input: z.object({ ssoToken: z.string().min(1).max(16_384) }),
  output: session,
});

/**
 * Begins a sign-in with Microsoft: the browser goes to `url`. `JOIN` needs a session and joins the account signed in to the
 * Microsoft account that signs in next.
 */
export const redirectUrl = endpoint({
  ...open,
  method: 'GET',
  path: '/api/v1/userlogin/redirectUrl',
  input: z.object({
    purpose: z.enum(['SIGN_IN', 'JOIN']).default('SIGN_IN'),
    /** Where in the app to go afterwards; the client checks it again when it comes back. */
    target: z
      .string()
      .max(2000, 'invalid.tooLong')
      .regex(/^\/(?![/\\])/, 'invalid.text')
      .optional(),
  }),
  output: z.object({ url: z.string() }),
});

/** The code that the callback left behind `#` for a session: once, within 60 seconds, in the browser that began. */
export const exchangeCode = endpoint({
  ...open,
  method: 'POST',
  path: '/api/v1/userlogin/exchange',
  input: z.object({ code: z.string().regex(secretForm, 'error.CODE_INVALID') }),
  output: session,
});

/** Why a sign-in with Microsoft came back without a code: `/login#error=…`. */
export const signInFaults = ['CANCELLED', 'EXPIRED', 'REFUSED', 'UNAVAILABLE', 'NOT_IN_ROSTER', 'DELETING'] as const;
export type SignInFault = (typeof signInFaults)[number];
