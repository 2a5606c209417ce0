import type { RouteNote } from '../routeNoteType.ts';

export const blockerNotes = {
  'POST /api/meeting/resolveBlocker/{meetingId}/{memberId}': { does: "Marks a member's open blocker as resolved." },
  'POST /api/blocker/getlist': {
    does: 'Lists the blockers of a team, or of all teams of the caller, with filters, order and pages. `memberId` is the blocked member, `neededId` the member who is needed, `personId` either of them.',
  },
  'POST /api/blocker/change/{meetingId}/{memberId}': {
    does: 'Acknowledges, resolves, reopens or hands back a blocker, or names the member who is needed for it. `neededId` belongs to NEED: an active member of the team other than the blocked one, or null for no one; `note` belongs to HAND_BACK. A call that repeats the present state changes nothing.',
    refuses: ['BLOCKER_RESOLVED', 'BLOCKER_CHANGED'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
