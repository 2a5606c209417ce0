import type { MessageAddress, PersonAddress, RoomAddress } from '../domain/core/chatAddress.ts';
import type { RateLimits } from '../domain/engine/tokenBucket.ts';

// The port to the chat platform: the product's needs of a chat, and the faults that it must distinguish.

declare const rendered: unique symbol;

/** A message as the platform's presenter drew it. Only the presenter and the messenger of that platform look inside. */
export interface OutgoingMessage {
  readonly [rendered]: true;
}

/** The platform's ids of a sent message, as its delivery record stores them. */
export interface SentMessage {
  readonly conversationId: string;
  readonly activityId: string;
}

/** A person as the platform lists them. */
export interface RosterPerson {
  /** The platform's own id of the person. */
  readonly chatUserId: string;
  readonly oid: string;
  readonly name: string;
  readonly email: string;
}

export interface RosterChannel {
  readonly threadId: string;
  /** Null = General: the platform gives it no name. */
  readonly name: string | null;
}

export type MessengerFault =
  /** Too many requests: nothing was sent. */
  | { readonly kind: 'THROTTLED'; readonly retryAfterMs: number | null }
  /** The person blocked the bot or has it no more. */
  | { readonly kind: 'BLOCKED' }
  /** The conversation or the message is gone. */
  | { readonly kind: 'GONE' }
  /** Our own credentials were refused, which may have run out, or there is no identity to get a token with. */
  | { readonly kind: 'UNAUTHORIZED'; readonly hasExpired?: true; readonly hasNoToken?: true }
  /**
   * Fault of the service, of the network, or the deadline. `wasRefused`: the service answered that it did not take the message, or
   * was never reached. Without it, the message may have been accepted.
   */
  | { readonly kind: 'TRANSIENT'; readonly wasRefused?: true }
  /** The message will never be accepted as it is. */
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
  /** After the first fault; doubled after each further one, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** After a chat was gone, before a new one is opened. */
  readonly goneMs: number;
}

/** The platform's limits. The sender keeps them, whatever the platform. */
export interface MessengerLimits extends RateLimits {
  readonly retry: RetryRules;
  /** Requests that one message to this address takes: a chat may have to be opened first. */
  requestsFor(to: PersonAddress | RoomAddress): number;
  /** Name of the conversation whose limit a message to a room, or an update of a message, counts against. */
  conversationOf(address: RoomAddress | MessageAddress): string;
}

/** All calls fail with MessengerError only. None retries by itself. `deadlineMs`: give up after so many milliseconds (TRANSIENT). */
export interface Messenger {
  readonly limits: MessengerLimits;
  send(to: PersonAddress | RoomAddress, message: OutgoingMessage, deadlineMs: number): Promise<SentMessage>;
  update(sent: MessageAddress, message: OutgoingMessage, deadlineMs: number): Promise<void>;
  /** All members of a team or group chat, page by page. */
  roster(room: RoomAddress): AsyncIterable<readonly RosterPerson[]>;
  channels(room: RoomAddress): Promise<readonly RosterChannel[]>;
}
