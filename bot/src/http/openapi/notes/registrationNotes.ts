import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const registrationNotes = {
  'POST /api/user/changePassword': {
    does: 'Changes the password, ends every session, and returns a new one.',
    refuses: ['PASSWORD_WEAK', 'INVALID_CREDENTIALS', 'FORBIDDEN', limited],
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
  'GET /api/member/getMember/{id}': {
    does: 'Reads a member: for people of the organisation, or with the code of an invitation.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'USER_ALREADY_REGISTERED', 'CODE_INVALID', limited],
  },
  'POST /api/member/invite/{teamId}/{memberId}': {
    does: 'Sends a member a registration link, by email or by the bot.',
    refuses: ['USER_ALREADY_REGISTERED', 'FORBIDDEN', limited],
  },
  'POST /api/member/join': {
    does: 'Accepts an invitation with the account that is signed in.',
    refuses: ['CODE_INVALID', 'CODE_USED', 'USER_ALREADY_REGISTERED', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
