import type { Run } from '#contracts/runs/runSchema.ts';
import { formatOf, hasAverage } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { QuestionAverage } from '#contracts/reports/questionAverageSchema.ts';
import { combinedFigures, runFigures } from './questionFiguresAndTrends.ts';

/**
 * Returns the averages of the run's questions in their order, computed from the answers of these members. Questions
 * without an answer, and questions of a type without an average, are left out.
 */
export const questionAverages = (
  { date, questions }: Pick<Run, 'date' | 'questions'>,
  members: readonly Pick<ReportMember, 'answers'>[],
): QuestionAverage[] => {
  const averaged = new Map(questions.filter(hasAverage).map((question) => [question.id, question]));
  if (averaged.size === 0) return [];
  return runFigures({ date, questions: [...averaged.values()] }, members).flatMap((figures) => {
    const question = averaged.get(figures.questionId);
    if (question === undefined) return [];
    const { answers, average, counts } = combinedFigures(question, [{ date, ...figures }]);
    if (average === null) return [];
    const format = formatOf(question);
    return [{ questionId: question.id, question: question.text, format, answers, average, counts }];
  });
};
