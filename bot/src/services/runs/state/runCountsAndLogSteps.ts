import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { runFigures } from '../../../domain/reports/questionFiguresAndTrends.ts';
import { daySummary, meetingReport } from '../../../domain/reports/buildReportAndSummary.ts';
import { computeRunMeasures } from '../../../domain/reports/measureAnswerWaitsAndGoals.ts';
import type { Records, RecordStep } from '../../../store/recordKindsAndAccess.ts';
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

export const countsStep = (
  records: Records<OrgId>,
  runKey: RunKey,
  { run, rows, now }: { readonly run: Run; readonly rows: RunRows; readonly now: number },
): RecordStep => {
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
  return records.touchStep(daySummaryKind, runKey, {
    ...daySummary(report),
    ...(figures.length === 0 ? {} : { figures }),
    measures: computeRunMeasures(run, answers),
    date: run.date,
  });
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
