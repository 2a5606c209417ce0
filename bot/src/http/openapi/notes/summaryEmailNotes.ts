import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const summaryEmailNotes = {
  'GET /api/meeting/summaryEmails/{meetingId}': {
    does: 'Lists the addresses that get the summary of a report by email, and whether each agreed.',
  },
  'POST /api/meeting/askSummaryEmail/{meetingId}': {
    does: 'Asks an address of the saved report again for its consent: once a day, three times in all.',
    refuses: ['CONFLICT', limited],
  },
  'POST /api/meeting/approveSummaryEmail/{meetingId}': {
    does: 'Approves an address of the saved report in place of its consent, unless the address unsubscribed.',
    refuses: ['CONFLICT', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
