import type { MessageAddress, PersonAddress, RoomAddress } from '../domain/core/chatAddressTypes.ts';
import type { RateLimits } from '../domain/engine/tokenBucketAndSendWaits.ts';

// Port to the chat platform, with the faults to which the product reacts in different ways.

declare const rendered: unique symbol;

/** A message in the platform's own form. Only the presenter and the messenger of that platform read its content. */
export interface OutgoingMessage {
  readonly [rendered]: true;
}

export interface SentMessage {
  readonly conversationId: string;
  readonly activityId: string;
}

export interface RosterPerson {
  /** Id of the person on the platform. It is not the member id of Rollcall. */
  readonly chatUserId: string;
  readonly oid: string;
  readonly name: string;
  readonly email: string;
}

export interface RosterChannel {
  readonly threadId: string;
  /** Name of the channel; null = the General channel, which has no name on the platform. */
  readonly name: string | null;
}

export type MessengerFault =
  /** A rate limit was exceeded. Nothing was sent. */
  | { readonly kind: 'THROTTLED'; readonly retryAfterMs: number | null }
  /** The person blocked or removed the bot. */
  | { readonly kind: 'BLOCKED' }
  /** The conversation or message was deleted. */
  | { readonly kind: 'GONE' }
  /**
   * The chat service refused the bot's credentials (`hasExpired`: they have expired), or the managed identity got no
   * token (`hasNoToken`).
   */
  | { readonly kind: 'UNAUTHORIZED'; readonly hasExpired?: true; readonly hasNoToken?: true }
  /**
   * The chat service or the network failed, or the deadline passed. `wasRefused`: the chat service refused the message
   * or was not reached. Without `wasRefused`, the message may have been accepted.
   */
  | { readonly kind: 'TRANSIENT'; readonly wasRefused?: true }
  /** The chat service will never accept this message, so the sender does not retry it. */
  | { readonly kind: 'REJECTED' };

export class MessengerError extends Error {
  readonly fault: MessengerFault;
  constructor(fault: MessengerFault, cause?: unknown) {
    super(`Messenger: ${fault.kind}`, { cause });
    this.name = 'MessengerError';
    this.fault = fault;
  }
}

/** Pauses in milliseconds before a message is retried. */
export interface RetryRules {
  /** Pause after the first fault. It doubles with each further fault, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Pause after a chat was found to be deleted, before a new chat is opened for the message. */
  readonly goneMs: number;
}

/** Rate limits and pauses of the platform. The sender obeys them on every platform. */
export interface MessengerLimits extends RateLimits {
  readonly retry: RetryRules;
  /**
   * Returns the number of requests for a message to this address. It is more than one if a chat must be opened first.
   */
  requestsFor(to: PersonAddress | RoomAddress): number;
  /** Returns the conversation whose rate limit applies to a message to a room or to an update of a message. */
  conversationOf(address: RoomAddress | MessageAddress): string;
}

/**
 * Every call rejects only with MessengerError, and none retries. `deadlineMs`: milliseconds after which a call fails
 * with TRANSIENT.
 */
export interface Messenger {
  readonly limits: MessengerLimits;
  send(to: PersonAddress | RoomAddress, message: OutgoingMessage, deadlineMs: number): Promise<SentMessage>;
  update(sent: MessageAddress, message: OutgoingMessage, deadlineMs: number): Promise<void>;
  roster(room: RoomAddress): AsyncIterable<readonly RosterPerson[]>;
  channels(room: RoomAddress): Promise<readonly RosterChannel[]>;
}
