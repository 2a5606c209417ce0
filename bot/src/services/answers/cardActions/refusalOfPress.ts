import type { CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { OutgoingMessage } from '../../../gateways/messengerPort.ts';
import type { AnswerDeps } from '../saveAnswerAndShowCard.ts';
import type { Reader } from '../../core/cardPresenterPort.ts';

/**
 * Returns the notice of a refusal. Its notification text repeats the reason, because the chat shows only that text next
 * to a pressed button.
 */
export const refusalNotice = (
  deps: AnswerDeps,
  reader: Reader,
  title: MessageKey,
  error: AppError,
): OutgoingMessage => {
  const why = sentenceOfError(error);
  const t = deps.translateFor(reader.locale);
  const button = { kind: 'COMMAND', title: 'bot.whatIsOpen', command: 'hi' } as const;
  const message = deps.presenter.notice({ title: { key: title }, lines: [why], buttons: [button] }, reader);
  return deps.presenter.withNotification(message, `${t(title)}. ${t(why.key, why.values)}`);
};

export const sentenceOfError = (error: AppError): { key: MessageKey; values?: MessageValues } => {
  const { message, values } = error.details;
  const key: MessageKey = message ?? `error.${error.code}`;
  return values === undefined ? { key } : { key, values };
};

const titles = {
  submit: 'answer.refusedTitle',
  edit: 'answer.notAskedTitle',
  sameAsLast: 'answer.notAskedTitle',
  skip: 'answer.notSkippedTitle',
  snooze: 'answer.notSnoozedTitle',
} as const satisfies Readonly<Record<CardVerb, MessageKey>>;

export const refusalTitle = (error: AppError, verb: CardVerb): MessageKey => {
  if (error.code === 'NOT_YOUR_CARD') return 'answer.notYourCardTitle';
  return titles[verb];
};
