import type { RosterPerson, OutgoingMessage, ThreadAddress } from '../gateways/messenger.ts';
import type { Actor } from '../services/actor.ts';
import type { CardPress } from '../services/cardActions.ts';
import type { CardReply, InstallResult, Known, Sender, Thread } from '../services/chat.ts';
import type { Reader } from '../services/presenter.ts';
import type { StartRequest } from '../services/starts.ts';
import type { WeekPress } from '../services/weekCardActions.ts';

// What the bot asks of the services. Bound to the real ones in main; faked in the handler's tests.

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
  /** `tomorrow [name]`: the card of the next run, to be answered ahead. Refusals are messages, not errors. */
  tomorrow(actor: Actor, reader: Reader, request: StartRequest): Promise<OutgoingMessage>;
  /** `mute` and `unmute`: reminders off and on again. */
  mute(actor: Actor, reader: Reader, isMuted: boolean): Promise<OutgoingMessage>;
  /** `why [name]`: why the caller was asked today, or was not. */
  why(actor: Actor, reader: Reader, request: StartRequest): Promise<OutgoingMessage>;
  /** `connect`: a code that joins this tenant with an organisation registered on the web, in the person's own chat only. */
  connect(sender: Sender, reader: Reader): Promise<OutgoingMessage>;
  /** A submitted or edit-pressed stand-up card, as the client sent it: unverified. Refusals come back as messages. */
  cardAction(sender: Sender, press: CardPress): Promise<CardReply>;
  /** A button of a card that asks for a week's approval; refusals come back as messages. */
  weekAction(known: Known, press: WeekPress): Promise<CardReply>;
  /** The caller's open runs: for `hi`, `help` and unknown text. */
  help(known: Known): Promise<OutgoingMessage>;
}
