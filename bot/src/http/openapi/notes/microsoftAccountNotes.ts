import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const microsoftAccountNotes = {
  'GET /api/user/signinmethods': {
    does: 'Lists the sign-in methods of the account: its password and its Microsoft accounts.',
  },
  'POST /api/user/signinmethods/remove': {
    does: 'Removes a linked Microsoft account and ends its sessions.',
    refuses: ['REAUTH', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
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
