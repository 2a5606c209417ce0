import type { MessageKey, MessageValues } from '../../text/catalogueKeys.ts';
import type { FormatOf, QuestionOf, QuestionType } from '../question.ts';

// The definitions import no schema, so that the web app can show answers without loading the schema library.

type ValueKey = Extract<MessageKey, `value.${string}`>;

/** Texts and formats with which `display` shows a value in the language of a reader. */
export interface ValueReader {
  readonly t: (key: ValueKey, values?: MessageValues) => string;
  /** Language tag for dates and numbers, as `formatLocale` returns it. */
  readonly locale: string;
}

/**
 * Result of a check. `accepted`: the stored form of the value. `fault`: key of the error text, whose placeholder
 * `question` gets the text of the question.
 */
export type Checked =
  | { readonly accepted: string }
  | { readonly fault: Extract<MessageKey, `answer.${string}` | 'invalid.choice'>; readonly values?: MessageValues };

export interface Tally {
  /** Number that the average includes; null if the type has no average. */
  readonly amount: number | null;
  /** The values from `choices` that the answer contains. */
  readonly chosen: readonly string[];
}

export interface QuestionDefinition<T extends QuestionType> {
  readonly type: T;
  /** Keys of the texts in the form: the name of the type, and the sentence that explains it. */
  readonly name: Extract<MessageKey, `form.type${string}`>;
  readonly hint: Extract<MessageKey, `form.hint${string}`>;
  /** Checks the text that a client sent. The text is trimmed and not empty. */
  readonly check: (question: QuestionOf<T>, sent: string) => Checked;
  /** Returns the part of the question that is needed to show an answer. */
  readonly formatOf: (question: QuestionOf<T>) => FormatOf<T>;
  /**
   * Returns the text of a stored value for a reader. A value that an older version stored in another form is returned unchanged.
   */
  readonly display: (format: FormatOf<T>, value: string, reader: ValueReader) => string;
  /** True if readers see the stored value unchanged. An export of personal data then omits the format of the answer. */
  readonly isShownAsStored: boolean;
  /** Returns the possible values in their order; empty if answers are not counted by value. */
  readonly choices: (question: QuestionOf<T>) => readonly string[];
  /** Returns the counted values of an answer; null if the type has no figures or the value cannot be counted. */
  readonly tally: (question: QuestionOf<T>, value: string) => Tally | null;
  /** Returns details of the question for the activity log, without words of any language; empty if there are none. */
  readonly detail: (question: QuestionOf<T>) => string;
}
