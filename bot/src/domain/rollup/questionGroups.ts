import { formatOf } from '#contracts/meetings/questionTypes/allQuestionDefinitions.ts';
import type { MeetingId, QuestionId } from '#contracts/core/ids.ts';
import type { Question } from '#contracts/meetings/question.ts';
import type { RollupFigures } from '#contracts/reports/rollup.ts';
import { inOrder } from '../answers/answerValidation.ts';
import { questionTrends, runFigures } from '../reports/answerFigures.ts';
import type { CountedRun } from '../reports/answerFigures.ts';
import { isCountedRun } from '../reports/countedRuns.ts';
import { byMeeting, newestFirst } from './groupModel.ts';
import type { CompareText, QuestionHead, RollupGroupModel } from './groupModel.ts';
import { countedLines, rollupFigures } from './rollupFigures.ts';
import { linesOf } from './rollupSet.ts';
import type { RollupLine, RollupRun, RollupSet } from './rollupSet.ts';

// Groups a roll-up by question. Averages and distributions come from the rule of the trends.

/** A question of one report, and the newest run that asks it. */
interface Asked {
  readonly question: Question;
  readonly newest: RollupRun;
  /** The runs of the report that ask the question, oldest first. */
  readonly runs: readonly RollupRun[];
}

/** Returns the questions of the newest run in their order, then those that only older runs ask. `runs`: of one report, oldest first. */
const questionsOf = (runs: readonly RollupRun[]): Asked[] => {
  const found = new Map<QuestionId, Asked>();
  for (const newest of runs.toReversed())
    for (const question of inOrder(newest.run.questions))
      if (!found.has(question.id)) {
        const asking = runs.filter(({ run }) => run.questions.some(({ id }) => id === question.id));
        found.set(question.id, { question, newest, runs: asking });
      }
  return [...found.values()];
};

/** Returns the lines with an answer to the question. Each shows only this answer. */
const linesWith = ({ question, runs }: Asked): RollupLine[] =>
  linesOf(runs)
    .flatMap((line): RollupLine[] => {
      const answers = line.member.answers.filter(({ questionId }) => questionId === question.id);
      return answers.length === 0 ? [] : [{ ...line, member: { ...line.member, answers } }];
    })
    .sort(newestFirst);

const trendOf = ({ question, newest, runs }: Asked): ReturnType<typeof questionTrends>[number] | undefined => {
  const counted = runs
    .slice(0, runs.indexOf(newest) + 1)
    .filter(({ run }) => isCountedRun(run.state))
    .map(({ run, members }): CountedRun => {
      const figures = runFigures(
        [...run.questions.filter(({ id }) => id === question.id)],
        members.map(({ member }) => member),
      );
      return { date: run.date, run: { questions: [...run.questions] }, figures };
    });
  return questionTrends(counted).find(({ questionId }) => questionId === question.id);
};

const headOf = (asked: Asked, lines: readonly RollupLine[]): QuestionHead => {
  const { question, newest } = asked;
  const trend = trendOf(asked);
  return {
    ...{ by: 'QUESTION', of: newest, questionId: question.id, question: question.text, format: formatOf(question) },
    answers: trend?.answers ?? countedLines(lines).length,
    average: trend?.average ?? null,
    counts: trend?.counts ?? [],
  };
};

/** Leaves out the figures that do not belong to the question: only the plan has goals and hours, for example. */
const figuresOf = (set: RollupSet, { question, newest, runs }: Asked, shown: readonly RollupLine[]): RollupFigures => {
  const ofReport = ({ meetingId }: { readonly meetingId: MeetingId | null }): boolean =>
    meetingId === newest.run.meetingId;
  const part = {
    lines: linesOf(runs),
    hours: set.hours.filter(ofReport),
    blockers: set.blockers.filter(ofReport),
  };
  const figures = rollupFigures(part, set.reader);
  return {
    participation: figures.participation,
    goals: question.isTimesheetQuestion ? figures.goals : null,
    minutes: question.isTimesheetQuestion ? figures.minutes : null,
    blockers: question.isBlocker ? figures.blockers : null,
    mood: question.type === 'SCALE' ? rollupFigures({ ...part, lines: shown }, set.reader).mood : null,
  };
};

export const questionGroups = (set: RollupSet, byText: CompareText): RollupGroupModel[] => {
  const byReport = new Map<MeetingId, RollupRun[]>();
  for (const of of set.runs) byReport.set(of.run.meetingId, [...(byReport.get(of.run.meetingId) ?? []), of]);
  return [...byReport.values()]
    .map((runs) => ({ runs, newest: runs.at(-1) }))
    .flatMap(({ runs, newest }) => (newest === undefined ? [] : [{ runs, newest }]))
    .sort((a, b) => byMeeting(byText)(a.newest, b.newest))
    .flatMap(({ runs }) => questionsOf(runs))
    .map((asked) => {
      const lines = linesWith(asked);
      return {
        key: `${asked.newest.run.meetingId}.${asked.question.id}`,
        head: headOf(asked, lines),
        lines,
        figures: () => figuresOf(set, asked, lines),
      };
    });
};
