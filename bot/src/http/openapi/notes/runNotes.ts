import type { RouteNote } from '../routeNoteType.ts';

export const runNotes = {
  'POST /api/meeting/start/{meetingId}': {
    does: "Opens today's run of a report now.",
    refuses: ['MEETING_DISABLED', 'ORG_PAUSED', 'CONFLICT'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
