import type { MessageKey, MessageValues } from '../../text/catalogueKeys.ts';
import type { FormatOf, QuestionOf, QuestionType } from '../question.ts';

// This folder has no schema in what it exports to the definitions: the web app shows answers without loading the schema library.

/** Keys of the texts that show an answer. */
type ValueKey = Extract<MessageKey, `value.${string}`>;

/** The language of a reader. */
export interface ValueReader {
  readonly words: (key: ValueKey, values?: MessageValues) => string;
  /** Tag for dates and numbers, as `formatLocale` returns it. */
  readonly locale: string;
}

/** `accepted`: the stored form. `fault`: the sentence that names the question by its value `question`. */
export type Checked =
  | { readonly accepted: string }
  | { readonly fault: Extract<MessageKey, `answer.${string}` | 'invalid.choice'>; readonly values?: MessageValues };

/** Counted values of one answer, for averages and distributions. */
export interface Tally {
  /** A number for the average; null if the type has none. */
  readonly amount: number | null;
  /** The chosen values among `choices`. */
  readonly chosen: readonly string[];
}

/** The rules of one question type, besides its schema. */
export interface QuestionDefinition<T extends QuestionType> {
  readonly type: T;
  /** Name of the type, and the sentence that explains it, in the form. */
  readonly name: Extract<MessageKey, `form.type${string}`>;
  readonly hint: Extract<MessageKey, `form.hint${string}`>;
  /** Checks the text that a client sent, trimmed and not empty. */
  readonly check: (question: QuestionOf<T>, sent: string) => Checked;
  /** The part of the question that is needed to show an answer. */
  readonly formatOf: (question: QuestionOf<T>) => FormatOf<T>;
  /** Text of a stored value for a reader. A value of another form, stored by an older version, is returned as it is. */
  readonly display: (format: FormatOf<T>, value: string, reader: ValueReader) => string;
  /** True if a reader sees the stored value. */
  readonly isShownAsStored: boolean;
  /** The possible values in their order, if answers are counted by value. */
  readonly choices: (question: QuestionOf<T>) => readonly string[];
  /** Null: this type has no figures, or the value cannot be counted. */
  readonly tally: (question: QuestionOf<T>, value: string) => Tally | null;
  /** Details of the question for the activity log, in no language; empty without details. */
  readonly detail: (question: QuestionOf<T>) => string;
}
