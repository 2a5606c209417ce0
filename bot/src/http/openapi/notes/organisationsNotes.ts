import { limited } from './routeNoteType.ts';
import type { RouteNote } from './routeNoteType.ts';

export const organisationsNotes = {
  'GET /api/installation': { does: 'Returns the operator of this installation, and what it does with data.' },
  'GET /api/org/list': {
    does: "Lists the caller's organisations; for a superadmin all organisations, a page at a time.",
  },
  'GET /api/org/get': { does: "Reads the caller's organisation." },
  'POST /api/org/update': { does: 'Renames the organisation.', refuses: ['ORG_CHANGED'] },
  'POST /api/org/activate': {
    does: 'Activates or deactivates the organisation. A deactivated organisation sends no questions.',
  },
  'POST /api/org/sync/{orgId}': { does: 'Reads the members of every connected team from Microsoft Teams again.' },
  'POST /api/org/settings': {
    does: 'Sets retention, second factor and Microsoft sign-in. A field that is left out stays unchanged.',
    refuses: ['ORG_CHANGED'],
  },
  'POST /api/org/links': {
    does: 'Replaces the patterns that turn references in answers into links.',
    refuses: ['ORG_CHANGED'],
  },
  'GET /api/org/textmodel': {
    does: 'Reads the text model of the organisation and its use in this month. The key is never returned.',
  },
  'POST /api/org/textmodel': {
    does: 'Stores the text model of the organisation. A new key is encrypted.',
    refuses: ['ORG_CHANGED'],
  },
  'POST /api/org/textmodel/test': { does: 'Sends a request without answers to the text model, and says what failed.' },
  'GET /api/org/audit': { does: 'Reads the activity log of the whole organisation, newest first, a page at a time.' },
  'POST /api/org/connect': {
    does: 'Connects the organisation with the Microsoft tenant whose installer was shown the code.',
    refuses: ['CONNECT_REFUSED', 'CODE_INVALID', 'CODE_USED', 'REAUTH', 'INVALID_CREDENTIALS', limited],
  },
  'DELETE /api/org/delete': { does: 'Deletes the organisation; it can be restored for 7 days.', refuses: ['REAUTH'] },
  'POST /api/org/undelete': {
    does: 'Restores a deleted organisation with the code of the email, or as a superadmin.',
    refuses: ['CODE_INVALID', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', limited],
  },
  'GET /api/team/list': { does: "Lists the caller's teams; for an admin all teams of the organisation." },
  'GET /api/team/get/{teamId}': { does: 'Reads a team.' },
  'GET /api/team/getTeamInfo/{teamId}': { does: 'Reads a team with its state, language and counts.' },
  'DELETE /api/team/delete/{teamId}': { does: 'Deletes a team with everything in it.', refuses: ['REAUTH'] },
  'GET /api/team/channels/{teamId}': { does: 'Lists the channels of a team.' },
  'POST /api/team/language/{teamId}': { does: 'Sets the language of the posts in the channels of a team.' },
  'POST /api/team/sync/{teamId}': { does: 'Reads the members of a team from Microsoft Teams again.' },
  'POST /api/productsetting/getsettings': { does: 'Reads the defaults of new reports; questions are JSON in a text.' },
  'GET /api/timezone/list': { does: 'Lists the time zones and the one that fits the caller.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
