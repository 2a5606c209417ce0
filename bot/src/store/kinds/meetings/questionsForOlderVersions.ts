import { z } from 'zod';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question, QuestionOf, QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { scaleValues } from '#contracts/meetings/questionTypes/scaleDefinition.ts';
import type { RowForm } from '../../rowCodec.ts';

// Older versions of the product know only the question types TEXT and OPTIONS, and blockers only with OPTIONS (docs/decisions/034,
// 061 and 073). In a row, any other question is written as TEXT or OPTIONS, and an extra property contains its real type and fields.

type Fields = Readonly<Record<string, unknown>>;

const plain = { options: [], isBlocker: false, isTimesheetQuestion: false, blockingOptions: [] };

const asText = { type: 'TEXT', ...plain };

/** For each question type, returns the fields that older versions read; null if older versions know the question. */
const olderForms: { readonly [T in QuestionType]: ((question: QuestionOf<T>) => Fields | null) | null } = {
  TEXT: (question) => (question.isBlocker ? asText : null),
  OPTIONS: null,
  SCALE: () => ({ type: 'OPTIONS', ...plain, options: [...scaleValues] }),
  NUMBER: () => asText,
  MULTIPLE: () => asText,
  DATE: () => asText,
};

const olderForm = (question: Question): Fields | undefined =>
  (olderForms[question.type] as ((question: never) => Fields | null) | null)?.(question as never) ?? undefined;

const toOlder = (question: Question): Fields => {
  const older = olderForm(question);
  if (older === undefined) return question;
  const { id, sequence, text } = question;
  return { id, sequence, text, ...older };
};

/**
 * Real type and fields of a question. The schema accepts unknown types and further fields, because a later version may have
 * written them. This version then uses the older form of the question.
 */
const detail = z.looseObject({ id: z.string(), type: z.string() });

type Detail = z.output<typeof detail>;

const detailOf = (question: Question): Detail[] => {
  if (olderForm(question) === undefined) return [];
  const { id, options, isBlocker } = question;
  const roles = { ...(options.length === 0 ? {} : { options }), ...(isBlocker ? { isBlocker } : {}) };
  return [{ id, ...formatOf(question), ...roles }];
};

/**
 * True if no older version changed the type or the options of the question. It may have changed the text and the order.
 */
const isUntouched = (older: Fields, expected: Fields): boolean =>
  Object.entries(expected).every(([name, value]) => JSON.stringify(older[name]) === JSON.stringify(value));

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/**
 * True for a TEXT question that reports blockers or has options, and for any other question that fills the timesheet.
 * Earlier versions stored such fields although they had no effect.
 */
const isUntidyFields = (question: Fields): boolean =>
  question['type'] === 'TEXT'
    ? question['isBlocker'] === true || isFilled(question['options']) || isFilled(question['blockingOptions'])
    : question['isTimesheetQuestion'] === true;

/**
 * Like `isUntidyFields`, for any element of a list of questions. False for a damaged element, which the schema rejects.
 */
const isUntidy = (question: unknown): boolean =>
  typeof question === 'object' && question !== null && isUntidyFields(question as Fields);

/** Resets the fields that have no effect on a question of its type. */
const tidied = (question: Fields): Fields => {
  if (!isUntidy(question)) return question;
  return question['type'] === 'TEXT'
    ? { ...question, isBlocker: false, options: [], blockingOptions: [] }
    : { ...question, isTimesheetQuestion: false };
};

const restored = (older: unknown, details: readonly Detail[]): unknown => {
  if (typeof older !== 'object' || older === null) return older;
  const fields = tidied(older as Fields);
  const own = details.find(({ id }) => id === fields['id']);
  if (own === undefined) return fields;
  const { id, sequence, text } = fields;
  const parsed = storedQuestion.safeParse({ ...own, id, sequence, text });
  const expected = parsed.success ? olderForm(parsed.data) : undefined;
  return parsed.success && expected !== undefined && isUntouched(fields, expected) ? parsed.data : fields;
};

const extra = 'questionDetails';

interface Holder extends Fields {
  readonly questions: readonly Question[];
}

const holds = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && Array.isArray((value as Fields)['questions']);

/** Returns the row form of a record whose questions are in the field `questions`, or in the object `givenTo`. */
export const questionsForOlderVersions = (field: 'questions' | 'givenTo'): RowForm => {
  const holderOf = (fields: Fields): unknown => (field === 'questions' ? fields : fields[field]);
  const withQuestions = (fields: Fields, holder: Holder, questions: readonly unknown[]): Fields =>
    field === 'questions' ? { ...fields, questions } : { ...fields, [field]: { ...holder, questions } };
  return {
    extra: [extra],
    toRow: (fields) => {
      const holder = holderOf(fields);
      const details = holds(holder) ? holder.questions.flatMap(detailOf) : [];
      if (!holds(holder) || details.length === 0) return fields;
      return { ...withQuestions(fields, holder, holder.questions.map(toOlder)), [extra]: details };
    },
    fromRow: (fields) => {
      const holder = holderOf(fields);
      if (!holds(holder)) return fields;
      if (fields[extra] === null && !holder.questions.some(isUntidy)) return fields;
      const details = z.array(detail).safeParse(fields[extra]).data ?? [];
      return withQuestions(
        fields,
        holder,
        holder.questions.map((question) => restored(question, details)),
      );
    },
  };
};
