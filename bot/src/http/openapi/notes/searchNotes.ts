import type { RouteNote } from '../routeNoteType.ts';

export const searchNotes = {
  'GET /api/search/answers': {
    does: "Searches the answers of the caller's teams for words: newest first, paged by `next`. A phrase is in quotation marks.",
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
