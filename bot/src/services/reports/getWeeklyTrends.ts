import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type {
  getWeeklyTrends as getWeeklyTrendsCall,
  ReportHours,
  WeeklyQuestion,
} from '#contracts/reports/getWeeklyTrends.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { hideGoalsOfFewMembers } from '../../domain/reports/hideGoalsOfFewMembers.ts';
import { rangeOf, trendWeeksUpTo, weekIndex } from '../../domain/reports/trendWeeks.ts';
import type { Week } from '../../domain/reports/trendWeeks.ts';
import { weeklyClaims, weeklyFigures } from '../../domain/reports/weeklyFiguresAndClaims.ts';
import type { DayMinutes } from '../../domain/reports/weeklyFiguresAndClaims.ts';
import { weeklyQuestionFigures } from '../../domain/reports/weeklyQuestionFigures.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { requireMeetingOfTeam } from '../tenancy/requireMeetingOfTeam.ts';
import { readTrendBlockers } from './readTrendBlockers.ts';
import { readTrendHours } from './readTrendHours.ts';
import { newReadBudget, readTrendReport, reportsWithRuns } from './readTrendRuns.ts';
import type { ReadBudget, TrendReport } from './readTrendRuns.ts';

// Returns the trends of a report or a team by week, from the day summaries, the blockers and the timesheets. Answers
// are read only for runs whose counts an older version of the product stored.

const utc = zoneId.parse('UTC');

interface Reading {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly budget: ReadBudget;
  readonly pause: Pause;
}

/**
 * Returns the requested report or, if `asked` is undefined, all reports of the team, including deleted ones, sorted by
 * name. A report without an open or completed run in the span is left out.
 */
const readReports = async (
  reading: Reading,
  asked: MeetingId | undefined,
  span: DateSpan,
  { meetings, locale }: { readonly meetings: ReadonlyMap<MeetingId, Meeting>; readonly locale: string },
): Promise<Map<MeetingId, TrendReport>> => {
  const ids = asked === undefined ? await reportsWithRuns(reading.records, reading.teamId) : [asked];
  const found: { readonly id: MeetingId; readonly name: string; readonly report: TrendReport }[] = [];
  for (const id of ids) {
    const report = await readTrendReport({ ...reading, meetingId: id }, span, meetings.get(id), reading);
    if (report !== undefined) found.push({ id, name: report.name, report });
  }
  return new Map(found.sort(byName(locale)).map(({ id, report }) => [id, report]));
};

const readMeetings = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId | undefined,
): Promise<Map<MeetingId, Meeting>> => {
  const rows =
    meetingId === undefined
      ? await records.list(meetingKind, { teamId }, prefixRange('G|'))
      : [await records.get(meetingKind, { teamId, meetingId })];
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.value.id, row.value]])));
};

const hoursOf = (
  weeks: readonly Week[],
  minutes: readonly DayMinutes[],
  { nameOf, locale }: { readonly nameOf: (meetingId: MeetingId) => string; readonly locale: string },
): ReportHours[] => {
  const reports = new Map<MeetingId | null, number[]>();
  for (const day of minutes) {
    const sums = reports.get(day.meetingId) ?? weeks.map(() => 0);
    const index = weekIndex(weeks, day.date);
    if (index !== undefined) sums[index] = (sums[index] ?? 0) + day.minutes;
    reports.set(day.meetingId, sums);
  }
  const rows = [...reports].map(([meetingId, sums]) => ({
    ...{ id: meetingId ?? '', meetingId, weeks: sums, name: meetingId === null ? '' : nameOf(meetingId) },
    minutes: sums.reduce((total, sum, index) => total + (weeks[index]?.isRunning === true ? 0 : sum), 0),
  }));
  const compare = byName(locale);
  return rows
    .sort((a, b) => b.minutes - a.minutes || compare(a, b))
    .map((row) => ({ meetingId: row.meetingId, name: row.name, minutes: row.minutes, weeks: row.weeks }));
};

const questionsOf = async (
  weeks: readonly Week[],
  reports: readonly TrendReport[],
  pause: Pause,
): Promise<WeeklyQuestion[]> => {
  const found: WeeklyQuestion[] = [];
  for (const { meetingId, name: meetingName, newest, runs } of reports) {
    await pause();
    const questions = weeklyQuestionFigures(newest.questions, weeks, runs);
    found.push(...questions.map((question) => ({ meetingId, meetingName, ...question })));
  }
  return found;
};

const today = async (records: Records<OrgId>, teamId: TeamId, { memberId }: Actor, now: number): Promise<LocalDate> => {
  const member = memberId === null ? undefined : await records.get(teamMember, { teamId, memberId });
  return localDateAt(now, member?.value.timezone ?? utc);
};

/**
 * Returns participation, response times, goals, blockers, answers and hours by week, and the claims: comparisons of the
 * first half of the weeks with the second.
 */
export const getWeeklyTrends = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { teamId, meetingId, weeks: count, weekStart }: ParsedOf<typeof getWeeklyTrendsCall>,
): Promise<OutputOf<typeof getWeeklyTrendsCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOfTeam(records, teamId, meetingId);
  const date = await today(records, teamId, actor, deps.clock.now());
  const weeks = trendWeeksUpTo(date, count, weekStart);
  const span = rangeOf(date, count, weekStart);
  const pause = await startSlices();
  const reading: Reading = { records, teamId, budget: newReadBudget(), pause };
  const { locale } = actor;
  const meetings = await readMeetings(records, teamId, meetingId);
  const byId = await readReports(reading, meetingId, span, { meetings, locale });
  const blockers = await readTrendBlockers(reading, span, byId, meetings);
  const minutes = await readTrendHours(reading, span, meetingId);
  const reports = [...byId.values()].map((report) => hideGoalsOfFewMembers(weeks, report));
  const sources = { weeks, reports, ...blockers, minutes };
  const figures = await runSliced(weeklyFigures(sources), pause);
  const nameOf = (id: MeetingId): string => meetings.get(id)?.name ?? byId.get(id)?.name ?? '';
  return {
    ...{ from: span.from, to: span.over, weeks: [...figures.weeks], total: figures.total },
    hasGoals: figures.total.goalsSettled > 0 || reports.some(({ asksForGoals }) => asksForGoals),
    hasBlockers: blockers.blockers.length > 0 || reports.some(({ asksForBlockers }) => asksForBlockers),
    claims: await runSliced(weeklyClaims(sources), pause),
    questions: await questionsOf(weeks, reports, pause),
    hours: hoursOf(weeks, minutes, { nameOf, locale }),
    blockersFrom: blockers.blockersFrom,
    unreadRuns: reading.budget.unreadRuns,
    openRuns: reports.reduce((sum, { runs }) => sum + runs.filter(({ state }) => state === 'OPEN').length, 0),
  };
};
