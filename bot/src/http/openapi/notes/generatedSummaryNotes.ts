import type { RouteNote } from '../routeNoteType.ts';

export const generatedSummaryNotes = {
  'GET /api/org/textmodel': {
    does: 'Reads the text model of the organisation and its use in this month. The key is never returned.',
  },
  'POST /api/org/textmodel': {
    does: 'Stores the text model of the organisation. A new key is encrypted.',
    refuses: ['ORG_CHANGED'],
  },
  'POST /api/org/textmodel/test': { does: 'Sends a request without answers to the text model, and says what failed.' },
  'GET /api/report/generated/{teamId}/{meetingId}/{date}': {
    does: 'Reads the summary that a text model wrote for a run, or that by rules with the reason.',
  },
  'POST /api/report/generated': {
    does: 'Starts to write the summary of a run if it is needed, and returns at once.',
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
