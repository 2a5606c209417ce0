import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { getTrends as getTrendsCall, TrendMember } from '#contracts/reports/getTrends.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { questionTrends } from '../../domain/reports/questionFiguresAndTrends.ts';
import type { CountedRun } from '../../domain/reports/questionFiguresAndTrends.ts';
import { asksForBlockers, asksForPlan } from '../../domain/reports/buildReportAndSummary.ts';
import { isCountedRun } from '../../domain/reports/countedRunsAndMembers.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { runClaims, runHalves } from '../../domain/reports/runTrendClaims.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { participationOf } from '../../domain/reports/countAnsweredRunsPerPerson.ts';
import type { AnsweredRun } from '../../domain/reports/countAnsweredRunsPerPerson.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { requireMeetingOfTeam } from '../tenancy/requireMeetingOfTeam.ts';
import { readRun } from '../runs/readRunAndDayRows.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import { byName } from '../core/compareByNameOrText.ts';

// Returns the trend of a meeting over some weeks. The counts come from the day summaries; the members who answered come
// from the keys of the answers.

const utc = zoneId.parse('UTC');
/**
 * Number of runs that are read at the same time. It is small: parsing a run of a thousand members takes some
 * milliseconds, and runs that are read together are also parsed without a pause in between.
 */
const atOnce = 2;

type Counts = ValueOf<typeof daySummary>;

interface RunKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

/**
 * Returns the counts of the meeting's runs since `from`, newest first. The range has no end, so that it includes a run
 * whose date has not yet begun in the reader's zone.
 */
const countsSince = async (records: Records<OrgId>, key: RunKey, from: LocalDate): Promise<Counts[]> => {
  const prefix = `R|${key.meetingId}|`;
  const range = { from: prefix, to: `${prefix}${reverseDate(from)}}` };
  const rows = await records.list(daySummary, key, range);
  return rows.map(({ value }) => value);
};

const isShown = ({ state, asked, answered, skipped }: Counts): boolean =>
  isCountedRun(state) && asked + answered + (skipped ?? 0) > 0;

type ReadRun = AnsweredRun & { readonly run: Run };

/**
 * Returns whether the run asks for goals and for blockers. Counts that an older version stored lack the offered goals;
 * for them, the questions of the run decide.
 */
const asksOf = (run: Run | undefined, { goals, goalsOffered, blockers }: Counts) => ({
  hasGoals: goals > 0 || (goalsOffered == null ? run !== undefined && asksForPlan(run) : goalsOffered > 0),
  hasBlockers: blockers > 0 || (run !== undefined && asksForBlockers(run)),
});

const countedRun = (run: Run | undefined, { date, figures }: Counts): CountedRun[] =>
  run === undefined ? [] : [{ date, run, figures: figures ?? undefined }];

type Replies = Pick<AnsweredRun, 'answered' | 'skipped'>;

/**
 * Returns the members who answered or skipped a run, with one scan: the keys contain no other rows between the answers
 * (`a|`) and the skips (`k|`).
 */
const repliesTo = async (records: Records<OrgId>, key: RunKey, date: LocalDate): Promise<Replies> => {
  const prefix = `D|${date}|${key.meetingId}|`;
  const answered = new Set<MemberId>();
  const skipped = new Set<MemberId>();
  const partition = teamPartition(records.scope, key.teamId);
  const range = { from: `${prefix}a|`, to: `${prefix}k}`, keysOnly: true };
  for await (const { rk } of scanRows(records.store, 'Team', partition, range)) {
    const [what, memberId] = rk.slice(prefix.length).split('|');
    (what === 'a' ? answered : skipped).add(memberId as MemberId);
  }
  return { answered, skipped };
};

/**
 * Returns the members who answered a run, from the keys of the answers. If their number differs from the stored count,
 * the answers themselves are read, because the run may have rejected an answer that was given ahead of its opening.
 */
const answeredRun = async (
  records: Records<OrgId>,
  key: RunKey,
  { date, answered: counted }: Counts,
): Promise<ReadRun[]> => {
  const [run, replies] = await Promise.all([records.get(runKind, { ...key, date }), repliesTo(records, key, date)]);
  if (run === undefined) return [];
  if (replies.answered.size === counted) return [{ run: run.value, ...replies }];
  const rows = await readRun(records, { ...key, date });
  const answered = new Set(rows.answers.map(({ value }) => value.memberId));
  return [{ run: run.value, answered, skipped: replies.skipped }];
};

const answeredRuns = async (records: Records<OrgId>, key: RunKey, counts: readonly Counts[]): Promise<ReadRun[]> => {
  const runs = await mapLimit(counts, atOnce, (count) => answeredRun(records, key, count));
  return runs.flat();
};

const membersOf = async (
  runs: readonly AnsweredRun[],
  people: readonly TeamMember[],
  { locale, now }: { readonly locale: string; readonly now: number },
): Promise<TrendMember[]> => {
  const known = new Map(people.map((item) => [item.memberId, item]));
  const counted = await runSliced(participationOf(runs, now), await startSlices());
  const rows = counted.map(({ memberId, name, asked, answered, skipped }) => {
    const person = known.get(memberId);
    return {
      id: memberId,
      name: person?.name ?? name,
      row: {
        ...{ memberId, name: person?.name ?? name, thumbnailUrl: person?.thumbnailUrl ?? null },
        ...{ asked, answered, skipped },
        hasLeft: person?.leftOn !== null,
      },
    };
  });
  return rows.sort(byName(locale)).map(({ row }) => row);
};

/**
 * Returns participation, goals and blockers of a meeting, for each run and for each person, with a comparison of the
 * two halves of the range.
 */
export const getTrends = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { teamId, meetingId, days }: ParsedOf<typeof getTrendsCall>,
): Promise<OutputOf<typeof getTrendsCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  await requireMeetingOfTeam(records, teamId, meetingId);
  const people = (await listAllMembers(records, teamId)).map(({ value }) => value);
  const own = people.find((person) => person.memberId === actor.memberId)?.timezone;
  const to = localDateAt(deps.clock.now(), own ?? utc);
  const from = addDays(to, 1 - days);
  const key = { teamId, meetingId };
  const counts = (await countsSince(records, key, from)).filter(isShown).reverse();
  const runs = await answeredRuns(records, key, counts);
  const byDate = new Map(runs.map(({ run }) => [run.date, run]));
  const shown = counts.map((count) => {
    const { date, state, asked, answered, late, goals, blockers } = count;
    const skipped = count.skipped ?? 0;
    const counted = { date, isOpen: state === 'OPEN', asked, answered, skipped, late, goals, blockers };
    return { ...counted, ...asksOf(byDate.get(date), count) };
  });
  const halve = runHalves(shown, { from, to });
  const counted = counts.flatMap((count) => countedRun(byDate.get(count.date), count));
  return {
    from,
    to,
    runs: shown,
    claims: runClaims(shown, halve),
    members: await membersOf(runs, people, { locale: actor.locale, now: deps.clock.now() }),
    questions: questionTrends(counted, halve),
  };
};
