import type { MessageKey, MessageValues, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import { maxButtons } from '../../services/core/cardPresenterPort.ts';
import type {
  AnnouncementModel,
  ClosedReason,
  NoticeButton,
  NoticeLine,
  NoticeModel,
  Reader,
  RunFacts,
} from '../../services/core/cardPresenterPort.ts';
import {
  cardHeader,
  textLine,
  message,
  noteText,
  openUrl,
  paragraphs,
  textRun,
  commandAction,
} from './cardElementsActionsAndSize.ts';
import type { Action } from './cardElementsActionsAndSize.ts';
import { answerRunAction, runTitle } from './answerRunButton.ts';
import { formatDay, timeOnDay } from '../../domain/wording/formatDatesListsAndDurations.ts';

const button = (t: Translate, publicUrl: string, noticeButton: NoticeButton): Action | undefined => {
  switch (noticeButton.kind) {
    case 'COMMAND':
      return commandAction(t(noticeButton.title, noticeButton.values), noticeButton.command);
    case 'ANSWER':
      return answerRunAction(runTitle(t, 'help.answerButton', noticeButton), noticeButton.data);
    case 'START':
      return commandAction(
        runTitle(t, 'waiting.startButton', noticeButton),
        `start ${noticeButton.meetingId} ${noticeButton.date}`,
      );
    case 'LINK':
      return openUrl(
        t(noticeButton.title),
        noticeButton.url.startsWith('/') ? `${publicUrl}${noticeButton.url}` : noticeButton.url,
      );
  }
};

const noticeValues = (t: Translate, { opens, date }: NoticeLine, { timezone }: Reader): MessageValues => {
  if (opens !== undefined) return { day: formatDay(t, opens.date), time: timeOnDay(t, opens.at, timezone, opens.date) };
  return date === undefined ? {} : { day: formatDay(t, date) };
};

export const noticeCard = (t: Translate, publicUrl: string, model: NoticeModel, reader: Reader): RenderedCard => {
  const { key, values, date } = model.title;
  const title = t(key, { ...values, ...(date === undefined ? {} : { day: formatDay(t, date) }) });
  const lines = model.lines.map((noticeLine) =>
    t(noticeLine.key, { ...noticeLine.values, ...noticeValues(t, noticeLine, reader) }),
  );
  return message({
    summary: title,
    body: [cardHeader(title), ...lines.map((text) => textLine([textRun(text)]))],
    actions: model.buttons.slice(0, maxButtons).map((noticeButton) => button(t, publicUrl, noticeButton)),
  });
};

const closedTexts = {
  CLOSED: 'error.RUN_CLOSED',
  CANCELLED: 'error.RUN_CANCELLED',
  NOT_ASKED: 'error.NOT_ASKED',
} as const satisfies Record<ClosedReason, MessageKey>;

export const closedCard = (t: Translate, model: RunFacts & { readonly reason: ClosedReason }): RenderedCard => {
  const title = t('card.meetingOn', { meeting: model.meetingName, date: formatDay(t, model.date) });
  const why = t(closedTexts[model.reason]);
  return message({
    summary: `${title}: ${why}`,
    body: [cardHeader(title), textLine([textRun(why)])],
    actions: [],
  });
};

const cancelledAnnouncement = (t: Translate, model: AnnouncementModel, reason: string): RenderedCard => {
  const title = t('card.meetingOn', { meeting: model.meetingName, date: formatDay(t, model.date) });
  const why = t('card.broadcastCancelled', { reason });
  return message({
    summary: `${title}: ${why}`,
    body: [cardHeader(title), textLine([textRun(why)]), noteText(t('card.broadcastWhy'))],
    actions: [openUrl(t('card.openReport'), model.url)],
  });
};

/**
 * Draws the announcement of a run: the meeting's own text or, if it has none, the product's text. If the run is
 * cancelled, the card announces the cancellation.
 */
export const announcementCard = (t: Translate, model: AnnouncementModel, reader: Reader): RenderedCard => {
  if (model.cancelled !== null) return cancelledAnnouncement(t, model, model.cancelled.reason ?? 'NONE');
  const time = timeOnDay(t, model.closesAt, reader.timezone, model.date);
  const day = formatDay(t, model.date);
  const title = t('card.broadcastHeader', { meeting: model.meetingName, day, time });
  const own = paragraphs(model.message);
  return message({
    summary: title,
    body: [
      cardHeader(title),
      ...(own.length === 0 ? [textLine([textRun(t('card.broadcastDefault'))])] : own),
      noteText(t('card.broadcastWhy')),
    ],
    actions: [openUrl(t('card.openReport'), model.url)],
  });
};
