import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const operationsNotes = {
  'GET /api/installation': { does: 'Returns the operator of this installation, and what it does with data.' },
  'POST /api/vitals': {
    does: 'Accepts how fast a page was in a browser: figures only, without a person.',
    refuses: ['FORBIDDEN', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
