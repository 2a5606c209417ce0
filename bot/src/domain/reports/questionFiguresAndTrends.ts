import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { choicesOf, formatOf, tallyOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { QuestionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import { sortQuestions } from '../answers/sortQuestions.ts';
import { digestOf } from '../core/hashesAndDerivedIds.ts';
import { addDays, daysBetween } from '../core/zonedTimeAndCalendarDates.ts';
import { ascending, medianOf } from './compareHalvesForTrendClaims.ts';
import { questionTrendClaim } from './questionTrendClaim.ts';
import type { DatedFigures, Halving } from './questionTrendClaim.ts';

// Averages, distributions and dates of answers. Figures are first computed for each run from its answers; a trend then
// combines the figures of its runs.

/** Rounds to six decimals, which removes the rounding errors of floating-point additions. */
const rounded = (sum: number): number => Number(sum.toFixed(6));

const formText = (question: Question): string => JSON.stringify([formatOf(question).type, choicesOf(question)]);

/**
 * Returns a hash of the question's type and possible values. Figures from before and after an edit of the question can
 * be combined only if the hashes are equal.
 */
export const questionForm = (question: Question): string => digestOf(formText(question)).slice(0, 16);

const figuresOf = (question: Question, values: readonly string[], ranOn: LocalDate): QuestionFigures | undefined => {
  const tallies = values.map((value) => tallyOf(question, value)).filter((tally) => tally !== null);
  if (tallies.length === 0) return undefined;
  const days = tallies.flatMap(({ date }) => (date === undefined ? [] : [daysBetween(ranOn, date)]));
  const amounts = tallies.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return {
    questionId: question.id,
    answers: tallies.length,
    sum: amounts.length === 0 ? null : rounded(amounts.reduce((sum, amount) => sum + amount, 0)),
    counts: choicesOf(question).map((choice) => tallies.filter(({ chosen }) => chosen.includes(choice)).length),
    ...(days.length === 0 ? {} : { days: days.sort((a, b) => a - b) }),
    form: questionForm(question),
  };
};

export const runFigures = (
  { date, questions }: Pick<Run, 'date' | 'questions'>,
  members: readonly Pick<ReportMember, 'answers'>[],
): QuestionFigures[] => {
  const values = new Map<string, string[]>();
  for (const { questionId, answer } of members.flatMap((member) => member.answers)) {
    const known = values.get(questionId);
    if (known === undefined) values.set(questionId, [answer]);
    else known.push(answer);
  }
  return sortQuestions(questions).flatMap((question) => figuresOf(question, values.get(question.id) ?? [], date) ?? []);
};

/**
 * A run with its figures. `figures` is undefined if an earlier version of the product completed the run without
 * computing them.
 */
export interface CountedRun {
  readonly date: LocalDate;
  readonly run: Pick<Run, 'questions'>;
  readonly figures: readonly QuestionFigures[] | undefined;
}

type AnswerFigures = Pick<TrendQuestion, 'answers' | 'average' | 'counts' | 'dates'>;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns the median of the days, and the first and the last date. The days of each run are in ascending order. */
const combinedDates = (figures: readonly DatedFigures[]): Pick<AnswerFigures, 'dates'> => {
  const days = ascending(figures.flatMap((item) => item.days ?? []));
  const ends = figures.flatMap(({ date, days: own = [] }) =>
    [...own.slice(0, 1), ...own.slice(-1)].map((count) => addDays(date, count)),
  );
  const sorted = ends.toSorted();
  const [earliest, latest] = [sorted[0], sorted.at(-1)];
  return earliest === undefined || latest === undefined ? {} : { dates: { median: medianOf(days), earliest, latest } };
};

/**
 * Combines figures of a question from several runs. All runs must have asked it with the same type and possible values.
 */
export const combinedFigures = (question: Question, figures: readonly DatedFigures[]): AnswerFigures => {
  const answers = total(figures.map((item) => item.answers));
  const sums = figures.flatMap(({ sum }) => (sum === null ? [] : [sum]));
  return {
    answers,
    average: sums.length === 0 ? null : rounded(total(sums) / answers),
    counts: choicesOf(question).map((value, index) => ({
      value,
      count: total(figures.map(({ counts }) => counts[index] ?? 0)),
    })),
    ...combinedDates(figures),
  };
};

const isSameForm = (a: Question, b: Question): boolean => formText(a) === formText(b);

/**
 * Returns the figures of a question in a run; empty if the run did not ask the question with the same type and possible
 * values.
 */
const partIn = (question: Question, { date, run, figures }: CountedRun): DatedFigures[] => {
  const request = run.questions.find((item) => item.id === question.id);
  const own = figures?.find((item) => item.questionId === question.id);
  return request === undefined || own === undefined || !isSameForm(request, question) ? [] : [{ date, ...own }];
};

const trendOf = (
  question: Question,
  countedRuns: readonly CountedRun[],
  halve: Halving | undefined,
): TrendQuestion[] => {
  const runs = countedRuns.flatMap((run) => partIn(question, run));
  if (runs.length === 0) return [];
  return [
    {
      ...{ questionId: question.id, question: question.text, format: formatOf(question) },
      ...combinedFigures(question, runs),
      runs: runs.map((run) => ({ date: run.date, ...combinedFigures(question, [run]) })),
      ...(halve === undefined ? {} : questionTrendClaim(choicesOf(question), runs, halve)),
    },
  ];
};

/**
 * Returns the trends of the questions that the newest run asks. `runs`: oldest first. `halve`: divides the runs into the
 * halves that the claims compare; without it, the trends have no claims.
 */
export const questionTrends = (runs: readonly CountedRun[], halve?: Halving): TrendQuestion[] =>
  sortQuestions(runs.at(-1)?.run.questions ?? []).flatMap((question) => trendOf(question, runs, halve));
