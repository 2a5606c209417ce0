import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { OutgoingMessage } from '../messengerPort.ts';

export interface RenderedCard {
  readonly card: AdaptiveCardJson;
  /** Text of the notification. It must be understandable without the card. */
  readonly summary: string;
}

export const asMessage = (card: RenderedCard): OutgoingMessage => card as unknown as OutgoingMessage;
export const cardIn = (message: OutgoingMessage): RenderedCard => message as unknown as RenderedCard;
