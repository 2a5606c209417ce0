import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';
import { isCounted } from './weeklyFiguresAndClaims.ts';
import type { ReportRuns, WeeklyRun } from './weeklyFiguresAndClaims.ts';

/** The trends show the goals of a week only if at least this number of members settled goals in one of its runs. */
const fewestGoalOwners = 3;

const withoutGoals = (run: WeeklyRun): WeeklyRun =>
  run.measures === undefined ? run : { ...run, measures: { ...run.measures, goalsDone: 0, goalsSettled: 0 } };

/**
 * Removes the goals of a report from each week in which no run has at least three members who settled goals, because
 * fewer members would reveal the private rate of one member. Each report is checked alone, so sums of several reports
 * reveal nothing. Members of different runs are not added up, because one member could count twice.
 */
export const hideGoalsOfFewMembers = <T extends ReportRuns>(weeks: readonly Week[], report: T): T => {
  const shared = new Set(
    report.runs
      .filter((run) => isCounted(run) && (run.measures?.goalOwners ?? 0) >= fewestGoalOwners)
      .map(({ date }) => weekIndex(weeks, date)),
  );
  return {
    ...report,
    runs: report.runs.map((run) => (shared.has(weekIndex(weeks, run.date)) ? run : withoutGoals(run))),
  };
};
