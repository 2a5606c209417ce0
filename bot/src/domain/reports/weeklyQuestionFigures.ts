import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { choicesOf, formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { WeeklyQuestion } from '#contracts/reports/getWeeklyTrends.ts';
import { sortQuestions } from '../answers/sortQuestions.ts';
import { combinedFigures, questionForm } from './questionFiguresAndTrends.ts';
import { questionTrendClaim } from './questionTrendClaim.ts';
import type { DatedFigures } from './questionTrendClaim.ts';
import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';
import { inHalves, isCounted } from './weeklyFiguresAndClaims.ts';
import type { WeeklyRun } from './weeklyFiguresAndClaims.ts';

type Figures = Omit<WeeklyQuestion, 'meetingId' | 'meetingName'>;

const questionOf = (question: Question, weeks: readonly Week[], counted: readonly WeeklyRun[]): Figures[] => {
  const form = questionForm(question);
  const runs = counted.flatMap(({ date, figures }) =>
    figures.filter((item) => item.questionId === question.id && item.form === form).map((item) => ({ date, ...item })),
  );
  const groups = weeks.map((): DatedFigures[] => []);
  for (const run of runs) groups[weekIndex(weeks, run.date) ?? -1]?.push(run);
  if (groups.every((group) => group.length === 0)) return [];
  const over = groups.filter((_, index) => weeks[index]?.isRunning === false).flat();
  return [
    {
      ...{ questionId: question.id, question: question.text, format: formatOf(question) },
      ...combinedFigures(question, over),
      weeks: groups.map((group) => combinedFigures(question, group)),
      ...questionTrendClaim(choicesOf(question), runs, (items) => inHalves(weeks, items)),
    },
  ];
};

/**
 * Returns the figures of `questions`, the questions of the newest run. Runs that asked a question with another type or
 * other possible values do not count for this question.
 */
export const weeklyQuestionFigures = (
  questions: readonly Question[],
  weeks: readonly Week[],
  runs: readonly WeeklyRun[],
): Figures[] => {
  const counted = runs.filter(isCounted);
  return sortQuestions(questions).flatMap((question) => questionOf(question, weeks, counted));
};
