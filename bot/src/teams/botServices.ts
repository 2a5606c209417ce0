import type { RosterPerson, OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Actor } from '../services/core/actor.ts';
import type { CardPress } from '../services/answers/cardActions.ts';
import type {
  CardReply,
  InstallResult,
  SyncedSender,
  Sender,
  Thread,
  ThreadRef,
} from '../services/tenancy/inboundChat.ts';
import type { Reader } from '../services/core/cardPresenter.ts';
import type { BotReply } from '../services/tenancy/inboundChat.ts';
import type { ReportRequest } from '../services/chatCommands/namedReports.ts';
import type { WeekPress } from '../services/timesheets/weekCardActions.ts';

// Services that the bot uses. main binds the real ones; the tests of the handler use fakes.

export interface BotServices {
  /** On every inbound activity: stores conversation reference, zone, locale and reachability when they changed. */
  seen(sender: Sender): Promise<SyncedSender>;
  /** Tenant, organisation and team (made when new); idempotent. Then fetches channels and the paged roster itself. */
  installed(thread: Thread, installer: Sender | null): Promise<InstallResult>;
  uninstalled(thread: ThreadRef): Promise<void>;
  /** Records a personal install. `isWelcomeDue` is true once per install, so a repeated event sends no second welcome. */
  installedPersonally(sender: Sender): Promise<{ readonly isWelcomeDue: boolean }>;
  uninstalledPersonally(sender: Sender): Promise<void>;
  membersAdded(thread: ThreadRef, people: readonly RosterPerson[]): Promise<void>;
  membersRemoved(thread: ThreadRef, chatUserIds: readonly string[]): Promise<void>;
  threadRenamed(thread: ThreadRef, name: string): Promise<void>;
  threadDeleted(thread: ThreadRef): Promise<void>;
  threadRestored(thread: ThreadRef): Promise<void>;
  channelChanged(thread: ThreadRef, channel: { readonly threadId: string; readonly name: string }): Promise<void>;
  channelDeleted(thread: ThreadRef, channelThreadId: string): Promise<void>;
  /** `start [name]`: what to answer in this turn. Refusals are messages, not errors. */
  start(actor: Actor, reader: Reader, request: ReportRequest): Promise<BotReply>;
  /** `answer [name] [date]`: the card of a run that waits for the caller, or the list of those that do. */
  answer(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /** The button that names one run, as the client sent it: unverified. It brings the presser's own card of that run. */
  answerRun(actor: Actor, reader: Reader, data: unknown): Promise<OutgoingMessage>;
  /** `tomorrow [name]`: the card of the next run, to be answered ahead. Refusals are messages, not errors. */
  tomorrow(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /** `mute` and `unmute`: reminders off and on again. */
  mute(actor: Actor, reader: Reader, isMuted: boolean): Promise<OutgoingMessage>;
  /** `why [name] [date]`: why the caller was asked, or was not. */
  why(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /** Sends a reply to the sender's own chat instead of the one they spoke in; false when it cannot be reached. */
  answerPrivately(
    to: { readonly sender: Sender } & Pick<SyncedSender, 'seats'>,
    message: OutgoingMessage,
  ): Promise<boolean>;
  /** `connect`: a code that joins this tenant with an organisation registered on the web, in the person's own chat only. */
  connect(sender: Sender, reader: Reader): Promise<OutgoingMessage>;
  /** A submitted or edit-pressed stand-up card, as the client sent it: unverified. Refusals come back as messages. */
  cardAction(sender: Sender, press: CardPress): Promise<CardReply>;
  /** A button of a card that asks for a week's approval; refusals come back as messages. */
  weekAction(sender: SyncedSender, press: WeekPress): Promise<CardReply>;
  /** The caller's open runs: for `hi`, `help` and unknown text. */
  help(sender: SyncedSender): Promise<OutgoingMessage>;
}
