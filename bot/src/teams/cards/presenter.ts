import type { Words } from '#contracts/text/keys.ts';
import type { Presenter } from '../../services/presenter.ts';
import { answeredCard } from './answered.ts';
import { askCard } from './ask.ts';
import { broadcastCard, closedCard, noticeCard } from './notices.ts';
import { summaryCard } from './summary.ts';
import { weekCard } from './week.ts';

export interface PresenterDeps {
  readonly words: (locale: string) => Words;
  /** Address of this installation, without a trailing slash. */
  readonly publicUrl: string;
}

/** Draws every card of the product: for chats, and for the web, which renders the same JSON. */
export const createPresenter = ({ words, publicUrl }: PresenterDeps): Presenter => ({
  ask: (model, reader) => askCard(words(reader.locale), publicUrl, model, reader),
  answered: (model, reader) => answeredCard(words(reader.locale), model, reader),
  closed: (model, reader) => closedCard(words(reader.locale), model),
  broadcast: (model, reader) => broadcastCard(words(reader.locale), model, reader),
  summary: (model, reader, url) => summaryCard(words(reader.locale), model, reader, url),
  notice: (model, reader) => noticeCard(words(reader.locale), publicUrl, model, reader),
  week: (model, reader) => weekCard(words(reader.locale), model),
});
