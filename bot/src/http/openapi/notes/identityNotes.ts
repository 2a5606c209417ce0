import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const identityNotes = {
  'POST /api/account/login': {
    does: 'Signs in with email and password: returns a session, or a challenge if the second factor is still missing.',
    refuses: ['INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'FORBIDDEN', limited],
  },
  'POST /api/account/refreshtoken': {
    does: 'Returns a new access token and the next refresh token.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', limited],
  },
  'POST /api/auth/logout': { does: 'Ends the session of a refresh token at once, everywhere.', refuses: [limited] },
  'GET /api/v1/userlogin/logouturl': { does: 'Returns the address to which a browser goes after signing out.' },
  'POST /api/auth/switch/{orgId}': { does: 'Moves the session to another organisation of the person.' },
  'GET /api/auth/getuserdetails': { does: 'Returns the signed-in person with organisation and role.' },
  'POST /api/user/superadmin': {
    does: 'Lets the account of an address that SUPERADMINS names act as superadmin.',
    refuses: ['REAUTH', 'NOT_FOUND'],
  },
  'POST /api/auth/totp/begin': {
    does: 'Creates a secret for an authenticator app, which is shown once.',
    refuses: ['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/confirm': {
    does: 'Turns the second factor on and returns the recovery codes, which are not shown again.',
    refuses: ['UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'CODE_INVALID', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/verify': {
    does: 'Finishes a sign-in with a code of the app or a recovery code.',
    refuses: ['UNAUTHENTICATED', 'CODE_INVALID', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/auth/totp/disable': {
    does: 'Turns the second factor off.',
    refuses: ['INVALID_CREDENTIALS', 'CODE_INVALID', 'FORBIDDEN', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
