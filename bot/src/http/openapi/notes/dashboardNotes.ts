import type { RouteNote } from '../routeNoteType.ts';

export const dashboardNotes = {
  'GET /api/report/dashboard': {
    does: "Reads all data of a team's dashboard in one reply, and records a visit.",
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
