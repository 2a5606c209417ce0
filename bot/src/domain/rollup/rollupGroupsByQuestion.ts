import { formatOf, isMood } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { MeetingId, MemberId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';
import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import { sortQuestions } from '../answers/sortQuestions.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { questionTrends, runFigures } from '../reports/questionFiguresAndTrends.ts';
import type { CountedRun } from '../reports/questionFiguresAndTrends.ts';
import { isCountedRun } from '../reports/countedRunsAndMembers.ts';
import { byMeeting, newestFirst } from './rollupGroupModelAndOrder.ts';
import type { CompareText, QuestionHead, RollupGroupModel } from './rollupGroupModelAndOrder.ts';
import { figureSteps, isCountedLine } from './rollupFigures.ts';
import type { RollupPart } from './rollupFigures.ts';
import { linesOf } from './rollupRowTypes.ts';
import type { RollupLine, RollupRun, RollupSet } from './rollupRowTypes.ts';

// Groups a roll-up by question. Averages, distributions and dates are computed as in the trends.

/** A question of one report, and the newest run that asks it. */
interface Asked {
  readonly question: Question;
  readonly newest: RollupRun;
  /** The runs of the report that ask the question, oldest first. */
  readonly runs: readonly RollupRun[];
}

/**
 * Returns the questions of the newest run in their order, then those that only older runs ask. `runs`: of one report,
 * oldest first.
 */
const questionsOf = (runs: readonly RollupRun[]): Asked[] => {
  const found = new Map<QuestionId, { question: Question; newest: RollupRun; runs: RollupRun[] }>();
  for (const of of runs.toReversed())
    for (const question of sortQuestions(of.run.questions)) {
      const asked = found.get(question.id);
      if (asked === undefined) found.set(question.id, { question, newest: of, runs: [of] });
      else asked.runs.unshift(of);
    }
  return [...found.values()];
};

/** Returns the lines with an answer to the question, newest first. Each line contains only this answer. */
const linesWith = function* ({ question, runs }: Asked): Steps<RollupLine[]> {
  const lines: RollupLine[] = [];
  for (const of of runs) {
    for (const line of linesOf([of])) {
      const answers = line.member.answers.filter(({ questionId }) => questionId === question.id);
      if (answers.length > 0) lines.push({ ...line, member: { ...line.member, answers } });
    }
    yield;
  }
  return lines.sort(newestFirst);
};

/**
 * Returns the trend of the question; undefined if no counted run has an answer to the question in its newest form.
 * `lines`: as `linesWith` returns them, with answers to this question only.
 */
const trendSteps = function* ({ runs }: Asked, lines: readonly RollupLine[]): Steps<TrendQuestion | undefined> {
  const answered = new Map<RollupRun, ReportMember[]>();
  for (const { of, member } of lines) {
    const members = answered.get(of) ?? [];
    answered.set(of, members);
    members.push(member);
  }
  const counted: CountedRun[] = [];
  for (const of of runs) {
    const { run } = of;
    if (!isCountedRun(run.state)) continue;
    counted.push({ date: run.date, run, figures: runFigures(run, answered.get(of) ?? []) });
    yield;
  }
  return questionTrends(counted)[0];
};

/**
 * Returns the figures of the question. Other figures are null; for example, only the timesheet question has goals and
 * hours.
 */
const figuresOf = function* (part: RollupPart, question: Question, reader: MemberId | null): Steps<RollupFigures> {
  const figures = yield* figureSteps(part, reader);
  return {
    participation: figures.participation,
    goals: question.isTimesheetQuestion ? figures.goals : null,
    minutes: question.isTimesheetQuestion ? figures.minutes : null,
    blockers: question.isBlocker ? figures.blockers : null,
    mood: isMood(question) ? figures.mood : null,
  };
};

/**
 * Yields the lines of the runs. For a mood question, each line contains only the answer to it, so that answers to other
 * mood questions do not count.
 */
const linesAbout = function* ({ question, runs }: Asked): Generator<RollupLine, undefined> {
  for (const line of linesOf(runs))
    if (!isMood(question)) yield line;
    else {
      const answers = line.member.answers.filter(({ questionId }) => questionId === question.id);
      yield { ...line, member: { ...line.member, answers } };
    }
  return undefined;
};

const groupSteps = function* (set: RollupSet, asked: Asked): Steps<RollupGroupModel> {
  const { question, newest } = asked;
  const { meetingId } = newest.run;
  const lines = yield* linesWith(asked);
  const trend = yield* trendSteps(asked, lines);
  const head: QuestionHead = {
    ...{ by: 'QUESTION', of: newest, questionId: question.id, question: question.text, format: formatOf(question) },
    answers: trend?.answers ?? lines.filter(isCountedLine).length,
    ...{ average: trend?.average ?? null, counts: trend?.counts ?? [] },
    ...(trend?.dates === undefined ? {} : { dates: trend.dates }),
  };
  const ofReport = (row: { readonly meetingId: MeetingId | null }): boolean => row.meetingId === meetingId;
  const figures = () => {
    const part = { hours: set.hours.filter(ofReport), blockers: set.blockers.filter(ofReport) };
    return figuresOf({ ...part, lines: linesAbout(asked) }, question, set.reader);
  };
  return { key: `${meetingId}.${question.id}`, head, lines, figures };
};

export const rollupGroupsByQuestion = function* (set: RollupSet, byText: CompareText): Steps<RollupGroupModel[]> {
  const byReport = new Map<MeetingId, RollupRun[]>();
  for (const of of set.runs) {
    const runs = byReport.get(of.run.meetingId) ?? [];
    byReport.set(of.run.meetingId, runs);
    runs.push(of);
  }
  const reports = [...byReport.values()]
    .flatMap((runs) => runs.slice(-1).map((newest) => ({ runs, newest })))
    .sort((a, b) => byMeeting(byText)(a.newest, b.newest));
  const groups: RollupGroupModel[] = [];
  for (const { runs } of reports) for (const asked of questionsOf(runs)) groups.push(yield* groupSteps(set, asked));
  return groups;
};
