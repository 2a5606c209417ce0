import { asMessage, cardIn } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import type { Presenter, Reader } from '../../../bot/src/services/core/cardPresenterPort.ts';

/** Returns a presenter whose cards contain the model itself, so that a test checks the content and not the layout. */
export const fakePresenter = (): Presenter => {
  const drawn =
    (card: keyof Presenter) =>
    (model: object, reader: Reader): OutgoingMessage =>
      asMessage({ card: { shows: card, model, reader }, summary: card });
  return {
    ask: drawn('ask'),
    reminder: drawn('reminder'),
    answered: drawn('answered'),
    skipped: drawn('skipped'),
    snoozed: drawn('snoozed'),
    closed: drawn('closed'),
    announcement: drawn('announcement'),
    summary: drawn('summary'),
    digest: drawn('digest'),
    notice: drawn('notice'),
    week: drawn('week'),
    blocker: drawn('blocker'),
    content: (message) => JSON.stringify(cardIn(message).card),
    isWithinBudget: (message) => JSON.stringify(cardIn(message).card).length <= 25_000,
    webCard: (message) => cardIn(message).card,
    withNotification: (message, text) => asMessage({ ...cardIn(message), summary: text }),
  };
};

export const shows = (message: OutgoingMessage): string => String(cardIn(message).card['shows']);
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says which model it drew
export const modelIn = <T>(message: OutgoingMessage): T => cardIn(message).card['model'] as T;
