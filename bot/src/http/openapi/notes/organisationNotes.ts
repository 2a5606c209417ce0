import type { RouteNote } from '../routeNoteType.ts';

export const organisationNotes = {
  'GET /api/member/list/{teamId}': { does: 'Lists the members of a team.' },
  'GET /api/org/list': {
    does: "Lists the caller's organisations; for a superadmin all organisations, a page at a time.",
  },
  'GET /api/org/get': { does: "Reads the caller's organisation." },
  'POST /api/org/update': { does: 'Renames the organisation.', refuses: ['ORG_CHANGED'] },
  'POST /api/org/activate': {
    does: 'Activates or deactivates the organisation. A deactivated organisation sends no questions.',
  },
  'POST /api/org/settings': {
    does: 'Sets retention, second factor and Microsoft sign-in. A field that is left out stays unchanged.',
    refuses: ['ORG_CHANGED'],
  },
  'POST /api/org/links': {
    does: 'Replaces the patterns that turn references in answers into links.',
    refuses: ['ORG_CHANGED'],
  },
  'GET /api/org/audit': { does: 'Reads the activity log of the whole organisation, newest first, a page at a time.' },
  'GET /api/team/list': { does: "Lists the caller's teams; for an admin all teams of the organisation." },
  'GET /api/team/get/{teamId}': { does: 'Reads a team.' },
  'GET /api/team/getTeamInfo/{teamId}': { does: 'Reads a team with its state, language and counts.' },
  'DELETE /api/team/delete/{teamId}': { does: 'Deletes a team with everything in it.', refuses: ['REAUTH'] },
  'POST /api/team/language/{teamId}': { does: 'Sets the language of the posts in the channels of a team.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
