import type { RouteNote } from '../routeNoteType.ts';

export const answerNotes = {
  'POST /api/meeting/previewcard': { does: 'Draws the card that members would be asked with.' },
  'GET /api/meeting/card/{meetingId}': {
    does: 'Reads the card with which the caller answers a run.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'],
  },
  'POST /api/meeting/draft': {
    does: "Saves the caller's draft of an answer. If another device has saved one since, the refusal returns the stored draft as data.",
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'MEETING_DISABLED'] as const),
      ...(['QUESTION_UNKNOWN', 'DRAFT_CHANGED'] as const),
    ],
  },
  'POST /api/meeting/answer': {
    does: "Saves the caller's answers of a run, also ahead of it or late; sent again it changes nothing. A value is a text: an option, the options of MULTIPLE one a line, a number, or a date as yyyy-MM-dd. `needed` names the member who is needed for the blocker; it changes nothing if `id` equals `shown`.",
    refuses: [
      ...(['NOT_ASKED', 'NOT_YOUR_CARD', 'CARD_INVALID', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['MEETING_DISABLED', 'QUESTION_UNKNOWN'] as const),
    ],
  },
  'POST /api/meeting/skip': {
    does: 'Skips an open run for the caller, who then owes no answer; the report shows the reason. Sent again it changes only the reason, and an answer replaces the skip.',
    refuses: ['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED', 'RUN_ANSWERED', 'SKIP_OFF'],
  },
  'POST /api/meeting/snooze': {
    does: 'Sends the questions of an open run to the caller again later, before the close. Reminders follow after that.',
    refuses: [
      ...(['NOT_ASKED', 'RUN_NOT_OPEN', 'RUN_CLOSED', 'RUN_CANCELLED'] as const),
      ...(['RUN_ANSWERED', 'RUN_SKIPPED', 'SNOOZE_TOO_LATE'] as const),
    ],
  },
  'GET /api/report/waiting': { does: 'Lists the runs that wait for the caller, whatever their date.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
