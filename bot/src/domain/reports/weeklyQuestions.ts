import type { LocalDate } from '#contracts/core/ids.ts';
import type { Question } from '#contracts/meetings/question.ts';
import { choicesOf, formatOf } from '#contracts/meetings/questionTypes/allQuestionDefinitions.ts';
import type { QuestionFigures } from '#contracts/reports/questionFigures.ts';
import type { TrendClaim, WeeklyQuestion } from '#contracts/reports/weeklyTrends.ts';
import { inOrder } from '../answers/answerValidation.ts';
import { combinedFigures, questionForm } from './answerFigures.ts';
import { claimChoices, claimRatio } from './trendClaims.ts';
import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';
import { inHalves, isCounted } from './weeklyFigures.ts';
import type { WeeklyRun } from './weeklyFigures.ts';

interface DatedFigures {
  readonly date: LocalDate;
  readonly figures: QuestionFigures;
}

interface QuestionClaim {
  readonly claim: TrendClaim;
  readonly claimValue: string | null;
}

/** Returns the claim about the average, or for a question without an average about the value whose share changed most. */
const claimOf = (question: Question, weeks: readonly Week[], runs: readonly DatedFigures[]): QuestionClaim => {
  const halvesOf = (partOf: (figures: QuestionFigures) => number) =>
    inHalves(
      weeks,
      runs.map(({ date, figures }) => ({ date, part: partOf(figures), whole: figures.answers })),
    );
  if (runs.some(({ figures }) => figures.sum !== null)) {
    const halves = halvesOf(({ sum }) => sum ?? 0);
    return { claim: claimRatio(halves, { unit: 'ANSWERS', scale: 1, decimals: 1 }), claimValue: null };
  }
  const choices = choicesOf(question).map((value, index) => ({
    value,
    ...halvesOf(({ counts }) => counts[index] ?? 0),
  }));
  const { claim, value } = claimChoices(choices);
  return { claim, claimValue: value };
};

type Figures = Omit<WeeklyQuestion, 'meetingId' | 'meetingName'>;

const questionOf = (question: Question, weeks: readonly Week[], counted: readonly WeeklyRun[]): Figures[] => {
  const form = questionForm(question);
  const runs = counted.flatMap(({ date, figures }) =>
    figures.flatMap((item) => (item.questionId === question.id && item.form === form ? [{ date, figures: item }] : [])),
  );
  const groups = weeks.map((): QuestionFigures[] => []);
  for (const { date, figures } of runs) groups[weekIndex(weeks, date) ?? -1]?.push(figures);
  if (groups.every((group) => group.length === 0)) return [];
  const over = groups.filter((_, index) => weeks[index]?.isRunning === false).flat();
  return [
    {
      ...{ questionId: question.id, question: question.text, format: formatOf(question) },
      ...combinedFigures(question, over),
      weeks: groups.map((group) => combinedFigures(question, group)),
      ...claimOf(question, weeks, runs),
    },
  ];
};

/** Returns the figures of the questions of the newest run, over the runs that asked them in the same form. */
export const weeklyQuestions = (
  questions: readonly Question[],
  weeks: readonly Week[],
  runs: readonly WeeklyRun[],
): Figures[] => {
  const counted = runs.filter(isCounted);
  return inOrder(questions).flatMap((question) => questionOf(question, weeks, counted));
};
