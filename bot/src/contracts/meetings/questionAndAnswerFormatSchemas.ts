import { z } from 'zod';
import { dateSchema } from './questionTypes/dateQuestionSchema.ts';
import { multipleSchema } from './questionTypes/multipleQuestionSchema.ts';
import { numberSchema } from './questionTypes/numberQuestionSchema.ts';
import { optionsSchema } from './questionTypes/optionsQuestionSchema.ts';
import { scaleSchema } from './questionTypes/scaleQuestionSchema.ts';
import { textSchema } from './questionTypes/textQuestionSchema.ts';

// Union of the question types. Their rules are in `questionTypes/questionDefinitionsAndValueDisplay.ts`, where the
// compiler requires an entry for each type.

/**
 * A question as a client sends it. The rules between its fields are in docs/product-rules.md, Questions, goals and
 * blockers.
 */
export const question = z.discriminatedUnion(
  'type',
  [
    textSchema.draft,
    optionsSchema.draft,
    scaleSchema.draft,
    numberSchema.draft,
    multipleSchema.draft,
    dateSchema.draft,
  ],
  {
    error: ({ input }) =>
      typeof input === 'object' && input !== null && !Array.isArray(input) ? 'question.typeMissing' : undefined,
  },
);

export const storedQuestion = z.discriminatedUnion('type', [
  textSchema.stored,
  optionsSchema.stored,
  scaleSchema.stored,
  numberSchema.stored,
  multipleSchema.stored,
  dateSchema.stored,
]);

/** The fields of a question that are needed to show a stored answer. */
export const answerFormat = z.discriminatedUnion('type', [
  textSchema.format,
  optionsSchema.format,
  scaleSchema.format,
  numberSchema.format,
  multipleSchema.format,
  dateSchema.format,
]);

export type QuestionDraft = z.input<typeof question>;
export type Question = z.output<typeof storedQuestion>;
export type AnswerFormat = z.output<typeof answerFormat>;

export type QuestionType = Question['type'];
export type QuestionOf<T extends QuestionType> = Extract<Question, { type: T }>;
export type FormatOf<T extends QuestionType> = Extract<AnswerFormat, { type: T }>;
