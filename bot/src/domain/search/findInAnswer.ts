import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { chosenOptions } from '#contracts/meetings/questionTypes/joinAndReadChosenOptions.ts';
import type { Question, QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { sortQuestions } from '../answers/sortQuestions.ts';
import type { AnswerValues } from '../answers/validateAnswersAndFindBlockers.ts';
import { findTerms } from './splitAndMatchWords.ts';
import type { FoundRange, SearchTerm } from './splitAndMatchWords.ts';

const asStored = (value: string): string => value;
const notSearched = (): undefined => undefined;

/**
 * One function for each question type. It returns the text of an answer as readers see it; undefined for numbers,
 * scales and dates, which are not searched.
 */
const searchedTexts: Readonly<Record<QuestionType, (value: string) => string | undefined>> = {
  TEXT: asStored,
  OPTIONS: asStored,
  SCALE: notSearched,
  NUMBER: notSearched,
  MULTIPLE: (value) => chosenOptions(value).join(' · '),
  DATE: notSearched,
};

interface SearchedAnswer {
  readonly question: Question;
  readonly text: string;
}

const searchedAnswers = (questions: readonly Question[], values: AnswerValues): SearchedAnswer[] =>
  sortQuestions(questions).flatMap((question) => {
    const value = Object.hasOwn(values, question.id) ? values[question.id] : '';
    const text = value === undefined || value === '' ? undefined : searchedTexts[question.type](value);
    return text === undefined ? [] : [{ question, text }];
  });

/**
 * One piece of a text. `isFound`: the piece matches the search; it is a word, a phrase, or several matches that touch
 * or overlap.
 */
export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

export interface FoundAnswer {
  readonly questionId: QuestionId;
  readonly question: string;
  readonly parts: TextPart[];
}

/** Approximate number of characters in an excerpt: before the first found word (`before`), and in total (`atMost`). */
const before = 80;
const atMost = 400;

/**
 * Returns the position of the last word that begins within the 30 characters before `at`. If no word begins there,
 * returns `at`, or `at - 1` if `at` would split a surrogate pair.
 */
const cutAt = (text: string, at: number): number => {
  const gap = text.lastIndexOf(' ', at);
  if (gap > at - 30 && gap > 0) return gap + 1;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** Returns the text around the first found range. Each found range is a separate part. */
export const excerptOf = (text: string, ranges: readonly FoundRange[]): TextPart[] => {
  const first = ranges[0]?.[0] ?? 0;
  const from = first <= before ? 0 : cutAt(text, first - before);
  const to = text.length - from <= atMost ? text.length : cutAt(text, from + atMost);
  const parts: TextPart[] = [];
  const add = (piece: string, isFound: boolean): void => {
    if (piece !== '') parts.push({ text: piece, isFound });
  };
  let at = from;
  for (const [begin, end] of ranges) {
    if (begin >= to) break;
    add(text.slice(at, begin), false);
    add(text.slice(begin, Math.min(end, to)), true);
    at = Math.min(end, to);
  }
  add(text.slice(at, to), false);
  if (from > 0) parts.unshift({ text: '… ', isFound: false });
  if (to < text.length) parts.push({ text: ' …', isFound: false });
  return parts;
};

/** Returns the answers that contain a searched word; undefined unless the answers together contain all terms. */
export const findInAnswer = (
  questions: readonly Question[],
  values: AnswerValues,
  terms: readonly SearchTerm[],
): FoundAnswer[] | undefined => {
  const answers = searchedAnswers(questions, values);
  const found = findTerms(
    answers.map(({ text }) => text),
    terms,
  );
  return found?.flatMap((ranges, index) => {
    const answer = answers[index];
    if (answer === undefined || ranges.length === 0) return [];
    const { question, text } = answer;
    return [{ questionId: question.id, question: question.text, parts: excerptOf(text, ranges) }];
  });
};
