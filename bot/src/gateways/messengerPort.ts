import type { MessageAddress, PersonAddress, RoomAddress } from '../domain/core/chatAddress.ts';
import type { RateLimits } from '../domain/engine/tokenBucket.ts';

// Port to the chat platform, with the faults that the product must distinguish.

declare const rendered: unique symbol;

/**
 * A message as the platform's presenter drew it. Only the presenter and the messenger of that platform read its
 * content.
 */
export interface OutgoingMessage {
  readonly [rendered]: true;
}

export interface SentMessage {
  readonly conversationId: string;
  readonly activityId: string;
}

export interface RosterPerson {
  /** Id from the platform, not the member id of Rollcall. */
  readonly chatUserId: string;
  readonly oid: string;
  readonly name: string;
  readonly email: string;
}

export interface RosterChannel {
  readonly threadId: string;
  /** Name of the channel; null = General, which has no name on the platform. */
  readonly name: string | null;
}

export type MessengerFault =
  /** A rate limit was exceeded. Nothing was sent. */
  | { readonly kind: 'THROTTLED'; readonly retryAfterMs: number | null }
  /** The person blocked or removed the bot. */
  | { readonly kind: 'BLOCKED' }
  /** The conversation or message was deleted. */
  | { readonly kind: 'GONE' }
  /** The service refused our credentials, which may have expired, or our managed identity got no token. */
  | { readonly kind: 'UNAUTHORIZED'; readonly hasExpired?: true; readonly hasNoToken?: true }
  /**
   * A fault of the service or of the network, or the deadline passed. `wasRefused`: the service refused the message or
   * was never reached. Without it, the message may have been accepted.
   */
  | { readonly kind: 'TRANSIENT'; readonly wasRefused?: true }
  /** The service will never accept this message, so a retry is useless. */
  | { readonly kind: 'REJECTED' };

export class MessengerError extends Error {
  readonly fault: MessengerFault;
  constructor(fault: MessengerFault, cause?: unknown) {
    super(`Messenger: ${fault.kind}`, { cause });
    this.name = 'MessengerError';
    this.fault = fault;
  }
}

/** Pauses before the next try of a message, in milliseconds. */
export interface RetryRules {
  /** Pause after the first fault. It doubles after each further fault, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Pause between the deletion of a chat and the opening of a new one for the message. */
  readonly goneMs: number;
}

/** The platform's rate limits and pauses, which the sender obeys on every platform. */
export interface MessengerLimits extends RateLimits {
  readonly retry: RetryRules;
  /**
   * Returns the number of requests that a message to this address needs: more than one if a chat must be opened first.
   */
  requestsFor(to: PersonAddress | RoomAddress): number;
  /** Returns the conversation against whose limit a message to a room, or an update of a message, counts. */
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
