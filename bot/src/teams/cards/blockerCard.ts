import { blockerNoteInput } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { BlockerCardData } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { BlockerAction } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { BlockerModel } from '../../services/core/cardPresenterPort.ts';
import {
  blockerAction,
  cardHeader,
  message,
  noteText,
  openUrl,
  paragraphs,
  textLine,
  textRun,
} from './cardElementsActionsAndSize.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';

const isOpen = ({ standing, state }: BlockerModel): boolean => standing !== 'OVER' && state !== 'RESOLVED';

/** True as long as the needed member who reads the card should react to it. */
const needsReader = (model: BlockerModel): boolean =>
  isOpen(model) && model.standing === 'NEEDED' && !model.isTakenByOther;

const headline = (t: Translate, model: BlockerModel): string => {
  const { reader, owner: name, isReminder } = model;
  switch (reader) {
    case 'NEEDED':
      if (!needsReader(model)) return t('card.blockerOf', { name });
      return t(isReminder ? 'card.blockerStillNeeded' : 'card.blockerHeader', { name });
    case 'OWNER':
      return t(isOpen(model) ? 'card.blockerStill' : 'card.blockerOwn');
    case 'REPORT_OWNER':
      return t(isOpen(model) ? 'card.blockerEscalated' : 'card.blockerOf', { name });
  }
};

/**
 * Returns a sentence about the reaction to the card, or about the end of the blocker; undefined while no one has
 * reacted yet.
 */
const outcome = (t: Translate, { standing, reader, state, changedBy, owner, isTakenByOther }: BlockerModel) => {
  const name = changedBy ?? t('card.weekSomebody');
  if (standing === 'OVER') return t(reader === 'OWNER' ? 'card.blockerOverOwn' : 'card.blockerOver');
  if (state === 'RESOLVED') return t('card.blockerResolved', { name });
  if (standing === 'NOT_NEEDED') return t('card.blockerNotNeeded', { name: owner });
  if (state !== 'ACKNOWLEDGED') return undefined;
  return isTakenByOther ? t('card.blockerTakenBy', { name }) : t('card.blockerTaken');
};

/**
 * Returns the line on the card of an open blocker for readers other than the needed member. The owner reads how the
 * blocker ends, the recipient of an escalation reads who is needed.
 */
const hint = (t: Translate, model: BlockerModel): readonly Element[] => {
  const { reader, needed } = model;
  if (!isOpen(model) || reader === 'NEEDED') return [];
  if (reader === 'OWNER') return [noteText(t('card.blockerStillHow'))];
  return [noteText(needed === null ? t('card.blockerNeedsNobody') : t('card.blockerNeeds', { name: needed }))];
};

// The input has no maxLength, because clients would silently cut a pasted text. The service rejects a longer text and
// names the limit.
const noteInput = (t: Translate, typed: string | undefined): Element => ({
  type: 'Input.Text',
  id: blockerNoteInput,
  label: t('card.blockerNote'),
  isMultiline: true,
  placeholder: t('card.blockerNoteHint'),
  ...(typed === undefined ? {} : { value: typed }),
});

const buttonOf = (t: Translate, action: BlockerAction, data: BlockerCardData): Action | undefined => {
  switch (action) {
    case 'ACKNOWLEDGE':
      return blockerAction('blockerOnIt', t('card.blockerOnIt'), data);
    case 'RESOLVE':
      return blockerAction('blockerResolved', t('card.blockerDone'), data);
    case 'HAND_BACK':
      return blockerAction('blockerNotMe', t('card.blockerNotMe'), data);
    case 'REOPEN':
    case 'NEED':
      return undefined;
  }
};

/** Returns the text of the notification. A headline that is no sentence is separated from the outcome by a dash. */
const notification = (header: string, outcomeText: string | undefined): string => {
  if (outcomeText === undefined) return header;
  return /[.。]$/u.test(header) ? `${header} ${outcomeText}` : `${header} – ${outcomeText}`;
};

/**
 * Draws a card about a blocker. It shows the blocked member, the text of the blocker, and its first date or, if it is
 * resolved, how long it lasted. It has the buttons that the reader may use.
 */
export const blockerCard = (t: Translate, model: BlockerModel): RenderedCard => {
  const { meetingName, text, since, days, standing, state, problem, typedNote, actions, data } = model;
  const header = headline(t, model);
  const outcomeText = outcome(t, model);
  const hasEnded = state === 'RESOLVED' && standing !== 'OVER';
  const when = hasEnded
    ? t('card.blockerLasted', { days, meeting: meetingName })
    : t('card.blockerSince', { day: formatDay(t, since), days, meeting: meetingName });
  return message({
    summary: notification(header, outcomeText),
    body: [
      cardHeader(header),
      ...(problem === undefined ? [] : [textLine([textRun(t(problem), { bold: true })])]),
      ...(outcomeText === undefined ? [] : [textLine([textRun(outcomeText, { bold: true })])]),
      ...paragraphs(text),
      ...hint(t, model),
      noteText(when),
      ...(actions.includes('HAND_BACK') ? [noteInput(t, typedNote)] : []),
    ],
    actions: [...actions.map((action) => buttonOf(t, action, data)), openUrl(t('card.blockerOpen'), model.url)],
  });
};
