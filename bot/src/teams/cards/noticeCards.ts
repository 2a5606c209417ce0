import type { MessageKey, MessageValues, Words } from '#contracts/text/catalogueKeys.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import { mostButtons } from '../../services/core/cardPresenter.ts';
import type {
  BroadcastModel,
  ClosedReason,
  NoticeButton,
  NoticeLine,
  NoticeModel,
  Reader,
  RunFacts,
} from '../../services/core/cardPresenter.ts';
import { header, line, message, note, openUrl, paragraphs, run, sayCommand } from './elements.ts';
import type { Action } from './elements.ts';
import { answerRunAction, runTitle } from './answerRunAction.ts';
import { dayInWords, timeOnDay } from '../../domain/wording/inWords.ts';

const button = (words: Words, publicUrl: string, noticeButton: NoticeButton): Action | undefined => {
  switch (noticeButton.kind) {
    case 'COMMAND':
      return sayCommand(words(noticeButton.title, noticeButton.values), noticeButton.command);
    case 'ANSWER':
      return answerRunAction(runTitle(words, 'help.answerButton', noticeButton), noticeButton.data);
    case 'START':
      return sayCommand(
        runTitle(words, 'waiting.startButton', noticeButton),
        `start ${noticeButton.meetingId} ${noticeButton.date}`,
      );
    case 'LINK':
      return openUrl(
        words(noticeButton.title),
        noticeButton.url.startsWith('/') ? `${publicUrl}${noticeButton.url}` : noticeButton.url,
      );
  }
};

const inWords = (words: Words, { opens, date }: NoticeLine, { timezone }: Reader): MessageValues => {
  if (opens !== undefined)
    return { day: dayInWords(words, opens.date), time: timeOnDay(words, opens.at, timezone, opens.date) };
  return date === undefined ? {} : { day: dayInWords(words, date) };
};

/** A few sentences, and at most six buttons. */
export const noticeCard = (words: Words, publicUrl: string, model: NoticeModel, reader: Reader): RenderedCard => {
  const { key, values, date } = model.title;
  const title = words(key, { ...values, ...(date === undefined ? {} : { day: dayInWords(words, date) }) });
  const lines = model.lines.map((noticeLine) =>
    words(noticeLine.key, { ...noticeLine.values, ...inWords(words, noticeLine, reader) }),
  );
  return message({
    summary: title,
    body: [header(title), ...lines.map((text) => line([run(text)]))],
    actions: model.buttons.slice(0, mostButtons).map((noticeButton) => button(words, publicUrl, noticeButton)),
  });
};

const closedWords = {
  CLOSED: 'error.RUN_CLOSED',
  CANCELLED: 'error.RUN_CANCELLED',
  NOT_ASKED: 'error.NOT_ASKED',
} as const satisfies Record<ClosedReason, MessageKey>;

/** The card of a run that takes no answer of its reader. */
export const closedCard = (words: Words, model: RunFacts & { readonly reason: ClosedReason }): RenderedCard => {
  const title = words('card.meetingOn', { meeting: model.meetingName, date: dayInWords(words, model.date) });
  const why = words(closedWords[model.reason]);
  return message({
    summary: `${title}: ${why}`,
    body: [header(title), line([run(why)])],
    actions: [],
  });
};

/** Replaces the announcement of a run that was cancelled. */
const cancelledBroadcast = (words: Words, model: BroadcastModel, reason: string): RenderedCard => {
  const title = words('card.meetingOn', { meeting: model.meetingName, date: dayInWords(words, model.date) });
  const why = words('card.broadcastCancelled', { reason });
  return message({
    summary: `${title}: ${why}`,
    body: [header(title), line([run(why)]), note(words('card.broadcastWhy'))],
    actions: [openUrl(words('card.openReport'), model.url)],
  });
};

/** Posted where the report reports to, when it opens: the meeting's own words, else ours. */
export const broadcastCard = (words: Words, model: BroadcastModel, reader: Reader): RenderedCard => {
  if (model.cancelled !== null) return cancelledBroadcast(words, model, model.cancelled.reason ?? 'NONE');
  const time = timeOnDay(words, model.closesAt, reader.timezone, model.date);
  const day = dayInWords(words, model.date);
  const title = words('card.broadcastHeader', { meeting: model.meetingName, day, time });
  const own = paragraphs(model.message);
  return message({
    summary: title,
    body: [
      header(title),
      ...(own.length === 0 ? [line([run(words('card.broadcastDefault'))])] : own),
      note(words('card.broadcastWhy')),
    ],
    actions: [openUrl(words('card.openReport'), model.url)],
  });
};
