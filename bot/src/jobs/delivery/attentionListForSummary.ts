import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { attentionSteps, replyIn } from '../../domain/attention/findAndSortAttentionLines.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { runSliced, startSlices } from '../../services/core/slicedWork.ts';
import { attentionSources, thresholdsOf } from '../../services/attention/attentionSources.ts';
import { newestRuns } from '../../services/reports/readNewestRunsAndReplies.ts';
import type { EndedRun, RunParts } from '../../services/reports/readNewestRunsAndReplies.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

interface SummarisedRun {
  readonly run: Run;
  readonly meeting: Meeting;
  readonly report: Pick<MeetingReport, 'membersAnswered' | 'totalMembers'>;
  readonly blockers: ReadonlyMap<MemberId, TrackedBlocker>;
  readonly holidays: readonly LocalDate[];
}

/**
 * Returns this run and the ended runs before it; empty while this run is not completed. Earlier runs are read only if a
 * member was silent in this run (no answer and no skip), because only then they can affect the list.
 */
const endedRuns = async (
  { records, runRef }: RunContext,
  { run, meeting, report }: SummarisedRun,
  parts: RunParts,
): Promise<EndedRun[]> => {
  if (run.state !== 'COMPLETED') return [];
  const { silentRuns } = thresholdsOf(meeting);
  const { date } = run;
  const own = { date, answered: report.membersAnswered, asked: report.totalMembers };
  const isSilent = run.members.some(({ memberId }) => replyIn(parts, memberId) === 'SILENT');
  if (silentRuns === null || silentRuns === 1 || !isSilent) return [own];
  return [own, ...(await newestRuns(records, runRef, silentRuns)).filter((earlier) => earlier.date < date)];
};

/** Returns the lines about blockers, people and goals that need attention, for the summary of the run. */
export const attentionListForSummary = async (
  context: RunContext,
  sources: SummarisedRun,
): Promise<AttentionLine[]> => {
  const { records, rows, members } = context;
  const { run, meeting, blockers, holidays } = sources;
  const newest: RunParts = {
    run,
    answered: new Set(rows.answers.map(({ value }) => value.memberId)),
    skipped: new Set(rows.skips.keys()),
    goals: new Map(rows.answers.map(({ value }) => [value.memberId, value.goals])),
  };
  const { meetingName, date } = run;
  const asked = new Set(run.members.filter(isAsked).map(({ memberId }) => memberId));
  const report = {
    ...{ meeting, meetingName, date, blockers, holidays, newest },
    people: new Map([...members].map(([memberId, { value }]) => [memberId, value])),
    members: meeting.members,
    away: new Set(meeting.members.filter((memberId) => !asked.has(memberId))),
    runs: await endedRuns(context, sources, newest),
  };
  const pause = await startSlices();
  return runSliced(attentionSteps([await attentionSources(records, report, pause)]), pause);
};
