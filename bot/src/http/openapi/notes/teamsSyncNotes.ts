import type { RouteNote } from '../routeNoteType.ts';

export const teamsSyncNotes = {
  'POST /api/org/sync/{orgId}': { does: 'Reads the members of every connected team from Microsoft Teams again.' },
  'GET /api/team/channels/{teamId}': { does: 'Lists the channels of a team.' },
  'POST /api/team/sync/{teamId}': { does: 'Reads the members of a team from Microsoft Teams again.' },
} as const satisfies Readonly<Record<string, RouteNote>>;
