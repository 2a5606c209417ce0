import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const digestNotes = {
  'GET /api/digest/list/{teamId}': {
    does: 'Lists the digests of a team with their last sending. A digest whose owner lost the right to read is STOPPED.',
  },
  'GET /api/digest/organisation': { does: 'Lists the digests of the whole organisation.' },
  'GET /api/digest/admins': { does: 'Lists the admins to whom a digest of the organisation can be sent.' },
  'POST /api/digest/save': {
    does: 'Creates a digest, or changes one; the caller becomes its owner. `teamId` null is a digest of the organisation, with figures of all teams, for admins. `secret` signs the calls of the webhook; it is returned once. Only an admin may enter or read `webhookUrl`: other members get `webhookHost`, and the webhook stays if they send none.',
    refuses: ['DIGEST_LIMIT', limited],
  },
  'POST /api/digest/preview': {
    does: 'Draws the card that the draft would send now, and returns the next instants. Stores nothing.',
    refuses: [limited],
  },
  'POST /api/digest/sendnow/{digestId}': {
    does: 'Sends the stored digest to the caller alone, at most five times an hour.',
    refuses: [limited],
  },
  'POST /api/digest/pause/{digestId}': {
    does: 'Pauses or resumes a digest. A person who resumes a stopped digest becomes its owner.',
  },
  'DELETE /api/digest/delete/{digestId}': { does: 'Deletes a digest and the record of its sendings.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
