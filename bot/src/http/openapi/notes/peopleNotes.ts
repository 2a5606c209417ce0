import { limited } from './routeNoteType.ts';
import type { RouteNote } from './routeNoteType.ts';

export const peopleNotes = {
  'GET /api/member/getMember/{id}': {
    does: 'Reads a member: for people of the organisation, or with the code of an invitation.',
    refuses: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'USER_ALREADY_REGISTERED', 'CODE_INVALID', limited],
  },
  'GET /api/member/GetOrg/{memberId}': { does: 'Reads the organisation of a member.' },
  'GET /api/member/list/{teamId}': { does: 'Lists the members of a team.' },
  'POST /api/member/activateMember/{teamId}/{memberId}/{flag}': {
    does: 'Enables or disables a member of a team. A disabled member is not asked.',
    refuses: ['LAST_ADMIN'],
  },
  'POST /api/member/preferences': {
    does: "Sets a member's own time zone, language, muted reminders and quiet hours, and takes the time zone that the browser reports.",
  },
  'POST /api/member/invite/{teamId}/{memberId}': {
    does: 'Sends a member a registration link, by email or by the bot.',
    refuses: ['USER_ALREADY_REGISTERED', 'FORBIDDEN', limited],
  },
  'POST /api/member/join': {
    does: 'Accepts an invitation with the account that is signed in.',
    refuses: ['CODE_INVALID', 'CODE_USED', 'USER_ALREADY_REGISTERED', limited],
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
  'POST /api/user/feed': { does: "Shows, renews or ends the address of one's own calendar feed." },
  'GET /api/feed/{file}': {
    does: 'Reads a calendar feed. Its address is the only credential.',
    file: ['text/calendar'],
    refuses: ['NOT_FOUND', limited],
  },
  'POST /api/vacation/save/{objectType}/{objectId}': { does: 'Adds days off of a person, or holidays of a team.' },
  'DELETE /api/vacation/delete': { does: 'Removes days off or holidays.' },
  'GET /api/vacation/get/{objectType}/{objectId}': {
    does: 'Lists the days off of a person or the holidays of a team.',
  },
  'POST /api/vacation/import/{teamId}': {
    does: 'Adds team holidays from a calendar file, or the public holidays of a country; sent again it changes nothing.',
    refuses: [limited],
  },
  'GET /api/vacation/countries': { does: 'Lists the countries and years whose public holidays are known.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
