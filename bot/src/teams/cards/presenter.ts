import type { Words } from '#contracts/text/catalogueKeys.ts';
import { directionOf } from '#contracts/text/languages.ts';
import { asMessage, cardIn } from '../../gateways/botframework/renderedCard.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import type { Presenter, Reader } from '../../services/core/cardPresenter.ts';
import { answeredCard } from './answered.ts';
import { askCard } from './ask.ts';
import { keepsBudget } from './elements.ts';
import { isolateLatin } from './isolating.ts';
import { broadcastCard, closedCard, noticeCard } from './noticeCards.ts';
import { reminderCard } from './reminder.ts';
import { summaryCard } from './summaryCard.ts';
import { weekCard } from './weekCard.ts';

export interface PresenterDeps {
  readonly words: (locale: string) => Words;
  /** Address of this installation, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Chat clients lay a card out from right to left only if the card requests it, because the rest of the chat may be in another
 * language.
 */
const laidOut = ({ locale }: Reader, message: RenderedCard): OutgoingMessage => {
  if (directionOf(locale) === 'ltr') return asMessage(message);
  const turned = { ...message, card: { ...message.card, rtl: true } };
  const isolated = { ...turned, card: isolateLatin(turned.card) };
  return asMessage(keepsBudget(isolated) ? isolated : turned);
};

/** Draws every card of the product: for chats, and for the web, which renders the same JSON. */
export const createPresenter = ({ words, publicUrl }: PresenterDeps): Presenter => {
  const say = ({ locale }: Reader): Words => words(locale);
  return {
    ask: (model, reader) => laidOut(reader, askCard(say(reader), publicUrl, model, reader)),
    reminder: (model, reader) => laidOut(reader, reminderCard(say(reader), model, reader)),
    answered: (model, reader) => laidOut(reader, answeredCard(say(reader), model, reader)),
    closed: (model, reader) => laidOut(reader, closedCard(say(reader), model)),
    broadcast: (model, reader) => laidOut(reader, broadcastCard(say(reader), model, reader)),
    summary: (model, reader, url) => laidOut(reader, summaryCard(say(reader), model, reader, url)),
    notice: (model, reader) => laidOut(reader, noticeCard(say(reader), publicUrl, model, reader)),
    week: (model, reader) => laidOut(reader, weekCard(say(reader), model)),
    content: (message) => JSON.stringify(cardIn(message).card),
    webCard: (message) => cardIn(message).card,
    withNotification: (message, text) => asMessage({ ...cardIn(message), summary: text }),
  };
};
