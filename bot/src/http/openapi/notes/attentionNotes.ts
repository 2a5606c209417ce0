import type { RouteNote } from '../routeNoteType.ts';

export const attentionNotes = {
  'GET /api/report/attention/{teamId}': { does: 'Lists who and what needs attention in a team today, ranked.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
