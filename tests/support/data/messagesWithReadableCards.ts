import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { asMessage } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { RenderedCard } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import type { Presenter } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import type { PresenterDeps } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';

// A Teams message whose card a test can read.

export type ReadableMessage = OutgoingMessage & RenderedCard;

export const readable = <T extends OutgoingMessage>(message: T): T & RenderedCard => message as T & RenderedCard;

export const aCard = (card: AdaptiveCardJson = {}, summary = ''): ReadableMessage =>
  readable(asMessage({ card, summary }));

type ReadablePresenter = {
  readonly [K in keyof Presenter]: (
    ...parameters: Parameters<Presenter[K]>
  ) => ReturnType<Presenter[K]> extends OutgoingMessage ? ReadableMessage : ReturnType<Presenter[K]>;
};

/** Returns the product's presenter; its messages stay readable for tests. */
export const readablePresenter = (deps: PresenterDeps): ReadablePresenter => createPresenter(deps) as ReadablePresenter;
