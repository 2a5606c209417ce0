import { CardFactory } from 'botbuilder';
import type { Activity, InvokeResponse, TurnContext } from 'botbuilder';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey, MessageValues, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { cardIn } from '../gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../gateways/messengerPort.ts';
import type { Log } from '../services/core/deps.ts';
import { storeErrorCode } from '../services/core/storeErrorCode.ts';
import type { Presenter } from '../services/core/cardPresenterPort.ts';
import type { CardReply } from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import { unknownSenderOf } from './parseInboundActivity.ts';

export interface ReplyContext {
  readonly presenter: Presenter;
  readonly translateFor: (locale: string) => Translate;
  readonly log: Log;
}

const asActivity = (message: OutgoingMessage): Partial<Activity> => {
  const { card, summary } = cardIn(message);
  return { type: 'message', summary, attachments: [CardFactory.adaptiveCard(card)] };
};

export const sendReply = async (context: TurnContext, message: OutgoingMessage): Promise<void> => {
  await context.sendActivity(asActivity(message));
};

/**
 * Replies to an Action.Submit: replaces the pressed card, or, if that card must stay or cannot be changed, sends the
 * reply as a new message.
 */
export const replyToSubmit = async (context: TurnContext, reply: CardReply, log: Log): Promise<void> => {
  const pressed = context.activity.replyToId;
  if (reply.replacesCard === false || pressed === undefined || pressed === '') return sendReply(context, reply);
  try {
    await context.updateActivity({ ...asActivity(reply), id: pressed });
  } catch (error) {
    log.error('bot.update', error);
    await sendReply(context, reply);
  }
};

const invoked = (body: object): InvokeResponse => ({ status: 200, body });

const plainText = (text: string): InvokeResponse =>
  invoked({ statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: text });

/**
 * Replies to an Action.Execute: the reply replaces the card. With `replacesCard: false`, the card stays, and the
 * summary of the reply appears as a message below the card.
 */
export const replyToExecute = (reply: CardReply): InvokeResponse =>
  reply.replacesCard === false
    ? plainText(cardIn(reply).summary)
    : invoked({ statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: cardIn(reply).card });

/** Refuses an Action.Execute. Teams shows the message below the card and keeps all typed values. */
export const refuseExecute = (statusCode: 400 | 500, code: string, message: string): InvokeResponse =>
  invoked({ statusCode, type: 'application/vnd.microsoft.error', value: { code, message } });

interface ReplyMessage {
  readonly key: MessageKey;
  readonly values?: MessageValues;
}

const messageOf = (key: MessageKey, values: MessageValues | undefined): ReplyMessage =>
  values === undefined ? { key } : { key, values };

/**
 * Returns the message about a failure: the text of an AppError, unless its code is INTERNAL; a request to try again
 * soon if the store is unavailable; for every other error only the correlation id.
 */
const failureMessage = (
  error: unknown,
  correlationId: string,
): { readonly title: ReplyMessage; readonly lines: readonly ReplyMessage[] } => {
  if (error instanceof AppError && error.code !== 'INTERNAL') {
    const { message, values } = error.details;
    return { title: messageOf(message ?? `error.${error.code}`, values ?? { field: '' }), lines: [] };
  }
  if (storeErrorCode(error) === 'UNAVAILABLE') return { title: { key: 'error.UNAVAILABLE' }, lines: [] };
  return { title: { key: 'bot.failedTitle' }, lines: [{ key: 'bot.failedLine', values: { id: correlationId } }] };
};

/**
 * Logs the error of a failed turn. Invokes and messages get a reply about the failure; other activities, such as events
 * of a team, get none.
 */
export const answerFailure = async (
  context: TurnContext,
  { presenter, translateFor, log }: ReplyContext,
  error: unknown,
  correlationId: string,
): Promise<void> => {
  const { activity } = context;
  log.error('bot.turn', error, { correlationId, type: activity.type });
  const reader = unknownSenderOf(activity);
  const { title, lines } = failureMessage(error, correlationId);
  try {
    if (activity.type === 'invoke') {
      const write = translateFor(reader.locale);
      const text = [title, ...lines].map((line) => write(line.key, line.values)).join(' ');
      await context.sendActivity({ type: 'invokeResponse', value: refuseExecute(500, 'InternalServerError', text) });
    } else if (activity.type === 'message') {
      await sendReply(context, presenter.notice({ title, lines, buttons: [] }, reader));
    }
  } catch (second) {
    // The chat itself cannot be reached, so no message about the failure can be sent.
    log.error('bot.failureNotice', second, { correlationId });
  }
};
