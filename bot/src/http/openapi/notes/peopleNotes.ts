import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const peopleNotes = {
  'POST /api/auth/totp/reset': {
    does: 'Removes the second factor of a person who has lost it, and ends their sessions.',
    refuses: ['REAUTH', 'INVALID_CREDENTIALS', limited],
  },
  'GET /api/member/GetOrg/{memberId}': { does: 'Reads the organisation of a member.' },
  'POST /api/member/activateMember/{teamId}/{memberId}/{flag}': {
    does: 'Enables or disables a member of a team. A disabled member is not asked.',
    refuses: ['LAST_ADMIN'],
  },
  'POST /api/member/preferences': {
    does: "Sets a member's own time zone, language, muted reminders and quiet hours, and takes the time zone that the browser reports.",
  },
  'GET /api/user/list': { does: 'Lists the accounts of the organisation, a page at a time.' },
  'GET /api/user/get/{userId}': { does: 'Reads one account.' },
  'DELETE /api/user/delete/{userId}': {
    does: 'Removes a person from the organisation and ends their sessions there.',
    refuses: ['LAST_ADMIN', 'REAUTH'],
  },
  'POST /api/user/save': { does: 'Changes the names of a person of the organisation.', refuses: ['EMAIL_EXISTS'] },
  'POST /api/user/profile': { does: "Reads the named fields of one's own profile." },
  'POST /api/user/profileupdate': { does: "Changes one's own name." },
  'POST /api/user/role': {
    does: 'Makes a person an admin, or a user again; with `preview` it only checks whether that is possible.',
    refuses: ['LAST_ADMIN'],
  },
  'GET /api/timezone/list': { does: 'Lists the time zones and the one that fits the caller.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
