import { limited } from './routeNoteType.ts';
import type { RouteNote } from './routeNoteType.ts';

export const accountsNotes = {
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
  'POST /api/user/changePassword': {
    does: 'Changes the password, ends every session, and returns a new one.',
    refuses: ['PASSWORD_WEAK', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
  },
  'POST /api/user/superadmin': {
    does: 'Lets the account of an address that SUPERADMINS names act as superadmin.',
    refuses: ['REAUTH', 'NOT_FOUND'],
  },
  'GET /api/user/signinmethods': {
    does: 'Lists the sign-in methods of the account: its password and its Microsoft accounts.',
  },
  'POST /api/user/signinmethods/remove': {
    does: 'Removes a linked Microsoft account and ends its sessions.',
    refuses: ['REAUTH', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
  'POST /api/account/register': {
    does: 'Creates an account, with its own organisation or by an invitation.',
    refuses: [
      ...(['FORBIDDEN', 'EMAIL_EXISTS', 'USER_ALREADY_REGISTERED', 'PASSWORD_WEAK'] as const),
      ...(['CODE_INVALID', 'CODE_USED', limited] as const),
    ],
  },
  'POST /api/account/ConfirmRegisterEmail': {
    does: 'Confirms an email address with the code of the email, in the browser that registered or with its password.',
    refuses: [
      ...(['CODE_INVALID', 'CODE_USED', 'EMAIL_EXISTS', 'PASSWORD_NEEDED', 'INVALID_CREDENTIALS'] as const),
      ...(['NOT_FOUND', 'USER_ALREADY_REGISTERED', limited] as const),
    ],
  },
  'POST /api/user/PostRegistration': {
    does: 'Finishes a confirmed registration; sent again it changes nothing.',
    refuses: ['CODE_INVALID', 'CODE_USED', limited],
  },
  'POST /api/account/ConfirmResetPasswordEmail': {
    does: 'Checks whether the code of a reset email is valid.',
    refuses: ['CODE_INVALID', 'CODE_USED', limited],
  },
  'GET /api/account/validateemail': {
    does: 'Checks whether an address can be registered.',
    refuses: ['EMAIL_EXISTS', limited],
  },
  'POST /api/account/forgotPassword/{email}': {
    does: 'Sends an email with which a new password can be set.',
    refuses: ['USER_NOT_FOUND', limited],
  },
  'POST /api/account/resetPassword': {
    does: 'Sets a new password with the code of the email and ends every session.',
    refuses: ['CODE_INVALID', 'CODE_USED', 'PASSWORD_WEAK', limited],
  },
  'POST /api/account/resendConfirm': { does: 'Sends the confirmation email again.', refuses: [limited] },
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
  'POST /api/auth/totp/reset': {
    does: 'Removes the second factor of a person who has lost it, and ends their sessions.',
    refuses: ['REAUTH', 'INVALID_CREDENTIALS', limited],
  },
  'GET /api/v1/userlogin/options': { does: 'Lists the ways to sign in besides email and password.' },
  'POST /api/v1/userlogin/teams': {
    does: 'Exchanges a sign-in token of Microsoft Teams for a session.',
    refuses: [
      'UNAUTHENTICATED',
      'ENTRA_NOT_CONFIGURED',
      'NOT_IN_ROSTER',
      'FORBIDDEN',
      'USER_ALREADY_REGISTERED',
      limited,
    ],
  },
  'GET /api/v1/userlogin/redirectUrl': {
    does: 'Begins a sign-in with Microsoft and returns the address to which the browser goes.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'REAUTH', 'ENTRA_NOT_CONFIGURED', limited],
  },
  'POST /api/v1/userlogin/exchange': {
    does: 'Exchanges the code of a Microsoft sign-in for a session: once, within 60 seconds, in the same browser.',
    refuses: [
      ...(['UNAUTHENTICATED', 'FORBIDDEN', 'CODE_INVALID', 'NOT_IN_ROSTER', 'USER_ALREADY_REGISTERED'] as const),
      ...(['EMAIL_EXISTS', 'NOT_FOUND', limited] as const),
    ],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
