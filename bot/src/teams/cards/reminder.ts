import type { Words } from '#contracts/text/catalogueKeys.ts';
import { clip, dayInWords, timeOnDay } from '../../domain/wording/inWords.ts';
import type { RenderedCard } from '../../gateways/botframework/renderedCard.ts';
import type { Reader, ReminderModel, ReminderPart } from '../../services/core/cardPresenter.ts';
import { header, keepsBudget, line, message, note, run } from './elements.ts';
import type { Action, Element } from './elements.ts';
import { answerRunAction, runTitle } from './answerRunAction.ts';

// A reminder: the words of the report, and a pointer to the card that is already in the chat.

const mostListed = 20;
/** Some clients draw no more. */
const mostButtons = 5;

/** Text of a reminder: the report's own text, or else a sentence that names the report. */
export const reminderText = (words: Words, text: string, meeting: string): string =>
  text.trim() === '' ? words('card.reminderDefault', { meeting }) : text;

/** The words of a reminder, one paragraph a line. */
export const reminderLines = (text: string): readonly Element[] =>
  text
    .split('\n')
    .filter((part) => part.trim() !== '')
    .map((part) => line([run(part, { bold: true })]));

interface Told {
  readonly words: Words;
  readonly reader: Reader;
}

const timeOf = ({ words, reader }: Told, { closesAt, date }: ReminderPart): string =>
  timeOnDay(words, closesAt, reader.timezone, date);

const nameOf = ({ words }: Told, { meetingName: meeting, date }: ReminderPart): string =>
  words('card.meetingOn', { meeting, date: dayInWords(words, date) });

/** When the answer is due, or what became of the run. */
const standing = (told: Told, part: ReminderPart): string => {
  const { words } = told;
  switch (part.state) {
    case 'OPEN':
      return words('card.reminderDue', {
        meeting: part.meetingName,
        date: dayInWords(words, part.date),
        time: timeOf(told, part),
      });
    case 'ANSWERED':
      return words('card.reminderThanks');
    case 'CLOSED':
      return words('card.reminderClosed', { time: timeOf(told, part) });
    case 'CANCELLED':
      return words('error.RUN_CANCELLED');
  }
};

const isOpen = ({ state }: ReminderPart): boolean => state === 'OPEN';

const answering = (words: Words, { meetingName: meeting, date, data }: ReminderPart): Action =>
  answerRunAction(runTitle(words, 'help.answerButton', { meeting, date, team: null }), data);

const single = (told: Told, part: ReminderPart): RenderedCard => {
  const { words } = told;
  const name = nameOf(told, part);
  const said = standing(told, part);
  if (!isOpen(part)) return message({ summary: `${name}: ${said}`, body: [header(said), note(name)], actions: [] });
  const text = reminderText(words, part.text, part.meetingName);
  return message({
    summary: text,
    body: [...reminderLines(text), line([run(said)], 'medium'), note(words('card.reminderWhere'))],
    actions: [answering(words, part)],
  });
};

/** Reports that still wait come first, by the time they are due. */
const inOrder = (parts: readonly ReminderPart[]): readonly ReminderPart[] =>
  [...parts].sort(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      (a.closesAt < b.closesAt ? -1 : a.closesAt > b.closesAt ? 1 : 0) ||
      (a.meetingId < b.meetingId ? -1 : 1),
  );

/** The text that all open parts share; undefined = each has its own. */
const sharedText = (open: readonly ReminderPart[]): string | undefined => {
  const [first] = open;
  return first !== undefined && open.every((reminderPart) => reminderPart.text === first.text) ? first.text : undefined;
};

const own = (text: string, longest: number): readonly Element[] =>
  longest === 0 || text.trim() === '' ? [] : reminderLines(clip(text, longest));

const listed = (told: Told, part: ReminderPart, longest: number, isTextShared: boolean): readonly Element[] => {
  const said = standing(told, part);
  if (!isOpen(part)) return [line([run(`${nameOf(told, part)}: `, { subtle: true }), run(said)], 'medium')];
  const [first, ...others] = isTextShared ? [] : own(part.text, longest);
  // The text has a small gap to its line and a larger one to the report above.
  if (first === undefined) return [line([run(said)], 'medium')];
  return [{ ...first, spacing: 'medium' }, ...others, line([run(said)])];
};

/** Tried one after the other until the card keeps its budget. */
const textLengths = [500, 100, 0] as const;

const several = (told: Told, parts: readonly ReminderPart[]): RenderedCard => {
  const { words } = told;
  const open = parts.filter(isOpen);
  const title = open.length === 0 ? words('card.remindersNone') : words('card.remindersHeader', { count: open.length });
  const shared = sharedText(open);
  const shown = inOrder(parts).slice(0, mostListed);
  const draw = (longest: number): RenderedCard =>
    message({
      summary: title,
      body: [
        header(title),
        ...(shared === undefined ? [] : own(shared, longest)),
        ...shown.flatMap((part) => listed(told, part, longest, shared !== undefined)),
        ...(open.length <= mostButtons
          ? []
          : [note(words('card.remindersMore', { count: Math.max(0, open.length - mostListed) }))]),
      ],
      actions: shown
        .filter(isOpen)
        .slice(0, mostButtons)
        .map((part) => answering(words, part)),
    });
  const [full, ...shorter] = textLengths;
  return shorter.reduce((drawn, longest) => (keepsBudget(drawn) ? drawn : draw(longest)), draw(full));
};

/** One message for all reports that remind a person at the same instant. */
export const reminderCard = (words: Words, { parts }: ReminderModel, reader: Reader): RenderedCard => {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('A reminder is about at least one report.');
  const told = { words, reader };
  return others.length === 0 ? single(told, first) : several(told, parts);
};
