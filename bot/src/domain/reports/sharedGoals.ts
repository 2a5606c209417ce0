import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';
import { isCounted } from './weeklyFigures.ts';
import type { ReportRuns, WeeklyRun } from './weeklyFigures.ts';

/** Smallest number of members with settled goals in one run of a week for which the trends show the goals of the week. */
const fewestGoalOwners = 3;

const withoutGoals = (run: WeeklyRun): WeeklyRun =>
  run.measures === undefined ? run : { ...run, measures: { ...run.measures, goalsDone: 0, goalsSettled: 0 } };

/**
 * Removes the goals of a report from weeks in which only one or two members have settled goals, because the share of reached goals is
 * private to each member. Each report is treated alone, so that the difference between a team and its other reports reveals nothing. The
 * owners are counted by run, so a week is also left out if three members never settled goals in the same run.
 */
export const withSharedGoals = <T extends ReportRuns>(weeks: readonly Week[], report: T): T => {
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
