import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';

// The sorted list is cached, because all answers of a run use the same list of questions.
export const sortQuestions = weakMemo((questions: readonly Question[]): readonly Question[] =>
  [...questions].sort((a, b) => a.sequence - b.sequence),
);
