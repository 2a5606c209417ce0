import { ActivityHandlerBase, INVOKE_RESPONSE_KEY } from 'botbuilder';
import type { InvokeResponse, TurnContext } from 'botbuilder';
import { cardVerbs } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { blockerVerbs } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import { weekVerbs } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekVerb } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Actor } from '../services/core/actor.ts';
import type {
  BotReply,
  CardReply,
  SyncedSender,
  Sender,
  ThreadRef,
} from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import type { Reader } from '../services/core/cardPresenterPort.ts';
import type { ReportRequest } from '../services/chatCommands/findMeetingsByName.ts';
import type { BotServices } from './botServicesPort.ts';
import { answerRunVerb } from './cards/answerRunButton.ts';
import { parseCommand } from './parseCommand.ts';
import type { AboutReports, Command } from './parseCommand.ts';
import { answerCardByDialog } from './dialogs/answerCardByDialog.ts';
import {
  refOf,
  isMentioned,
  isPersonal,
  pressedButtonIn,
  messageTextIn,
  senderOf,
  unknownSenderOf,
  threadOf,
} from './parseInboundActivity.ts';
import { onConversationUpdate, onInstallation } from './installationAndConversationEvents.ts';
import { refuseExecute, replyToExecute, replyToSubmit, sendReply } from './botReplies.ts';
import type { ReplyContext } from './botReplies.ts';
import { withTyping } from './typingIndicator.ts';
import type { TypingTimeout } from './typingIndicator.ts';

export interface BotDeps extends ReplyContext {
  readonly services: BotServices;
  readonly after: TypingTimeout;
}

const unidentified = (context: TurnContext, { presenter, translateFor }: BotDeps): CardReply => {
  const reader = unknownSenderOf(context.activity);
  const translate = translateFor(reader.locale);
  const message = presenter.notice(
    { title: { key: 'bot.noIdentityTitle' }, lines: [{ key: 'bot.noIdentityLine' }], buttons: [] },
    reader,
  );
  const text = `${translate('bot.noIdentityTitle')} ${translate('bot.noIdentityLine')}`;
  return { ...presenter.withNotification(message, text), replacesCard: false };
};

const answerCard = async (context: TurnContext, deps: BotDeps, sender: Sender): Promise<CardReply> => {
  const { seats } = await deps.services.syncSender(sender);
  const pressed = context.activity.replyToId ?? null;
  return answerCardByDialog(context, ({ verb, data }) =>
    deps.services.cardAction(sender, { verb, data, pressed, seats }),
  );
};

const requestOf = (
  { query, nameWithDate, meetingId, date }: AboutReports,
  thread: ThreadRef | null,
): ReportRequest => ({
  query,
  ...(nameWithDate === undefined ? {} : { nameWithDate }),
  ...(meetingId === undefined ? {} : { meetingId }),
  ...(date === undefined ? {} : { date }),
  thread,
});

/** Returns the reply to a command. The reply is private if it contains the caller's own data. */
const replyTo = async (
  { services }: BotDeps,
  { actor, reader }: { readonly actor: Actor; readonly reader: Reader },
  command: Exclude<Command, { readonly kind: 'CONNECT' | 'HELP' }>,
  thread: ThreadRef | null,
): Promise<BotReply> => {
  switch (command.kind) {
    case 'MUTE':
      return { ...(await services.mute(actor, reader, command.isMuted)), isPrivate: true };
    case 'START':
      return services.start(actor, reader, requestOf(command, thread));
    case 'ANSWER':
      return { ...(await services.answer(actor, reader, requestOf(command, thread))), isPrivate: true };
    case 'TOMORROW':
      return { ...(await services.tomorrow(actor, reader, requestOf(command, null))), isPrivate: true };
    case 'WHY':
      return { ...(await services.why(actor, reader, requestOf(command, null))), isPrivate: true };
  }
};

/**
 * Sends the reply to the sender's own chat. Returns one line without private content for the channel or group chat in
 * which the sender wrote or pressed a button.
 */
const answerAside = async (
  { services, presenter }: BotDeps,
  sender: Sender,
  syncedSender: SyncedSender,
  reply: BotReply,
): Promise<OutgoingMessage> => {
  const isSent = await services.answerPrivately(
    { sender, ...(syncedSender.seats && { seats: syncedSender.seats }) },
    reply,
  );
  const key = isSent ? 'bot.answeredPrivately' : 'bot.privateFailed';
  return presenter.notice({ title: { key }, lines: [], buttons: [] }, syncedSender.reader);
};

const isSwitchedOff = ({ teamIds }: Actor): boolean => teamIds.length === 0;

type Reply = (sender: SyncedSender) => Promise<BotReply>;

const commandReply =
  (deps: BotDeps, sender: Sender, text: string, thread: ThreadRef | null): Reply =>
  async (syncedSender) => {
    const { actor, reader } = syncedSender;
    const command = parseCommand(text);
    if (command.kind === 'CONNECT') return deps.services.connect(sender, reader);
    // A sender without a team has no private data, so the help may appear in a channel.
    if (actor === undefined) return deps.services.help(syncedSender);
    // If an admin disabled this person in all their teams, every command gets the help as its reply.
    if (command.kind === 'HELP' || isSwitchedOff(actor))
      return { ...(await deps.services.help(syncedSender)), isPrivate: true };
    return replyTo(deps, { actor, reader }, command, thread);
  };

const runReply =
  ({ services }: BotDeps, data: unknown): Reply =>
  async (sender) => {
    const { actor, reader } = sender;
    if (actor === undefined) return services.help(sender);
    if (isSwitchedOff(actor)) return { ...(await services.help(sender)), isPrivate: true };
    return { ...(await services.answerRun(actor, reader, data)), isPrivate: true };
  };

