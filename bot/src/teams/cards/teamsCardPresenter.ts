import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { directionOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import { asMessage, cardIn } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Presenter, Reader } from '../../services/core/cardPresenterPort.ts';
import { answeredCard } from './answeredCard.ts';
import { promptCard } from './promptCard.ts';
import { blockerCard } from './blockerCard.ts';
import { digestCard } from './digestCard.ts';
import { skippedCard, snoozedCard } from './skipAndSnoozeCards.ts';
import { fitsCardBudget } from './cardElementsActionsAndSize.ts';
import { isolateLatin } from './isolateLatin.ts';
import { announcementCard, closedCard, noticeCard } from './noticeAndAnnouncementCards.ts';
import { reminderCard } from './reminderCard.ts';
import { summaryCard } from './summaryCard.ts';
import { weekApprovalCard } from './weekApprovalCard.ts';

export interface PresenterDeps {
  readonly translateFor: (locale: string) => Translate;
  /** URL of this installation, without a trailing slash, so that a path can be appended. */
  readonly publicUrl: string;
}

/**
 * For a reader of a right-to-left language, adds the flag for this layout to the card, and isolates Latin texts if the
 * card still fits its budget. Chat clients do not derive the flag from the language, because the rest of the chat may
 * be in another language.
 */
const laidOut = ({ locale }: Reader, message: RenderedCard): OutgoingMessage => {
  if (directionOf(locale) === 'ltr') return asMessage(message);
  const turned = { ...message, card: { ...message.card, rtl: true } };
  const isolated = { ...turned, card: isolateLatin(turned.card) };
  return asMessage(fitsCardBudget(isolated) ? isolated : turned);
};

/** Creates the presenter, which draws every card of the product. The web app renders the same JSON as the chat. */
export const createPresenter = ({ translateFor, publicUrl }: PresenterDeps): Presenter => {
  const translateTo = ({ locale }: Reader): Translate => translateFor(locale);
  return {
    ask: (model, reader) => laidOut(reader, promptCard(translateTo(reader), publicUrl, model, reader)),
    reminder: (model, reader) => laidOut(reader, reminderCard(translateTo(reader), model, reader)),
    answered: (model, reader) => laidOut(reader, answeredCard(translateTo(reader), publicUrl, model, reader)),
    skipped: (model, reader) => laidOut(reader, skippedCard(translateTo(reader), model)),
    snoozed: (model, reader) => laidOut(reader, snoozedCard(translateTo(reader), model, reader)),
    closed: (model, reader) => laidOut(reader, closedCard(translateTo(reader), model)),
    announcement: (model, reader) => laidOut(reader, announcementCard(translateTo(reader), model, reader)),
    summary: (model, reader, url) =>
      laidOut(reader, summaryCard(translateTo(reader), model, reader, { url, publicUrl })),
    digest: (model, reader, url) => laidOut(reader, digestCard(translateTo(reader), model, { url, publicUrl })),
    notice: (model, reader) => laidOut(reader, noticeCard(translateTo(reader), publicUrl, model, reader)),
    week: (model, reader) => laidOut(reader, weekApprovalCard(translateTo(reader), model)),
    blocker: (model, reader) => laidOut(reader, blockerCard(translateTo(reader), model)),
    content: (message) => JSON.stringify(cardIn(message).card),
    isWithinBudget: (message) => fitsCardBudget(cardIn(message)),
    webCard: (message) => cardIn(message).card,
    withNotification: (message, text) => asMessage({ ...cardIn(message), summary: text }),
  };
};
