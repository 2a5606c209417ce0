import type { AdaptiveCardJson } from '#contracts/meetings/answer.ts';
import type { OutgoingMessage } from '../messengerPort.ts';

/** A message as Teams takes it. */
export interface RenderedCard {
  readonly card: AdaptiveCardJson;
  /** Text of the notification: it must make sense alone. */
  readonly summary: string;
}

export const asMessage = (card: RenderedCard): OutgoingMessage => card as unknown as OutgoingMessage;
export const cardIn = (message: OutgoingMessage): RenderedCard => message as unknown as RenderedCard;
