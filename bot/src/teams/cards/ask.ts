import { cardInput } from '#contracts/answer.ts';
import type { Goal } from '#contracts/answer.ts';
import { limits } from '#contracts/limits.ts';
import type { Question } from '#contracts/question.ts';
import type { Words } from '#contracts/text/keys.ts';
import { isRequired } from '../../domain/answering.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import type { AskModel, Reader } from '../../services/presenter.ts';
import { execute, header, heading, line, message, note, openUrl, run } from './elements.ts';
import type { Element } from './elements.ts';
import { plainTitle } from './plain.ts';
import { clip, dayInWords, timeOnDay } from '../../domain/inWords.ts';

/** More than this and the options fold into a list. */
const openChoices = 4;
const longestGoal = 200;
/** A form is never shortened, since what is missing in it would be lost on saving. Teams refuses a message above 100 kB in UTF-16. */
const longestForm = 45_000;

const headline = (words: Words, model: AskModel, reader: Reader): string => {
  const { meetingName: meeting, type, date } = model;
  const at = (which: 'opensAt' | 'closesAt') => timeOnDay(words, model[which], reader.timezone, date);
  if (model.isEdit) return words('card.askEdit', { meeting });
  if (model.isAhead) return words('card.askAhead', { meeting, time: at('opensAt') });
  if (model.isLate) return words('card.askLate', { meeting, time: at('closesAt') });
  return words('card.askHeader', { meeting, time: at('closesAt'), type });
};

const goalBox = (goal: Goal): Element => ({
  type: 'Input.Toggle',
  id: `${cardInput.goal}${goal.id}`,
  title: plainTitle(clip(goal.text, longestGoal)),
  value: goal.ticked ? 'true' : 'false',
  spacing: 'none',
  wrap: true,
});

const hint = (words: Words, question: Question, required: boolean): Element => {
  if (question.isTimesheetQuestion) return { placeholder: words('card.planHint') };
  return required ? {} : { placeholder: words('card.optional') };
};

const valueOf = (model: AskModel, question: Question): string =>
  Object.hasOwn(model.values, question.id) ? (model.values[question.id] ?? '') : '';

const textInput = (words: Words, question: Question, value: string, required: boolean): Element => ({
  type: 'Input.Text',
  id: `${cardInput.question}${question.id}`,
  label: plainTitle(question.text),
  isMultiline: true,
  maxLength: limits.answerLength,
  ...hint(words, question, required),
  ...(value === '' ? {} : { value }),
  ...(required ? { isRequired: true, errorMessage: words('card.answerMissing') } : {}),
});

const choiceInput = (words: Words, question: Question, value: string): Element => ({
  type: 'Input.ChoiceSet',
  id: `${cardInput.question}${question.id}`,
  label: plainTitle(question.text),
  style: question.options.length > openChoices ? 'compact' : 'expanded',
  wrap: true,
  choices: question.options.map((option) => ({ title: plainTitle(option), value: option })),
  ...(question.options.length > openChoices ? { placeholder: words('card.choose') } : {}),
  // An option that was removed since is no choice any more.
  ...(question.options.includes(value) ? { value } : {}),
  isRequired: true,
  errorMessage: words('card.choiceMissing'),
});

const input = (words: Words, model: AskModel, question: Question): Element => {
  const value = valueOf(model, question);
  switch (question.type) {
    case 'TEXT':
      return textInput(words, question, value, isRequired(model.questions, question));
    case 'OPTIONS':
      return choiceInput(words, question, value);
  }
};

/** Of a run nobody has answered yet they are the same for everybody, so all cards of a wave share them. */
const emptyInputs = new WeakMap<readonly Question[], Map<Words, readonly Element[]>>();

const inputs = (words: Words, model: AskModel): readonly Element[] => {
  const draw = (): readonly Element[] => inOrder(model.questions).map((question) => input(words, model, question));
  if (Object.keys(model.values).length > 0) return draw();
  const drawn = emptyInputs.get(model.questions) ?? new Map<Words, readonly Element[]>();
  emptyInputs.set(model.questions, drawn);
  const known = drawn.get(words) ?? draw();
  drawn.set(words, known);
  return known;
};

const inOrder = (questions: readonly Question[]): Question[] => [...questions].sort((a, b) => a.sequence - b.sequence);

const tooLong = (words: Words, model: AskModel, publicUrl: string): OutgoingMessage => {
  const summary = words('card.tooLongTitle', { meeting: model.meetingName });
  return message({
    summary,
    body: [header(summary), note(words('card.tooLong'))],
    actions: [openUrl(words('card.openBrowser'), publicUrl)],
  });
};

/** The card that asks: goals as check boxes, each question by its type, one button. */
export const askCard = (words: Words, publicUrl: string, model: AskModel, reader: Reader): OutgoingMessage => {
  const summary = headline(words, model, reader);
  const drawn = message({
    summary,
    body: [
      header(summary),
      ...(model.problem === undefined ? [] : [line([run(model.problem, { bold: true })])]),
      note(words('card.askWhy', { date: dayInWords(words, model.date) })),
      ...(model.goals.length === 0 ? [] : [heading(words('card.goals'))]),
      ...model.goals.map(goalBox),
      ...inputs(words, model),
    ],
    actions: [execute('submit', words(model.isEdit ? 'card.save' : 'card.send'), model.data)],
  });
  return JSON.stringify(drawn.card).length <= longestForm ? drawn : tooLong(words, model, publicUrl);
};