const replyInChat = async (
  { activity }: TurnContext,
  deps: BotDeps,
  sender: Sender,
  reply: Reply,
): Promise<OutgoingMessage> => {
  const syncedSender = await deps.services.syncSender(sender);
  const message = await reply(syncedSender);
  if (isPersonal(activity)) return message;
  // If Teams does not send the id of a channel's team, the channel may belong to any team. So the reply in that channel
  // contains nothing about the sender's teams.
  const isForAll = message.isPrivate !== true && threadOf(activity) !== undefined;
  return isForAll || syncedSender.actor === undefined ? message : answerAside(deps, sender, syncedSender, message);
};

const isCardVerb = (verb: string | undefined): boolean => cardVerbs.some((item) => item === verb);
const weekVerb = (verb: string | undefined): WeekVerb | undefined => weekVerbs.find((item) => item === verb);

/** Returns the reply to a pressed button; undefined for a button that is not from a card of the product. */
const answerPressed = (
  context: TurnContext,
  deps: BotDeps,
  { verb, data }: { readonly verb?: string | undefined; readonly data?: unknown },
): ((sender: Sender) => Promise<CardReply>) | undefined => {
  if (isCardVerb(verb)) return (sender) => answerCard(context, deps, sender);
  const blocker = blockerVerbs.find((item) => item === verb);
  if (blocker !== undefined)
    return async (sender) =>
      deps.services.blockerAction(await deps.services.syncSender(sender), { verb: blocker, data });
  const week = weekVerb(verb);
  if (week === undefined) return undefined;
  return async (sender) => deps.services.weekAction(await deps.services.syncSender(sender), { verb: week, data });
};

/** For a press in a channel or group chat: keeps the card and sends the reply to the sender's own chat. */
const replyAside = async (deps: BotDeps, sender: Sender, reply: CardReply): Promise<CardReply> => ({
  ...(await answerAside(deps, sender, await deps.services.syncSender(sender), reply)),
  replacesCard: false,
});

const cardReply = async (
  context: TurnContext,
  deps: BotDeps,
  sender: Sender,
  answer: (sender: Sender) => Promise<CardReply>,
): Promise<CardReply> => {
  const reply = await withTyping(context, deps, () => answer(sender));
  return isPersonal(context.activity) ? reply : replyAside(deps, sender, reply);
};

const onMessage = async (context: TurnContext, deps: BotDeps): Promise<void> => {
  const { activity } = context;
  const pressed = pressedButtonIn(activity);
  // In a channel or group chat, the bot ignores messages that do not mention it. It always handles a pressed button.
  if (pressed === undefined && !isPersonal(activity) && !isMentioned(activity)) return;
  const sender = senderOf(activity);
  if (sender === undefined) return sendReply(context, unidentified(context, deps));
  const answer = answerPressed(context, deps, { ...pressed });
  if (answer !== undefined) {
    return replyToSubmit(context, await cardReply(context, deps, sender, answer), deps.log);
  }
  const command = pressed?.verb === 'command' ? pressed.data['command'] : undefined;
  const text = typeof command === 'string' ? command : messageTextIn(activity);
  const thread = threadOf(activity);
  const reply =
    pressed?.verb === answerRunVerb
      ? runReply(deps, pressed.data)
      : commandReply(deps, sender, text, thread === undefined ? null : refOf(thread));
  return sendReply(context, await withTyping(context, deps, () => replyInChat(context, deps, sender, reply)));
};

const onExecute = async (context: TurnContext, deps: BotDeps): Promise<InvokeResponse> => {
  const { activity } = context;
  const answer = answerPressed(context, deps, { ...pressedButtonIn(activity) });
  if (answer === undefined) {
    const t = deps.translateFor(unknownSenderOf(activity).locale);
    return refuseExecute(400, 'BadRequest', t('error.CARD_INVALID'));
  }
  const sender = senderOf(activity);
  if (sender === undefined) return replyToExecute(unidentified(context, deps));
  return replyToExecute(await cardReply(context, deps, sender, answer));
};

/**
 * Turns activities of Teams into calls of services, without state between turns. The class extends the plain base class
 * of the SDK's handlers: the usual class looks for listeners at every step of a turn, and this bot registers none.
 */
class RollcallBot extends ActivityHandlerBase {
  readonly #deps: BotDeps;
  constructor(deps: BotDeps) {
    super();
    this.#deps = deps;
  }
  protected override onMessageActivity(context: TurnContext): Promise<void> {
    return onMessage(context, this.#deps);
  }
  protected override async onInvokeActivity(context: TurnContext): Promise<InvokeResponse> {
    // Other invokes belong to features that the product does not have, so the bot replies with 501, as the SDK does.
    const response: InvokeResponse =
      context.activity.name === 'adaptiveCard/action' ? await onExecute(context, this.#deps) : { status: 501 };
    // The adapter reads the reply to an invoke from the turn state. Sending the reply as an activity would also work,
    // but would run all middleware.
    context.turnState.set(INVOKE_RESPONSE_KEY, { value: response });
    return response;
  }
  protected override onInstallationUpdateActivity(context: TurnContext): Promise<void> {
    return onInstallation(context, this.#deps);
  }
  protected override onConversationUpdateActivity(context: TurnContext): Promise<void> {
    return onConversationUpdate(context, this.#deps);
  }
}

export const createBot = (deps: BotDeps): ActivityHandlerBase => new RollcallBot(deps);
