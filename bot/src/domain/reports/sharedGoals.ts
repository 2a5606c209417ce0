import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';
import { isCounted } from './weeklyFigures.ts';
import type { ReportRuns, WeeklyRun } from './weeklyFigures.ts';

/** Smallest number of members with settled goals in one run of a week for which the trends show the goals of the week. */
const fewestGoalOwners = 3;

const withoutGoals = (run: WeeklyRun): WeeklyRun =>
  run.measures === undefined ? run : { ...run, measures: { ...run.measures, goalsDone: 0, goalsSettled: 0 } };

/**
 * Removes the goals of a report from weeks in which only one or two members settled goals, because each member's share is private. The
 * caller adds up the reports afterwards, so the difference between a team and its other reports reveals nothing. Members of different
 * runs are not added, because the counts of a run have no ids.
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
