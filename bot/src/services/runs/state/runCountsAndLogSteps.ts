import { isDeepStrictEqual } from 'node:util';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { runFigures } from '../../../domain/reports/questionFiguresAndTrends.ts';
import { daySummary, meetingReport } from '../../../domain/reports/buildReportAndSummary.ts';
import { computeRunMeasures } from '../../../domain/reports/measureAnswerWaitsAndGoals.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../../store/recordKindsAndAccess.ts';
import { daySummary as daySummaryKind } from '../../../store/kinds/runs/daySummary.ts';
import { activityStep } from '../../core/activityLogStepsAndTexts.ts';
import type { Deps } from '../../core/deps.ts';
import { skipsOf } from '../readRunAndDayRows.ts';
import type { RunRows } from '../readRunAndDayRows.ts';

// Each change of the state of a run is one transaction in the team's partition: the row of the run, its counts and the
// entry of the activity log. The steps of the last two are the same for every change.

export type EngineDeps = Pick<Deps, 'store' | 'clock'> & {
  /**
   * Epoch ms of the last restore from a backup; undefined if there was none. A prompt that was due before the restore
   * may have been sent after the backup was made, so it is not sent again.
   */
  readonly restoredAt?: number | undefined;
};

export type RunCounts = ValueOf<typeof daySummaryKind>;

interface Counted {
  readonly run: Run;
  readonly rows: RunRows;
  readonly now: number;
}

const countsOf = ({ run, rows, now }: Counted): RunCounts => {
  const answers = rows.answers.map((answer) => answer.value);
  const report = meetingReport({
    run,
    answers,
    skips: skipsOf(rows),
    blockers: new Map(),
    facts: new Map(),
    now,
    channelName: null,
    reader: null,
  });
  const figures = runFigures(run, report.members);
  return {
    ...daySummary(report),
    ...(figures.length === 0 ? {} : { figures }),
    measures: computeRunMeasures(run, answers),
    date: run.date,
  };
};

/**
 * Returns the step that writes the counts without a condition. A writer that paused may overwrite newer counts with it,
 * so the same call must write the run under its ETag or request the summary, which corrects the counts.
 */
export const countsStep = (records: Records<OrgId>, runKey: RunKey, counted: Counted): RecordStep =>
  records.touchStep(daySummaryKind, runKey, countsOf(counted));

export const readCounts = (records: Records<OrgId>, runKey: RunKey): Promise<Stored<RunCounts> | undefined> =>
  records.get(daySummaryKind, runKey);

const countFields = Object.keys(daySummaryKind.schema.shape) as (keyof RunCounts)[];

/**
 * Returns the steps that write the counts only if no other writer changed them since `before` was read; none if they
 * are equal. Read `before` ahead of the rows of the run, so that it is never newer than them.
 */
export const changedCountsSteps = (
  records: Records<OrgId>,
  runKey: RunKey,
  counted: Counted,
  before: Stored<RunCounts> | undefined,
): RecordStep[] => {
  const counts = countsOf(counted);
  if (before === undefined) return [records.insertStep(daySummaryKind, runKey, counts)];
  const isEqual = (field: keyof RunCounts): boolean =>
    isDeepStrictEqual(counts[field] ?? null, before.value[field] ?? null);
  return countFields.every(isEqual) ? [] : [records.replaceStep(daySummaryKind, runKey, counts, before.etag)];
};

export type RunKey = Pick<Run, 'meetingId' | 'date'> & Pick<Meeting, 'teamId'>;

export const runKeyOf = (meeting: Pick<Meeting, 'id' | 'teamId'>, date: LocalDate): RunKey => ({
  teamId: meeting.teamId,
  meetingId: meeting.id,
  date,
});

const askedIn = (run: Run): number => run.members.filter((member) => member.away === null).length;

export const logStep = (
  records: Records<OrgId>,
  runKey: RunKey,
  run: Run,
  entry: { readonly message: MessageKey; readonly answered: number; readonly actor: string; readonly now: number },
): RecordStep =>
  activityStep(records, {
    teamId: runKey.teamId,
    objectId: runKey.meetingId,
    // The key contains the round and the state, so that a repeated change writes no second entry.
    eventKey: `run-${run.date}-${run.round}-${run.state}`,
    actor: entry.actor,
    atMs: entry.now,
    message: entry.message,
    values: { date: run.date, asked: askedIn(run), answered: entry.answered },
  });
