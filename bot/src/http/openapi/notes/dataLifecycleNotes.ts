import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const dataLifecycleNotes = {
  'GET /api/user/export': {
    does: 'Downloads everything about the caller, in every organisation they are in, as JSON in a zip.',
    file: ['application/zip'],
    refuses: [limited],
  },
  'POST /api/user/exporttoken': {
    does: 'Creates a token for the `token` of `/api/user/export`, valid for 60 seconds.',
    refuses: [limited],
  },
  'POST /api/user/erase': {
    does: 'Erases the caller everywhere: texts are removed, counts stay, the account ends.',
    refuses: ['REAUTH', 'LAST_ADMIN'],
  },
  'DELETE /api/org/delete': { does: 'Deletes the organisation; it can be restored for 7 days.', refuses: ['REAUTH'] },
  'POST /api/org/undelete': {
    does: 'Restores a deleted organisation with the code of the email, or as a superadmin.',
    refuses: ['CODE_INVALID', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
