import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { choicesOf, formatOf, tallyOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { QuestionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import { inOrder } from '../answers/validateAnswersAndFindBlockers.ts';
import { digestOf } from '../core/hashesIdsAndReverseDates.ts';

// Averages and distributions of answers. Figures are first computed for each run from its answers; a trend then
// combines the figures of its runs.

/** Rounds to six decimals, which removes the rounding errors of floating-point additions. */
const rounded = (sum: number): number => Number(sum.toFixed(6));

const formText = (question: Question): string => JSON.stringify([formatOf(question).type, choicesOf(question)]);

/**
 * Returns a hash of the question's type and possible values. Figures from before and after an edit of the question can
 * be combined only if the hashes are equal.
 */
export const questionForm = (question: Question): string => digestOf(formText(question)).slice(0, 16);

const figuresOf = (question: Question, values: readonly string[]): QuestionFigures | undefined => {
  const tallies = values.map((value) => tallyOf(question, value)).filter((tally) => tally !== null);
  if (tallies.length === 0) return undefined;
  const amounts = tallies.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return {
    questionId: question.id,
    answers: tallies.length,
    sum: amounts.length === 0 ? null : rounded(amounts.reduce((sum, amount) => sum + amount, 0)),
    counts: choicesOf(question).map((choice) => tallies.filter(({ chosen }) => chosen.includes(choice)).length),
    form: questionForm(question),
  };
};

export const runFigures = (
  questions: readonly Question[],
  members: readonly Pick<ReportMember, 'answers'>[],
): QuestionFigures[] => {
  const values = new Map<string, string[]>();
  for (const { questionId, answer } of members.flatMap((member) => member.answers))
    values.set(questionId, [...(values.get(questionId) ?? []), answer]);
  return inOrder(questions).flatMap((question) => figuresOf(question, values.get(question.id) ?? []) ?? []);
};

/** A run with its figures. `figures` is undefined if an earlier version of the product completed the run without computing them. */
export interface CountedRun {
  readonly date: LocalDate;
  readonly run: Pick<Run, 'questions'>;
  readonly figures: readonly QuestionFigures[] | undefined;
}

type AnswerFigures = Pick<TrendQuestion, 'answers' | 'average' | 'counts'>;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Combines figures of a question from several runs. All runs must have asked it with the same type and possible values.
 */
export const combinedFigures = (question: Question, figures: readonly QuestionFigures[]): AnswerFigures => {
  const answers = total(figures.map((item) => item.answers));
  const sums = figures.flatMap(({ sum }) => (sum === null ? [] : [sum]));
  return {
    answers,
    average: sums.length === 0 ? null : rounded(total(sums) / answers),
    counts: choicesOf(question).map((value, index) => ({
      value,
      count: total(figures.map(({ counts }) => counts[index] ?? 0)),
    })),
  };
};

const isSameForm = (a: Question, b: Question): boolean => formText(a) === formText(b);

interface DatedFigures {
  readonly date: LocalDate;
  readonly figures: QuestionFigures;
}

/**
 * Returns the figures of a question in a run; empty if the run did not ask the question with the same type and possible
 * values.
 */
const partIn = (question: Question, { date, run, figures }: CountedRun): DatedFigures[] => {
  const request = run.questions.find((item) => item.id === question.id);
  const own = figures?.find((item) => item.questionId === question.id);
  return request === undefined || own === undefined || !isSameForm(request, question) ? [] : [{ date, figures: own }];
};

const trendOf = (question: Question, countedRuns: readonly CountedRun[]): TrendQuestion[] => {
  const runs = countedRuns.flatMap((run) => partIn(question, run));
  if (runs.length === 0) return [];
  const all = runs.map(({ figures }) => figures);
  return [
    {
      ...{ questionId: question.id, question: question.text, format: formatOf(question) },
      ...combinedFigures(question, all),
      runs: runs.map(({ date, figures }) => ({ date, ...combinedFigures(question, [figures]) })),
    },
  ];
};

/** Returns the trends of the questions that the newest run asks. `runs`: oldest first. */
export const questionTrends = (runs: readonly CountedRun[]): TrendQuestion[] =>
  inOrder(runs.at(-1)?.run.questions ?? []).flatMap((question) => trendOf(question, runs));
