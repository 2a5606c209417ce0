import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const daysOffNotes = {
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
