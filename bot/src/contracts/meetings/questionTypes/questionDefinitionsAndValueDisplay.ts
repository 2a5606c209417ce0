import type { AnswerFormat, Question, QuestionType } from '../questionAndAnswerFormatSchemas.ts';
import { dateDefinition } from './dateDefinition.ts';
import type { Checked, QuestionDefinition, SummaryKind, Tally, ValueReader } from './questionDefinitionTypes.ts';
import { multipleDefinition } from './multipleDefinition.ts';
import { numberDefinition } from './numberDefinition.ts';
import { optionsDefinition } from './optionsDefinition.ts';
import { scaleDefinition } from './scaleDefinition.ts';
import { textDefinition } from './textDefinition.ts';
import { averageText, numberText } from './formatAnswerValues.ts';

// Functions that accept questions of every type. A question type without an entry in `questionDefinitions` is a compile
// error.

export const questionDefinitions: { readonly [T in QuestionType]: QuestionDefinition<T> } = {
  TEXT: textDefinition,
  OPTIONS: optionsDefinition,
  SCALE: scaleDefinition,
  NUMBER: numberDefinition,
  MULTIPLE: multipleDefinition,
  DATE: dateDefinition,
};

export const questionTypes = Object.keys(questionDefinitions) as readonly QuestionType[];

// The cast is needed because TypeScript cannot infer that a question and its definition have the same type.
const of = ({ type }: { readonly type: QuestionType }): QuestionDefinition<never> =>
  questionDefinitions[type] as unknown as QuestionDefinition<never>;

/** Checks the value that a client sent for a question. `sent` is already trimmed and not empty. */
export const checkValue = (question: Question, sent: string): Checked => of(question).check(question as never, sent);

export const formatOf = (question: Question): AnswerFormat => of(question).formatOf(question as never);

export const displayValue = (format: AnswerFormat, value: string, reader: ValueReader): string =>
  of(format).display(format as never, value, reader);

/**
 * True if every reader sees the stored value unchanged. False for values that are formatted by language, such as dates
 * and numbers.
 */
export const isShownAsStored = (format: { readonly type: QuestionType }): boolean => of(format).isShownAsStored;

/** True if answers to such questions count for the mood, the average that a roll-up shows. */
export const isMood = (format: { readonly type: QuestionType }): boolean => of(format).mood !== null;

/** Returns the mood, an average of the answers to questions for which `isMood` is true, with its unit. */
export const displayMood = (average: number, reader: ValueReader): string => {
  const value = averageText(average, reader.locale);
  return (
    Object.values(questionDefinitions)
      .find(({ mood }) => mood !== null)
      ?.mood?.(value, reader) ?? value
  );
};

/** Returns the kind of summary that answers to such questions have. */
export const summaryOf = (format: { readonly type: QuestionType }): SummaryKind => of(format).summary.is;

/** Returns the name of a value in a distribution, for example with the label of an end of a scale. */
export const nameOfValue = (format: AnswerFormat, value: string, reader: ValueReader): string =>
  of(format).valueName(format as never, value, reader);

const averageOf = (format: AnswerFormat) => {
  const { summary } = of(format);
  return summary.is === 'AVERAGE' ? summary : undefined;
};

/** True if a number can be computed as the average of the answers to such questions. */
export const hasAverage = (format: { readonly type: QuestionType }): boolean => summaryOf(format) === 'AVERAGE';

/** Returns the possible values of an answer in their order; empty for a type whose answers are not counted by value. */
export const choicesOf = (question: Question): readonly string[] => of(question).choices(question as never);

export const tallyOf = (question: Question, value: string): Tally | null =>
  of(question).tally(question as never, value);

/** Returns details of the question for the activity log, as language-neutral text. */
export const detailOf = (question: Question): string => of(question).detail(question as never);

/**
 * Returns an average with its unit. For a question type without averages, returns the number alone.
 */
export const displayAverage = (format: AnswerFormat, average: number, reader: ValueReader): string => {
  const value = averageText(average, reader.locale);
  return averageOf(format)?.withUnit(format as never, value, reader) ?? value;
};

/** Returns the size of a change of an average, with its unit if a change has one. */
export const displayAverageChange = (format: AnswerFormat, change: number, reader: ValueReader): string =>
  averageOf(format)?.changesHaveUnit === true
    ? displayAverage(format, change, reader)
    : numberText(String(change), reader.locale);

/** Returns the lowest and highest value of a chart of averages. Null = the chart covers zero and the shown averages. */
export const averageBounds = (format: AnswerFormat): { readonly min: number; readonly max: number } | null =>
  averageOf(format)?.bounds ?? null;
