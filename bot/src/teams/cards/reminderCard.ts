import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatDay, timeOnDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import type { RenderedCard } from '../../gateways/botframework/cardAsOpaqueMessage.ts';
import type { Reader, ReminderModel, ReminderPart } from '../../services/core/cardPresenterPort.ts';
import { cardHeader, fitsCardBudget, textLine, message, noteText, textRun } from './cardElementsActionsAndSize.ts';
import type { Action, Element } from './cardElementsActionsAndSize.ts';
import { answerRunAction, runTitle } from './answerRunButton.ts';

// Draws reminders: the text of the report, the state of the run, and a button that requests the card of an open run.

const maxListed = 20;
/** Maximum number of buttons, because some clients draw at most five. */
const maxButtons = 5;

/** Returns the text of a reminder: the report's own text or, if it has none, a sentence with the name of the report. */
export const reminderText = (t: Translate, text: string, meeting: string): string =>
  text.trim() === '' ? t('card.reminderDefault', { meeting }) : text;

export const reminderLines = (text: string): readonly Element[] =>
  text
    .split('\n')
    .filter((part) => part.trim() !== '')
    .map((part) => textLine([textRun(part, { bold: true })]));

interface TextReader {
  readonly t: Translate;
  readonly reader: Reader;
}

const timeOf = ({ t, reader }: TextReader, { closesAt, date }: ReminderPart): string =>
  timeOnDay(t, closesAt, reader.timezone, date);

const nameOf = ({ t }: TextReader, { meetingName: meeting, date }: ReminderPart): string =>
  t('card.meetingOn', { meeting, date: formatDay(t, date) });

/** Returns the due time of an open run; for a run that is over, its final state. */
const standing = (textReader: TextReader, part: ReminderPart): string => {
  const { t } = textReader;
  switch (part.state) {
    case 'OPEN':
      return t('card.reminderDue', {
        meeting: part.meetingName,
        date: formatDay(t, part.date),
        time: timeOf(textReader, part),
      });
    case 'ANSWERED':
      return t('card.reminderThanks');
    case 'CLOSED':
      return t('card.reminderClosed', { time: timeOf(textReader, part) });
    case 'CANCELLED':
      return t('error.RUN_CANCELLED');
  }
};

const isOpen = ({ state }: ReminderPart): boolean => state === 'OPEN';

const answering = (t: Translate, { meetingName: meeting, date, data }: ReminderPart): Action =>
  answerRunAction(runTitle(t, 'help.answerButton', { meeting, date, team: null }), data);

const single = (textReader: TextReader, part: ReminderPart): RenderedCard => {
  const { t } = textReader;
  const name = nameOf(textReader, part);
  const sentence = standing(textReader, part);
  if (!isOpen(part))
    return message({ summary: `${name}: ${sentence}`, body: [cardHeader(sentence), noteText(name)], actions: [] });
  const text = reminderText(t, part.text, part.meetingName);
  return message({
    summary: text,
    body: [...reminderLines(text), textLine([textRun(sentence)], 'medium'), noteText(t('card.reminderWhere'))],
    actions: [answering(t, part)],
  });
};

/** Sorts open runs first, and then by due time, so that the next deadline is at the top. */
const inOrder = (parts: readonly ReminderPart[]): readonly ReminderPart[] =>
  [...parts].sort(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      (a.closesAt < b.closesAt ? -1 : a.closesAt > b.closesAt ? 1 : 0) ||
      (a.meetingId < b.meetingId ? -1 : 1),
  );

/** Returns the text that all open parts share; undefined if their texts differ. */
const sharedText = (open: readonly ReminderPart[]): string | undefined => {
  const [first] = open;
  return first !== undefined && open.every((reminderPart) => reminderPart.text === first.text) ? first.text : undefined;
};

const own = (text: string, longest: number): readonly Element[] =>
  longest === 0 || text.trim() === '' ? [] : reminderLines(clip(text, longest));

const listed = (
  textReader: TextReader,
  part: ReminderPart,
  longest: number,
  isTextShared: boolean,
): readonly Element[] => {
  const text = standing(textReader, part);
  if (!isOpen(part))
    return [textLine([textRun(`${nameOf(textReader, part)}: `, { subtle: true }), textRun(text)], 'medium')];
  const [first, ...others] = isTextShared ? [] : own(part.text, longest);
  // The medium spacing separates this report from the one above. The lines of one report stay close together.
  if (first === undefined) return [textLine([textRun(text)], 'medium')];
  return [{ ...first, spacing: 'medium' }, ...others, textLine([textRun(text)])];
};

/**
 * Maximum lengths of the reports' own texts in code points, tried in order until the card is within its budget. 0
 * leaves the texts out.
 */
const textLengths = [500, 100, 0] as const;

const several = (textReader: TextReader, parts: readonly ReminderPart[]): RenderedCard => {
  const { t } = textReader;
  const open = parts.filter(isOpen);
  const title = open.length === 0 ? t('card.remindersNone') : t('card.remindersHeader', { count: open.length });
  const shared = sharedText(open);
  const shown = inOrder(parts).slice(0, maxListed);
  const draw = (longest: number): RenderedCard =>
    message({
      summary: title,
      body: [
        cardHeader(title),
        ...(shared === undefined ? [] : own(shared, longest)),
        ...shown.flatMap((part) => listed(textReader, part, longest, shared !== undefined)),
        ...(open.length <= maxButtons
          ? []
          : [noteText(t('card.remindersMore', { count: Math.max(0, open.length - maxListed) }))]),
      ],
      actions: shown
        .filter(isOpen)
        .slice(0, maxButtons)
        .map((part) => answering(t, part)),
    });
  const [full, ...shorter] = textLengths;
  return shorter.reduce((drawn, longest) => (fitsCardBudget(drawn) ? drawn : draw(longest)), draw(full));
};

/** Draws one message for all reports that remind a person at the same instant. */
export const reminderCard = (t: Translate, { parts }: ReminderModel, reader: Reader): RenderedCard => {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('A reminder is about at least one report.');
  const textReader = { t, reader };
  return others.length === 0 ? single(textReader, first) : several(textReader, parts);
};
