import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { RosterPerson, ThreadAddress } from '../gateways/messenger.ts';
import type { Actor } from '../services/actor.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import type { Reader } from '../services/presenter.ts';

// What the bot asks of the services. Bound to the real ones in main; faked in the handler's tests.

/** Sender facts of an inbound activity. Identity is tid + oid, never a name or an address. */
export interface Sender {
  readonly tid: string;
  readonly oid: string;
  readonly teamsUserId: string;
  readonly name: string;
  /** From the activity; null when the client sent none or an unknown zone. */
  readonly timezone: string | null;
  readonly locale: string | null;
  readonly serviceUrl: string;
  /** Set in a personal chat only: the reference for later messages. */
  readonly personalConversationId: string | null;
}

/** A team or group chat as Teams names it. */
export interface Thread extends ThreadAddress {
  readonly kind: 'TEAM' | 'GROUP';
  readonly name: string;
}

export interface Known {
  /** Undefined while no roster has this person. */
  readonly actor: Actor | undefined;
  readonly reader: Reader;
}

export interface InstallResult {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** True once per install: a first one or one after an uninstall, never for a repeated event. */
  readonly isWelcomeDue: boolean;
}

export interface StartRequest {
  /** What followed the word `start`; empty = no name given. */
  readonly query: string;
  /** Set when a button of the choice card was pressed. */
  readonly meetingId?: MeetingId;
  /** The team or group chat it was said in; null in a personal chat. */
  readonly thread: ThreadAddress | null;
}

/** What a card's button is answered with. */
export interface CardReply extends OutgoingMessage {
  /** False: said beside the card, which stays as it is with all that was typed into it. Left out = takes the card's place. */
  readonly replacesCard?: boolean;
}

export interface BotServices {
  /** On every inbound activity: stores conversation reference, zone, locale and reachability when they changed. */
  seen(sender: Sender): Promise<Known>;
  /** Tenant, organisation and team (made when new); idempotent. Then fetches channels and the paged roster itself. */
  installed(thread: Thread, installer: Sender | null): Promise<InstallResult>;
  uninstalled(thread: ThreadAddress): Promise<void>;
  /** Personal install: welcome due once per install. */
  installedPersonally(sender: Sender): Promise<{ readonly isWelcomeDue: boolean }>;
  uninstalledPersonally(sender: Sender): Promise<void>;
  membersAdded(thread: ThreadAddress, people: readonly RosterPerson[]): Promise<void>;
  membersRemoved(thread: ThreadAddress, teamsUserIds: readonly string[]): Promise<void>;
  threadRenamed(thread: ThreadAddress, name: string): Promise<void>;
  threadDeleted(thread: ThreadAddress): Promise<void>;
  threadRestored(thread: ThreadAddress): Promise<void>;
  channelChanged(thread: ThreadAddress, channel: { readonly threadId: string; readonly name: string }): Promise<void>;
  channelDeleted(thread: ThreadAddress, channelThreadId: string): Promise<void>;
  /** `start [name]`: what to answer in this turn. Refusals are messages, not errors. */
  start(actor: Actor, reader: Reader, request: StartRequest): Promise<OutgoingMessage>;
  /** A submitted or edit-pressed stand-up card, as the client sent it: unverified. Refusals come back as messages. */
  cardAction(sender: Sender, verb: 'submit' | 'edit', data: unknown): Promise<CardReply>;
  /** The caller's open runs: for `hi`, `help` and unknown text. */
  help(known: Known): Promise<OutgoingMessage>;
}
