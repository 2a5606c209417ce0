import { weekNoteInput } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatDay, formatDuration } from '../../domain/wording/formatDatesListsAndDurations.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { WeekModel } from '../../services/core/cardPresenterPort.ts';
import {
  weekAction,
  cardHeader,
  textLine,
  message,
  noteText,
  openUrl,
  paragraphs,
  textRun,
} from './cardElementsActionsAndSize.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';

const headline = (t: Translate, model: WeekModel): string =>
  t('card.weekHeader', {
    user: model.user,
    day: formatDay(t, model.monday),
    time: formatDuration(t, model.minutes),
  });

/** Returns the text of the decision, or the notice of an outdated card; undefined while no admin has decided. */
const outcome = (t: Translate, { state, isOld, decidedBy }: WeekModel): string | undefined => {
  if (isOld) return t('card.weekOld');
  const admin = decidedBy ?? t('card.weekSomebody');
  switch (state) {
    case 'SUBMITTED':
      return undefined;
    case 'APPROVED':
      return t('card.weekApproved', { admin });
    case 'SENT_BACK':
      return t('card.weekSentBack', { admin });
    case 'OPEN':
      return t('card.weekReopened', { admin });
  }
};

const day = (t: Translate, { date, minutes }: WeekModel['days'][number]): Element =>
  textLine([textRun(`${formatDay(t, date)}: `, { subtle: true }), textRun(formatDuration(t, minutes))], 'none');

// The input has no maxLength, because clients would silently cut a pasted text. The service rejects a longer text.
const noteInput = (t: Translate): Element => ({
  type: 'Input.Text',
  id: weekNoteInput,
  label: t('card.weekNote'),
  isMultiline: true,
  placeholder: t('card.weekNoteHint'),
});

const buttons = (t: Translate, model: WeekModel): (Action | undefined)[] => [
  weekAction('approveWeek', t('card.weekApprove'), model.data),
  weekAction('returnWeek', t('card.weekReturn'), model.data),
];

/**
 * Draws the card that asks an admin to approve a week. After a decision, in the chat or in the web app, the card shows
 * the decision.
 */
export const weekApprovalCard = (t: Translate, model: WeekModel): RenderedCard => {
  const outcomeText = outcome(t, model);
  const summary = headline(t, model);
  const open = openUrl(t('card.weekOpen'), model.url);
  return message({
    summary: outcomeText === undefined ? summary : `${summary} ${outcomeText}`,
    body: [
      cardHeader(summary),
      ...(model.problem === undefined ? [] : [textLine([textRun(t(model.problem), { bold: true })])]),
      ...(outcomeText === undefined
        ? [noteText(t('card.weekWhy', { team: model.teamName }))]
        : [textLine([textRun(outcomeText, { bold: true })])]),
      ...(outcomeText === undefined || model.note === null ? [] : paragraphs(model.note)),
      ...model.days.filter(({ minutes }) => minutes > 0).map((item) => day(t, item)),
      ...(outcomeText === undefined ? [noteInput(t)] : []),
    ],
    actions: outcomeText === undefined ? [...buttons(t, model), open] : [open],
  });
};
