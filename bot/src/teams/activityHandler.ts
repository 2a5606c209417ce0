import { ActivityHandlerBase, INVOKE_RESPONSE_KEY } from 'botbuilder';
import type { InvokeResponse, TurnContext } from 'botbuilder';
import { weekVerbs } from '#contracts/timesheet.ts';
import type { WeekVerb } from '#contracts/timesheet.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import type { Sender } from '../services/chat.ts';
import type { CardReply } from '../services/chat.ts';
import type { BotServices } from './botServices.ts';
import { commandOf } from './commands.ts';
import { answerByDialog } from './dialogs/cardDialog.ts';
import { addressOf, isMentioned, isPersonal, pressedIn, saidIn, senderOf, strangerOf, threadOf } from './inbound.ts';
import { onConversationUpdate, onInstallation } from './installs.ts';
import { refuseExecute, replyToExecute, replyToSubmit, say } from './replies.ts';
import type { Voice } from './replies.ts';
import { withTyping } from './typing.ts';
import type { After } from './typing.ts';

export interface BotDeps extends Voice {
  readonly services: BotServices;
  readonly after: After;
}

const unidentified = (context: TurnContext, { presenter, words }: BotDeps): CardReply => {
  const reader = strangerOf(context.activity);
  const say = words(reader.locale);
  const message = presenter.notice(
    { title: { key: 'bot.noIdentityTitle' }, lines: [{ key: 'bot.noIdentityLine' }], buttons: [] },
    reader,
  );
  return { ...message, summary: `${say('bot.noIdentityTitle')} ${say('bot.noIdentityLine')}`, replacesCard: false };
};

const answerCard = async (context: TurnContext, deps: BotDeps, sender: Sender): Promise<CardReply> => {
  const { seats } = await deps.services.seen(sender);
  const pressed = context.activity.replyToId ?? null;
  return answerByDialog(context, ({ verb, data }) => deps.services.cardAction(sender, { verb, data, pressed, seats }));
};

const answerWords = async (
  context: TurnContext,
  { services }: BotDeps,
  sender: Sender,
  said: string,
): Promise<OutgoingMessage> => {
  const known = await services.seen(sender);
  const command = commandOf(said);
  if (command.kind === 'CONNECT') return services.connect(sender, known.reader);
  if (command.kind === 'HELP' || known.actor === undefined) return services.help(known);
  if (command.kind === 'MUTE') return services.mute(known.actor, known.reader, command.isMuted);
  const thread = threadOf(context.activity);
  const { query, meetingId } = command;
  const request = {
    query,
    ...(meetingId === undefined ? {} : { meetingId }),
    thread: thread === undefined ? null : addressOf(thread),
  };
  switch (command.kind) {
    case 'START':
      return services.start(known.actor, known.reader, request);
    case 'TOMORROW':
      return services.tomorrow(known.actor, known.reader, request);
    case 'WHY':
      return services.why(known.actor, known.reader, request);
  }
};

const isCardVerb = (verb: string | undefined): boolean => verb === 'submit' || verb === 'edit';
const weekVerb = (verb: string | undefined): WeekVerb | undefined => weekVerbs.find((one) => one === verb);

/** The reply to a pressed button; undefined for one that no card of ours has. */
const answerPressed = (
  context: TurnContext,
  deps: BotDeps,
  { verb, data }: { readonly verb?: string | undefined; readonly data?: unknown },
): ((sender: Sender) => Promise<CardReply>) | undefined => {
  if (isCardVerb(verb)) return (sender) => answerCard(context, deps, sender);
  const week = weekVerb(verb);
  if (week === undefined) return undefined;
  return async (sender) => deps.services.weekAction(await deps.services.seen(sender), { verb: week, data });
};

const onMessage = async (context: TurnContext, deps: BotDeps): Promise<void> => {
  const { activity } = context;
  const pressed = pressedIn(activity);
  // In company the bot speaks only when spoken to.
  if (pressed === undefined && !isPersonal(activity) && !isMentioned(activity)) return;
  const sender = senderOf(activity);
  if (sender === undefined) return say(context, unidentified(context, deps));
  const answer = answerPressed(context, deps, { ...pressed });
  if (answer !== undefined) {
    const reply = await withTyping(context, deps, () => answer(sender));
    return replyToSubmit(context, reply, deps.log);
  }
  const command = pressed?.verb === 'command' ? pressed.data['command'] : undefined;
  const said = typeof command === 'string' ? command : saidIn(activity);
  return say(context, await withTyping(context, deps, () => answerWords(context, deps, sender, said)));
};

const onExecute = async (context: TurnContext, deps: BotDeps): Promise<InvokeResponse> => {
  const { activity } = context;
  const answer = answerPressed(context, deps, { ...pressedIn(activity) });
  if (answer === undefined) {
    const words = deps.words(strangerOf(activity).locale);
    return refuseExecute(400, 'BadRequest', words('error.CARD_INVALID'));
  }
  const sender = senderOf(activity);
  if (sender === undefined) return replyToExecute(unidentified(context, deps));
  return replyToExecute(await withTyping(context, deps, () => answer(sender)));
};

/**
 * Turns what happens in Teams into calls of services. It keeps nothing between turns. Of the SDK's handlers the plain one: the other
 * asks at every step of a turn for listeners, and nobody listens.
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
    // Other invokes are of features the product has not: the SDK's word for that is 501.
    const response: InvokeResponse =
      context.activity.name === 'adaptiveCard/action' ? await onExecute(context, this.#deps) : { status: 501 };
    // Where the adapter looks for it. As an activity that is sent it would come there too, by way of all who watch what is sent.
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
