import type { MessageKey, MessageValues } from '../../text/translateAndMessageKeyTypes.ts';
import type { LocalDate } from '../../core/idDateAndZoneSchemas.ts';
import type { FormatOf, QuestionOf, QuestionType } from '../questionAndAnswerFormatSchemas.ts';

// This file and the definitions import no schema, so that the web app can show answers without loading the schema
// library.

type ValueKey = Extract<MessageKey, `value.${string}`>;

/** Translations and formats with which `display` shows a value to a reader. */
export interface ValueReader {
  readonly t: (key: ValueKey, values?: MessageValues) => string;
  /** Language tag for dates and numbers, as `formatLocale` returns it. */
  readonly locale: string;
}

/**
 * Result of a check. `accepted`: the value in its stored form. `fault`: key of the error message; its placeholder
 * `question` is filled with the text of the question.
 */
export type Checked =
  | { readonly accepted: string }
  | { readonly fault: Extract<MessageKey, `answer.${string}` | 'invalid.choice'>; readonly values?: MessageValues };

export interface Tally {
  /** Number that is included in the average; null for a type without an average. */
  readonly amount: number | null;
  /** The values of `choices` that the answer contains. */
  readonly chosen: readonly string[];
  /** The answered date; missing for a type whose answers are not dates. */
  readonly date?: LocalDate;
}

/** Summary of numbers: their average. */
interface AverageSummary<T extends QuestionType> {
  readonly is: 'AVERAGE';
  /** Adds the unit to a number that is already formatted for the reader. */
  readonly withUnit: (format: FormatOf<T>, value: string, reader: ValueReader) => string;
  /** True if a change of the average has the same unit as the average. */
  readonly changesHaveUnit: boolean;
  /** Lowest and highest value of a chart of averages; null = the chart covers zero and the shown averages. */
  readonly bounds: { readonly min: number; readonly max: number } | null;
}

/**
 * Summary of the answers to a question in a run, a week or a period, beside their number and distribution. DATES: the
 * median of the days from the run to the date, and the first and the last date.
 */
export type AnswerSummary<T extends QuestionType> =
  | AverageSummary<T>
  | { readonly is: 'DATES' }
  | { readonly is: 'NONE' };
export type SummaryKind = AnswerSummary<QuestionType>['is'];

export interface QuestionDefinition<T extends QuestionType> {
  readonly type: T;
  /** Keys of the texts in the form: the name of the type, and a sentence that explains the type. */
  readonly name: Extract<MessageKey, `form.type${string}`>;
  readonly hint: Extract<MessageKey, `form.hint${string}`>;
  /** Checks the value that a client sent. `sent` is already trimmed and not empty. */
  readonly check: (question: QuestionOf<T>, sent: string) => Checked;
  /** Returns the fields of the question that are needed to show an answer. */
  readonly formatOf: (question: QuestionOf<T>) => FormatOf<T>;
  /** Returns the text of a stored value for a reader. A value in a form of an older version is returned unchanged. */
  readonly display: (format: FormatOf<T>, value: string, reader: ValueReader) => string;
  /**
   * True if every reader sees the stored value unchanged. An export of personal data then omits the answer's format.
   */
  readonly isShownAsStored: boolean;
  /** Returns the possible values in their order; empty for a type whose answers are not counted by value. */
  readonly choices: (question: QuestionOf<T>) => readonly string[];
  /** Returns the countable values of an answer; null if the type has no figures, or if this value cannot be counted. */
  readonly tally: (question: QuestionOf<T>, value: string) => Tally | null;
  /** Returns the name of a value in a distribution, for example with the label of an end of a scale. */
  readonly valueName: (format: FormatOf<T>, value: string, reader: ValueReader) => string;
  readonly summary: AnswerSummary<T>;
  /**
   * Adds the unit to the mood, the average that a roll-up shows; the number is already formatted for the reader. Null if
   * answers to such questions do not count for the mood. Types that count must have the same values.
   */
  readonly mood: ((value: string, reader: ValueReader) => string) | null;
  /** Returns details of the question for the activity log, as language-neutral text; empty if there are none. */
  readonly detail: (question: QuestionOf<T>) => string;
}
