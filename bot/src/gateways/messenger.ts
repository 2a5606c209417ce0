import type { AdaptiveCardJson } from '#contracts/meetings/answer.ts';

// The port that hides the Bot Framework SDK: the product's needs of a chat, and the faults that it must distinguish.

/** A person's chat with the bot. conversationId null = it must be opened first. */
export interface PersonTarget {
  readonly kind: 'PERSON';
  readonly tid: string;
  readonly serviceUrl: string;
  readonly teamsUserId: string;
  readonly conversationId: string | null;
}

/** A channel (a new thread is begun) or a group chat. `threadId` is the base id, without `;messageid=`. */
export interface ThreadTarget {
  readonly kind: 'CHANNEL' | 'GROUP';
  readonly tid: string;
  readonly serviceUrl: string;
  readonly threadId: string;
}

export type Target = PersonTarget | ThreadTarget;

export interface OutgoingMessage {
  readonly card: AdaptiveCardJson;
  /** Text of the notification: it must make sense alone. */
  readonly summary: string;
}

/** Place of a sent message, as `update` needs it. */
export interface SentMessage {
  readonly conversationId: string;
  readonly activityId: string;
}

export interface MessageAddress extends SentMessage {
  readonly tid: string;
  readonly serviceUrl: string;
}

export interface RosterPerson {
  readonly teamsUserId: string;
  readonly oid: string;
  readonly name: string;
  readonly email: string;
}

export interface RosterChannel {
  readonly threadId: string;
  /** Null = General: Teams gives it no name. */
  readonly name: string | null;
}

export interface ThreadAddress {
  readonly tid: string;
  readonly serviceUrl: string;
  readonly threadId: string;
}

export type MessengerFault =
  /** 429: nothing was sent. */
  | { readonly kind: 'THROTTLED'; readonly retryAfterMs: number | null }
  /** 403: the person blocked the bot or has it no more. */
  | { readonly kind: 'BLOCKED' }
  /** 404: conversation or activity is gone. */
  | { readonly kind: 'GONE' }
  /** 401, or no token for us: our own credentials, which may have run out, or an identity that is not there. */
  | { readonly kind: 'UNAUTHORIZED'; readonly hasExpired?: true; readonly hasNoToken?: true }
  /**
   * 412, 5xx, network, deadline. `wasRefused`: the service answered that it did not take the message, or was never reached.
   * Without it, the message may have been accepted.
   */
  | { readonly kind: 'TRANSIENT'; readonly wasRefused?: true }
  /** 400, 413: will never be accepted as it is. */
  | { readonly kind: 'REJECTED' };

export class MessengerError extends Error {
  readonly fault: MessengerFault;
  constructor(fault: MessengerFault, cause?: unknown) {
    super(`Messenger: ${fault.kind}`, { cause });
    this.name = 'MessengerError';
    this.fault = fault;
  }
}

/** All calls fail with MessengerError only. None retries by itself. `deadlineMs`: give up after so many milliseconds (TRANSIENT). */
export interface Messenger {
  send(target: Target, message: OutgoingMessage, deadlineMs: number): Promise<SentMessage>;
  update(address: MessageAddress, message: OutgoingMessage, deadlineMs: number): Promise<void>;
  /** All members of a team or group chat, page by page. */
  roster(thread: ThreadAddress): AsyncIterable<readonly RosterPerson[]>;
  channels(thread: ThreadAddress): Promise<readonly RosterChannel[]>;
}
