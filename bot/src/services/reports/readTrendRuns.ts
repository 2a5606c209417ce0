import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { isCountedRun } from '../../domain/reports/countedRunsAndMembers.ts';
import { asksForBlockers, asksForPlan } from '../../domain/reports/buildReportAndSummary.ts';
import { runFigures } from '../../domain/reports/questionFiguresAndTrends.ts';
import { answersTo } from '../../domain/reports/reportMembers.ts';
import { computeRunMeasures } from '../../domain/reports/measureAnswerWaitsAndGoals.ts';
import type { ReportRuns, WeeklyRun } from '../../domain/reports/weeklyFiguresAndClaims.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import type { Pause } from '../core/slicedWork.ts';
import { datesWithin } from '../runs/dateSpansAndRunDates.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import { readAnswersOfRun } from '../runs/readAnswersOfRun.ts';

// Reads the counts of the runs of reports. If the count of a completed run lacks its measures, because an older version
// stored it, the answers of the run are read. Any other run has the figures that are stored: none of dates, if the
// version that counted it did not store them.

/** Maximum number of answers that one call reads for runs whose counts an older version stored. */
const answersToRead = 20_000;

type Counts = ValueOf<typeof daySummary>;

interface ReportPlace {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

/**
 * Returns the ids of all reports of the team that have counts of runs, including deleted reports. Reads only one key
 * for each report.
 */
export const reportsWithRuns = async (records: Records<OrgId>, teamId: TeamId): Promise<MeetingId[]> => {
  const found: MeetingId[] = [];
  const partition = teamPartition(records.scope, teamId);
  let from = 'R|';
  for (;;) {
    const { rows } = await records.store.scan('Team', partition, { from, to: 'R}' }, { limit: 1, keysOnly: true });
    const meetingId = rows[0]?.rk.split('|')[1] as MeetingId | undefined;
    if (meetingId === undefined) return found;
    found.push(meetingId);
    from = `R|${meetingId}}`;
  }
};

type Computed = Pick<WeeklyRun, 'measures' | 'figures'>;

const computed = async (place: ReportPlace, date: LocalDate, pause: Pause): Promise<Computed> => {
  const run = (await place.records.get(runKind, { ...place, date }))?.value;
  if (run === undefined) return { measures: undefined, figures: [] };
  const answers = await readAnswersOfRun(place, run, pause);
  const members: { readonly answers: ReturnType<typeof answersTo> }[] = [];
  for (const answer of answers) {
    await pause();
    members.push({ answers: answersTo(run.questions, answer) });
  }
  return { measures: computeRunMeasures(run, answers), figures: runFigures(run, members) };
};

/**
 * `answers`: number of answers that may still be read for runs whose counts an older version stored. `unreadRuns`:
 * number of runs that were not read, because too few were left.
 */
export interface ReadBudget {
  answers: number;
  unreadRuns: number;
}

export const newReadBudget = (): ReadBudget => ({ answers: answersToRead, unreadRuns: 0 });

const isComplete = ({ state }: Counts): boolean => isCountedRun(state) && state !== 'OPEN';

/**
 * True if all measures are stored, so that no answers must be read. If goals were settled, the number of their owners
 * must be stored too, because it decides whether the goals may be shown.
 */
const hasMeasures = ({ measures }: Counts): boolean =>
  measures != null && (measures.goalsSettled === 0 || measures.goalOwners !== undefined);

const weeklyRun = async (
  place: ReportPlace,
  counts: Counts,
  { budget, pause }: { readonly budget: ReadBudget; readonly pause: Pause },
): Promise<WeeklyRun> => {
  const { date, state, asked, answered, late, measures, figures } = counts;
  const run = { date, state, asked, answered, late, skipped: counts.skipped ?? 0 };
  // Answers are read only for a completed run that has answers but no stored measures.
  if (hasMeasures(counts) || !isComplete(counts) || answered === 0)
    return { ...run, measures: measures ?? undefined, figures: figures ?? [] };
  if (answered > budget.answers) {
    budget.unreadRuns += 1;
    return { ...run, measures: undefined, figures: [] };
  }
  budget.answers -= answered;
  return { ...run, ...(await computed(place, date, pause)) };
};

/** A report with its runs in the range. `newest` is the newest run that is open or completed. */
export interface TrendReport extends ReportRuns {
  readonly name: string;
  readonly newest: Run;
  readonly asksForGoals: boolean;
}

/** Reads the runs of a report in the span, newest first. Undefined if none of them is open or completed. */
export const readTrendReport = async (
  place: ReportPlace,
  span: DateSpan,
  meeting: Meeting | undefined,
  reading: { readonly budget: ReadBudget; readonly pause: Pause },
): Promise<TrendReport | undefined> => {
  const { records, teamId, meetingId } = place;
  const rows = await records.list(daySummary, { teamId }, datesWithin(`R|${meetingId}|`, span));
  const shown = rows.find(({ value }) => isCountedRun(value.state));
  if (shown === undefined) return undefined;
  const newest = (await records.get(runKind, { teamId, meetingId, date: shown.value.date }))?.value;
  if (newest === undefined) return undefined;
  const runs: WeeklyRun[] = [];
  for (const { value } of rows) {
    await reading.pause();
    runs.push(await weeklyRun(place, value, reading));
  }
  return {
    ...{ meetingId, name: meeting?.name ?? newest.meetingName, newest, runs },
    asksForBlockers: asksForBlockers(newest),
    asksForGoals: asksForPlan(newest),
  };
};
