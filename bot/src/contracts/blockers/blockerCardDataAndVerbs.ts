import { z } from 'zod';
import { localDate, meetingId, memberId, orgId, teamId } from '../core/idDateAndZoneSchemas.ts';

/**
 * The signed data of the card about a blocker for the member whose help is needed. `sig`: HMAC-SHA-256 of the other
 * fields, in base64url.
 */
export const blockerCardData = z.object({
  v: z.literal(1),
  O: orgId,
  T: teamId,
  meetingId,
  /** The member who is blocked. */
  memberId,
  since: localDate,
  neededId: memberId,
  /**
   * Sequence number of the card's message about the blocker. The number is positive and increases each time a needed
   * member is named. It is 0 or negative for cards with another cause, such as a reminder.
   */
  number: z.int(),
  sig: z.string().min(40).max(50),
});
export type BlockerCardData = z.output<typeof blockerCardData>;

/**
 * Verbs of the buttons on the card: the needed member works on the blocker, has resolved it, or hands it back to its
 * owner.
 */
export const blockerVerbs = ['blockerOnIt', 'blockerResolved', 'blockerNotMe'] as const;
export type BlockerVerb = (typeof blockerVerbs)[number];
export const blockerNoteInput = 'note';
