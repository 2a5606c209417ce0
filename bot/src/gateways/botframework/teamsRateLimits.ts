import { messageParts, personParts, isPersonAddress, roomParts } from '../../domain/core/chatAddressParts.ts';
import type { MessageAddress, RoomAddress } from '../../domain/core/chatAddress.ts';
import { minuteMs } from '../../domain/core/zonedTime.ts';
import type { MessengerLimits } from '../messengerPort.ts';

// The rates and pauses by which Teams limits a bot (docs/decisions/025).

/**
 * Returns the thread id of the channel without the id of a post, because new threads, rosters and limits need the
 * channel itself.
 */
export const baseThread = (threadId: string): string => threadId.replace(/;messageid=.*$/s, '');

const conversation = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
] as const;

/**
 * Returns the conversation whose limit applies. Each post to a channel is a separate conversation, but all posts share
 * the limit of the channel.
 */
const conversationOf = (address: RoomAddress | MessageAddress): string =>
  baseThread('room' in address ? roomParts(address as RoomAddress).room : messageParts(address as MessageAddress).chat);

export const teamsLimits: MessengerLimits = {
  tenant: {
    fullRate: 40,
    // In requests a second. At a rate of one, with two of three calls refused, a team of 100 would wait for five
    // minutes.
    lowestRate: 5,
    // A burst of 10 and the 40 requests that the full rate adds in a second stay within the 50 a second that a tenant
    // accepts.
    mostAtOnce: 10,
    limit: { count: 50, ms: 1_000 },
  },
  conversation,
  person: [...conversation, { count: 10, ms: minuteMs }],
  retry: { firstMs: 5_000, longestMs: 5 * minuteMs, goneMs: 5 * minuteMs },
  requestsFor: (to) => (isPersonAddress(to) && personParts(to).chat === null ? 2 : 1),
  conversationOf,
};
