import { blockerNoteInput } from '#contracts/blockers/blockerCard.ts';
import { limits } from '#contracts/core/limits.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import { formatDay } from '../../domain/wording/formatValues.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import type { BlockerModel } from '../../services/core/cardPresenter.ts';
import {
  blockerAction,
  cardHeader,
  message,
  noteText,
  openUrl,
  paragraphs,
  textLine,
  textRun,
} from './cardElements.ts';
import type { Action, Element } from './cardElements.ts';

/**
 * Returns a sentence about the reaction to the card, or about the end of the blocker; undefined while the reader has
 * not reacted yet.
 */
const outcome = (t: Translate, { standing, state, changedBy, owner }: BlockerModel): string | undefined => {
  if (standing === 'OVER') return t('card.blockerOver');
  if (state === 'RESOLVED') return t('card.blockerResolved', { name: changedBy ?? t('card.weekSomebody') });
  if (standing === 'NOT_NEEDED') return t('card.blockerNotNeeded', { name: owner });
  return state === 'ACKNOWLEDGED' ? t('card.blockerTaken') : undefined;
};

const noteInput = (t: Translate): Element => ({
  type: 'Input.Text',
  id: blockerNoteInput,
  label: t('card.blockerNote'),
  isMultiline: true,
  maxLength: limits.blockerNote,
  placeholder: t('card.blockerNoteHint'),
});

const buttons = (t: Translate, { state, data }: BlockerModel): (Action | undefined)[] => [
  ...(state === 'ACKNOWLEDGED' ? [] : [blockerAction('blockerOnIt', t('card.blockerOnIt'), data)]),
  blockerAction('blockerResolved', t('card.blockerDone'), data),
  blockerAction('blockerNotMe', t('card.blockerNotMe'), data),
];

/**
 * Draws the card that asks the needed member for help: who is blocked, by what and since when. It has buttons while the reader
 * is needed and the blocker is open.
 */
export const blockerCard = (t: Translate, model: BlockerModel): RenderedCard => {
  const { owner, meetingName, text, since, days, standing, state, problem } = model;
  const header = t('card.blockerHeader', { name: owner });
  const said = outcome(t, model);
  const isOpen = standing === 'NEEDED' && state !== 'RESOLVED';
  const open = openUrl(t('card.blockerOpen'), model.url);
  const hasEnded = state === 'RESOLVED' && standing !== 'OVER';
  const when = hasEnded
    ? t('card.blockerLasted', { days, meeting: meetingName })
    : t('card.blockerSince', { day: formatDay(t, since), days, meeting: meetingName });
  return message({
    summary: said === undefined ? header : `${header} ${said}`,
    body: [
      cardHeader(header),
      ...(problem === undefined ? [] : [textLine([textRun(t(problem), { bold: true })])]),
      ...(said === undefined ? [] : [textLine([textRun(said, { bold: true })])]),
      ...paragraphs(text),
      noteText(when),
      ...(isOpen ? [noteInput(t)] : []),
    ],
    actions: isOpen ? [...buttons(t, model), open] : [open],
  });
};
