import type { RosterPerson, OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Actor } from '../services/core/actor.ts';
import type { CardPress } from '../services/answers/cardActions/runCardActions.ts';
import type {
  CardReply,
  InstallResult,
  SyncedSender,
  Sender,
  Thread,
  ThreadRef,
  BotReply,
} from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import type { Reader } from '../services/core/cardPresenterPort.ts';
import type { ReportRequest } from '../services/chatCommands/findMeetingsByName.ts';
import type { BlockerPress } from '../services/blockers/blockerCardActions.ts';
import type { WeekPress } from '../services/timesheets/weekCardActions.ts';

// The interface between the bot and the services. `composition/composeBotServicesAndRoute.ts` binds the real services;
// tests of the handler use fakes.

export interface BotServices {
  /**
   * Stores the conversation reference, zone, locale and reachability of the person who wrote or pressed a button, if
   * they changed.
   */
  syncSender(sender: Sender): Promise<SyncedSender>;
  /**
   * Creates the tenant, the organisation and the team if they are new, then fetches the channels and the roster. Safe
   * to repeat.
   */
  installed(thread: Thread, installer: Sender | null): Promise<InstallResult>;
  uninstalled(thread: ThreadRef): Promise<void>;
  /**
   * Records a personal install. `isWelcomeDue` is true once per install, so a repeated event sends no second welcome.
   */
  installedPersonally(sender: Sender): Promise<{ readonly isWelcomeDue: boolean }>;
  uninstalledPersonally(sender: Sender): Promise<void>;
  membersAdded(thread: ThreadRef, people: readonly RosterPerson[]): Promise<void>;
  membersRemoved(thread: ThreadRef, chatUserIds: readonly string[]): Promise<void>;
  threadRenamed(thread: ThreadRef, name: string): Promise<void>;
  threadDeleted(thread: ThreadRef): Promise<void>;
  threadRestored(thread: ThreadRef): Promise<void>;
  channelChanged(thread: ThreadRef, channel: { readonly threadId: string; readonly name: string }): Promise<void>;
  channelDeleted(thread: ThreadRef, channelThreadId: string): Promise<void>;
  /** Handles `start [name]`. Returns refusals as messages and does not throw them. */
  start(actor: Actor, reader: Reader, request: ReportRequest): Promise<BotReply>;
  /**
   * Handles `answer [name] [date]`: returns the card of the matching run, a list if several match, or a notice if none
   * does.
   */
  answer(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /**
   * Handles the button that requests the card of one run; `data` is unverified. Returns that card for the person who
   * pressed the button.
   */
  answerRun(actor: Actor, reader: Reader, data: unknown): Promise<OutgoingMessage>;
  /**
   * Handles `tomorrow [name]`: returns the card of the next run, so that the member can answer before the run opens.
   * Returns refusals as messages and does not throw them.
   */
  tomorrow(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /**
   * Handles the commands `mute` and `unmute`, which stop and resume reminders, digest cards, and messages about
   * blockers and weeks.
   */
  mute(actor: Actor, reader: Reader, isMuted: boolean): Promise<OutgoingMessage>;
  /** Handles `why [name] [date]`: returns the reason why the caller was or was not asked. */
  why(actor: Actor, reader: Reader, request: ReportRequest): Promise<OutgoingMessage>;
  /**
   * Sends a reply to the sender's personal chat instead of the chat of the command. Returns false if the personal chat
   * cannot be reached.
   */
  answerPrivately(
    to: { readonly sender: Sender } & Pick<SyncedSender, 'seats'>,
    message: OutgoingMessage,
  ): Promise<boolean>;
  /**
   * Handles `connect`, in a personal chat only: returns a code that connects this tenant with an organisation
   * registered on the web.
   */
  connect(sender: Sender, reader: Reader): Promise<OutgoingMessage>;
  /**
   * Handles a button of a card about a run, such as Submit, Edit or Skip; the data is unverified. Returns refusals as
   * messages.
   */
  cardAction(sender: Sender, press: CardPress): Promise<CardReply>;
  /** Handles a button of a card about a blocker. Returns refusals as messages. */
  blockerAction(sender: SyncedSender, press: BlockerPress): Promise<CardReply>;
  /** Handles a button of a card that asks for a week's approval. Returns refusals as messages. */
  weekAction(sender: SyncedSender, press: WeekPress): Promise<CardReply>;
  /** Returns the caller's open runs, as a reply to `hi`, `help` and unknown text. */
  help(sender: SyncedSender): Promise<OutgoingMessage>;
}
