import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { DigestAnswer } from '../../domain/digests/digestModelTypes.ts';
import { isCountedRun } from '../../domain/reports/countedRunsAndMembers.ts';
import { addDays, localDateAt, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { Pause } from '../core/slicedWork.ts';
import { readReplies } from '../reports/readNewestRunsAndReplies.ts';
import type { RunParts } from '../reports/readNewestRunsAndReplies.ts';
import { datesWithin } from '../runs/dateSpansAndRunDates.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import { readRun } from '../runs/readRunAndDayRows.ts';

// Reads the runs of one report that a digest covers: the runs whose time for answers ended in the digest's period.

/** The period that a digest covers, in epoch ms. A run belongs to it if `from` < close of the run ≤ `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export type Counts = ValueOf<typeof daySummary>;
type Report = Pick<Meeting, 'id' | 'teamId' | 'timezone'>;

/**
 * Returns the counts of the open and completed runs on the dates of `span`, newest first. A run is left out if it asked
 * no member and has no answer.
 */
const countsBetween = async (
  records: Records<OrgId>,
  { id, teamId }: Pick<Meeting, 'id' | 'teamId'>,
  span: DateSpan,
): Promise<Counts[]> => {
  const rows = await records.list(daySummary, { teamId }, datesWithin(`R|${id}|`, span));
  return rows
    .map(({ value }) => value)
    .filter(({ state, asked, answered }) => isCountedRun(state) && asked + answered > 0);
};

/** Number of days before the first covered run. The runs of these days are compared with the covered runs. */
const comparedDays = 30;

/** Returns the counts of the completed runs in the 30 days before `first`, the date of the first covered run. */
export const countsBefore = async (
  records: Records<OrgId>,
  meeting: Pick<Meeting, 'id' | 'teamId'>,
  first: LocalDate,
): Promise<Counts[]> => {
  const span = { from: addDays(first, -comparedDays), to: addDays(first, -1) };
  return (await countsBetween(records, meeting, span)).filter(({ state }) => state !== 'OPEN');
};

/**
 * Number of days by which the date of a covered run may be before the period: a run opens at most two days before its
 * last close, and a member's zone can be a day ahead of the report's zone.
 */
const marginDays = 3;

const closesIn = (run: { readonly closesAt: RunParts['run']['closesAt'] } | undefined, { from, to }: Period): boolean =>
  run !== undefined && msOf(run.closesAt) > from && msOf(run.closesAt) <= to;

const datesOf = ({ timezone }: Report, { from, to }: Period) => ({
  from: addDays(localDateAt(from, timezone), -marginDays),
  to: addDays(localDateAt(to, timezone), 1),
});

/** Returns the counts of the runs in the period, newest first, without reading their replies. */
export const countsInPeriod = async (
  records: Records<OrgId>,
  report: Report,
  period: Period,
  pause: Pause,
): Promise<Counts[]> => {
  const covered: Counts[] = [];
  for (const counts of await countsBetween(records, report, datesOf(report, period))) {
    const run = await records.get(runKind, { teamId: report.teamId, meetingId: report.id, date: counts.date });
    if (closesIn(run?.value, period)) covered.push(counts);
    await pause();
  }
  return covered;
};

export interface CoveredRun {
  readonly counts: Counts;
  readonly parts: RunParts;
}

/** Returns the runs in the period with the replies of their members, newest first. */
export const runsInPeriod = async (
  records: Records<OrgId>,
  report: Report,
  period: Period,
  pause: Pause,
): Promise<CoveredRun[]> => {
  const place = { teamId: report.teamId, meetingId: report.id };
  const runs: CoveredRun[] = [];
  for (const counts of await countsInPeriod(records, report, period, pause)) {
    const parts = await readReplies(records, { ...place, date: counts.date }, { withGoals: false });
    if (parts !== undefined) runs.push({ counts, parts });
    await pause();
  }
  return runs;
};

/** Returns the answers to one run, by member. Empty and erased answers are left out. */
export const answersToRun = async (
  records: Records<OrgId>,
  place: { readonly teamId: TeamId; readonly meetingId: MeetingId; readonly date: LocalDate },
): Promise<ReadonlyMap<MemberId, readonly DigestAnswer[]>> => {
  const { run, answers } = await readRun(records, place);
  if (run === undefined) return new Map();
  const { questions, meetingName: report } = run.value;
  return new Map(
    answers.map(({ value: { memberId, values } }) => [
      memberId,
      questions.flatMap((question): DigestAnswer[] => {
        const answer = values[question.id];
        if (answer === undefined || answer.trim() === '') return [];
        return [{ report, date: place.date, question: question.text, answer, format: formatOf(question) }];
      }),
    ]),
  );
};
