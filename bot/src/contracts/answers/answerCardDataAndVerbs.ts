import { z } from 'zod';
import { localDate, meetingId, memberId, orgId, teamId } from '../core/idDateAndZoneSchemas.ts';

/**
 * Signed data in the buttons of a card. The signature prevents a client from changing the run or the member
 * (docs/architecture.md, Cards). `sig`: HMAC-SHA-256 of the other fields, in base64url.
 */
export const cardData = z.object({
  v: z.literal(1),
  O: orgId,
  T: teamId,
  meetingId,
  date: localDate,
  memberId,
  sig: z.string().min(40).max(50),
});
export type CardData = z.output<typeof cardData>;

/**
 * Verbs of the buttons on the card of a run. `sameAsLast` fills the form with the member's last answers and does not
 * send them.
 */
export const cardVerbs = ['submit', 'edit', 'sameAsLast', 'skip', 'snooze'] as const;
export type CardVerb = (typeof cardVerbs)[number];

/**
 * Prefixes of the names of the card's inputs. `q:` precedes a question id, `g:` the id of a done goal, `d:` the id of a
 * dropped goal, `b:` the date on which the open blocker began, and `n:` the id of the stored needed member (empty =
 * none).
 */
export const cardInput = { question: 'q:', goal: 'g:', drop: 'd:', blocker: 'b:', needed: 'n:' } as const;

/**
 * Value of the card's choice "no member is needed". A client that cannot send this value sends an empty value, which
 * means the same.
 */
export const noNeededMember = 'none';
