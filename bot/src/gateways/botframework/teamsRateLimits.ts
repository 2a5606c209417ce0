import { messageParts, personParts, isPersonAddress, roomParts } from '../../domain/core/chatAddressParts.ts';
import type { MessageAddress, RoomAddress } from '../../domain/core/chatAddressTypes.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { MessengerLimits } from '../messengerPort.ts';

// The rate limits and pauses that Teams requires of a bot (docs/decisions/025).

/**
 * Returns the thread id of the channel without the id of a post. New threads, rosters and rate limits need the channel
 * itself.
 */
export const baseThread = (threadId: string): string => threadId.replace(/;messageid=.*$/s, '');

const conversation = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
] as const;

/**
 * Returns the conversation whose rate limit applies. Each post to a channel is a separate conversation, but all of them
 * share the rate limit of the channel.
 */
const conversationOf = (address: RoomAddress | MessageAddress): string =>
  baseThread('room' in address ? roomParts(address as RoomAddress).room : messageParts(address as MessageAddress).chat);

export const teamsLimits: MessengerLimits = {
  tenant: {
    fullRate: 40,
    // Lowest rate, in requests per second, to which refusals by Teams reduce the sending. At one request per second, if
    // two of three requests were refused, the prompts of a team of 100 would take five minutes.
    lowestRate: 5,
    // A burst of 10 and the 40 requests that the full rate adds in a second stay within the 50 requests per second that
    // a tenant accepts.
    mostAtOnce: 10,
    limit: { count: 50, ms: 1_000 },
  },
  conversation,
  person: [...conversation, { count: 10, ms: minuteMs }],
  retry: { firstMs: 5_000, longestMs: 5 * minuteMs, goneMs: 5 * minuteMs },
  requestsFor: (to) => (isPersonAddress(to) && personParts(to).chat === null ? 2 : 1),
  conversationOf,
};
