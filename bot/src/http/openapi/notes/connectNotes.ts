import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const connectNotes = {
  'POST /api/org/connect': {
    does: 'Connects the organisation with the Microsoft tenant whose installer was shown the code.',
    refuses: ['CONNECT_REFUSED', 'CODE_INVALID', 'CODE_USED', 'REAUTH', 'INVALID_CREDENTIALS', limited],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
