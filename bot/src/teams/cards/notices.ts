import type { MessageValues, Words } from '#contracts/text/keys.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import type {
  BroadcastModel,
  NoticeButton,
  NoticeLine,
  NoticeModel,
  Reader,
  RunFacts,
} from '../../services/presenter.ts';
import { header, line, message, note, openUrl, paragraphs, run, sayCommand } from './elements.ts';
import type { Action } from './elements.ts';
import { dayInWords, timeOnDay } from '../../domain/inWords.ts';

const mostButtons = 3;

const button = (words: Words, publicUrl: string, one: NoticeButton): Action | undefined => {
  switch (one.kind) {
    case 'COMMAND':
      return sayCommand(words(one.title, one.values), one.command);
    case 'LINK':
      return openUrl(words(one.title), one.url.startsWith('/') ? `${publicUrl}${one.url}` : one.url);
  }
};

const opening = (words: Words, { opens }: NoticeLine, { timezone }: Reader): MessageValues =>
  opens === undefined
    ? {}
    : { day: dayInWords(words, opens.date), time: timeOnDay(words, opens.at, timezone, opens.date) };

/** A sentence or two, and at most three buttons. */
export const noticeCard = (words: Words, publicUrl: string, model: NoticeModel, reader: Reader): OutgoingMessage => {
  const title = words(model.title.key, model.title.values);
  const lines = model.lines.map((one) => words(one.key, { ...one.values, ...opening(words, one, reader) }));
  return message({
    summary: title,
    body: [header(title), ...lines.map((one) => line([run(one)]))],
    actions: model.buttons.slice(0, mostButtons).map((one) => button(words, publicUrl, one)),
  });
};

/** The card of a run that takes no more answers. */
export const closedCard = (
  words: Words,
  model: RunFacts & { readonly reason: 'CLOSED' | 'CANCELLED' },
): OutgoingMessage => {
  const title = words('card.meetingOn', { meeting: model.meetingName, date: dayInWords(words, model.date) });
  const why = words(model.reason === 'CLOSED' ? 'error.RUN_CLOSED' : 'error.RUN_CANCELLED');
  return message({
    summary: `${title}: ${why}`,
    body: [header(title), line([run(why)])],
    actions: [],
  });
};

/** Posted where the report reports to, when it opens: the meeting's own words, else ours. */
export const broadcastCard = (words: Words, model: BroadcastModel, reader: Reader): OutgoingMessage => {
  const time = timeOnDay(words, model.closesAt, reader.timezone, model.date);
  const title = words('card.broadcastHeader', { meeting: model.meetingName, time });
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
