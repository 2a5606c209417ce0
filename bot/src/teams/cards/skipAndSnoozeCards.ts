import { choiceInput } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { SnoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { Reader, SkippedModel, SnoozedModel } from '../../services/core/cardPresenterPort.ts';
import { formatDay, timeOnDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import {
  cardHeader,
  choiceAction,
  editAction,
  message,
  noteText,
  plainInput,
  textLine,
  textRun,
} from './cardElementsActionsAndSize.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';

// Draws the skip and snooze buttons of a prompt, and the cards that replace the prompt after a skip or a snooze.

export interface Choices {
  readonly snoozes: readonly SnoozeLength[];
  readonly canSkip: boolean;
}

/**
 * Returns a function that creates the buttons for the signed data of a member. The cards of one run differ only in the
 * data, so the rest is created once.
 */
export const choiceActions = (t: Translate, { snoozes, canSkip }: Choices): ((data: CardData) => readonly Action[]) => {
  const lengths = snoozes.map((length) => ({ length, press: choiceAction('snooze', t(`card.snooze${length}`)) }));
  const skip = choiceAction('skip', t('card.skip'));
  const title = t('card.snooze');
  return (data) => {
    const buttons = lengths.map(({ length, press }) => press({ ...data, [choiceInput.length]: length }));
    const shown = { type: 'AdaptiveCard', version: '1.5', body: [], actions: buttons };
    return [
      ...(buttons.length === 0 ? [] : [{ type: 'Action.ShowCard', title, card: shown }]),
      ...(canSkip ? [skip(data)] : []),
    ];
  };
};

const dayNote = (t: Translate, { meetingName: meeting, date }: SkippedModel | SnoozedModel): Element =>
  noteText(t('card.meetingOn', { meeting, date: formatDay(t, date) }));

// The input has no maxLength, because clients would silently cut a pasted text. The service rejects a longer text and
// names the limit.
const reasonInput = (t: Translate, reason: string): Element => ({
  type: 'Input.Text',
  id: choiceInput.reason,
  label: plainInput(t('card.skipReason')),
  value: reason,
});

/** Draws the card of a skipped run. The member may add a reason, or answer after all. */
export const skippedCard = (t: Translate, model: SkippedModel): RenderedCard => {
  const { meetingName: meeting, data, reason, canAnswer, canChangeReason, refused } = model;
  const title = t('card.skipped', { meeting });
  const text = reason === '' ? [] : [textLine([textRun(reason)])];
  return message({
    summary: title,
    body: [
      cardHeader(title),
      ...(refused === undefined ? [] : [textLine([textRun(refused.problem, { bold: true })])]),
      dayNote(t, model),
      textLine([textRun(t('card.skippedNote'))]),
      ...(canChangeReason ? [reasonInput(t, refused?.text ?? reason)] : text),
    ],
    actions: [
      canAnswer ? editAction(t('card.answerAnyway'), data) : undefined,
      canChangeReason ? choiceAction('skip', t('card.skipReasonSave'), 'auto')(data) : undefined,
    ],
  });
};

export const snoozedCard = (t: Translate, model: SnoozedModel, reader: Reader): RenderedCard => {
  const { meetingName: meeting, date, data, canSkip } = model;
  const at = (which: 'until' | 'closesAt') => timeOnDay(t, model[which], reader.timezone, date);
  const title = t('card.snoozed', { meeting, time: at('until') });
  return message({
    summary: title,
    body: [cardHeader(title), dayNote(t, model), textLine([textRun(t('card.snoozedNote', { time: at('closesAt') }))])],
    actions: [editAction(t('card.answerNow'), data), canSkip ? choiceAction('skip', t('card.skip'))(data) : undefined],
  });
};
