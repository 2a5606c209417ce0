import type { getAttention as getAttentionCall, AttentionLine } from '#contracts/attention/getAttention.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { attentionSteps } from '../../domain/attention/findAndSortAttentionLines.ts';
import type { AttentionSources } from '../../domain/attention/findAndSortAttentionLines.ts';
import { sinceOf, wasReported } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { hourMs, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { readVacations } from '../runs/readRunAndDayRows.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { attentionSources, thresholdsOf } from './attentionSources.ts';
import type { AttentionReport } from './attentionSources.ts';
import { newestRuns, readReplies } from '../reports/readNewestRunsAndReplies.ts';

interface Team {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly people: ReadonlyMap<MemberId, TeamMember>;
  readonly blockers: ReadonlyMap<MeetingId, ReadonlyMap<MemberId, TrackedBlocker>>;
  readonly holidays: readonly LocalDate[];
  /** The members who are on vacation today. "Today" depends on the zone of a report, so they are stored by date. */
  readonly vacations: ReadonlyMap<LocalDate, ReadonlySet<MemberId>>;
  readonly now: number;
  readonly pause: Pause;
}

const openBlockers = async (records: Records<OrgId>, teamId: TeamId): Promise<Team['blockers']> => {
  const byMeeting = new Map<MeetingId, Map<MemberId, TrackedBlocker>>();
  for (const { key, value } of await records.list(blockerKind, { teamId }, prefixRange('B|'))) {
    if (!value.isOpen || !wasReported(value)) continue;
    const meetingId = key.rk.split('|')[1] as MeetingId;
    const known = byMeeting.get(meetingId) ?? new Map<MemberId, TrackedBlocker>();
    byMeeting.set(meetingId, known.set(value.memberId, value));
  }
  return byMeeting;
};

/** Returns the holidays since the oldest open blocker began, because holidays do not count for the age of a blocker. */
const holidaysOf = (records: Records<OrgId>, teamId: TeamId, blockers: Team['blockers'], now: number) => {
  const [from] = [...blockers.values()].flatMap((members) => [...members.values()].map(sinceOf)).sort();
  // The range ends tomorrow, because some zones are a day ahead of UTC.
  const to = localDateAt(now + 24 * hourMs, zoneId.parse('UTC'));
  return from === undefined ? [] : listHolidays(records, teamId, { from, to });
};

const vacationsOn = async (records: Records<OrgId>, teamId: TeamId, dates: ReadonlySet<LocalDate>) =>
  new Map(
    await Promise.all([...dates].map(async (date) => [date, await readVacations(records, teamId, date)] as const)),
  );

const sourcesOf = async (team: Team, meeting: Meeting): Promise<AttentionSources> => {
  const { records, teamId, people, holidays, now } = team;
  const date = localDateAt(now, meeting.timezone);
  const away = team.vacations.get(date);
  const { silentRuns, goalsCarried } = thresholdsOf(meeting);
  const runs = await newestRuns(records, { teamId, meetingId: meeting.id }, silentRuns ?? 0);
  const [last] = runs;
  const place = { teamId, meetingId: meeting.id };
  const newest =
    last === undefined || (silentRuns === null && goalsCarried === null)
      ? undefined
      : await readReplies(records, { ...place, date: last.date }, { withGoals: goalsCarried !== null });
  const report: AttentionReport = {
    ...{ meeting, meetingName: meeting.name, date, holidays, people, runs, newest },
    blockers: team.blockers.get(meeting.id) ?? new Map(),
    members: meeting.members,
    away: away ?? new Set(),
  };
  return attentionSources(records, report, team.pause);
};

/** Number of reports that are read at the same time. */
const atOnce = 8;

/**
 * Returns the attention list of a team for today, the most urgent line first. `isWanted` selects the reports; disabled
 * reports are always left out.
 */
export const readTeamAttention = async (
  records: Records<OrgId>,
  teamId: TeamId,
  now: number,
  isWanted: (meetingId: MeetingId) => boolean = () => true,
): Promise<AttentionLine[]> => {
  const [rows, people, blockers] = await Promise.all([
    records.list(meetingKind, { teamId }, prefixRange('G|')),
    listAllMembers(records, teamId),
    openBlockers(records, teamId),
  ]);
  const meetings = rows.map(({ value }) => value).filter(({ id, isEnabled }) => isEnabled && isWanted(id));
  const [holidays, vacations] = await Promise.all([
    holidaysOf(records, teamId, blockers, now),
    vacationsOn(records, teamId, new Set(meetings.map(({ timezone }) => localDateAt(now, timezone)))),
  ]);
  const team: Team = {
    ...{ records, teamId, blockers, holidays, vacations, now, pause: await startSlices() },
    people: new Map(people.map(({ value }) => [value.memberId, value])),
  };
  const reports = await mapLimit(meetings, atOnce, (meeting) => sourcesOf(team, meeting));
  return runSliced(attentionSteps(reports), team.pause);
};

/**
 * Handles GET /api/report/attention/{teamId}: returns the first `ui.attentionLines` lines of the list, and their total
 * number.
 */
export const getAttention = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { teamId }: ParsedOf<typeof getAttentionCall>,
): Promise<OutputOf<typeof getAttentionCall>> => {
  await requireTeam(deps, actor, teamId, 'report.read');
  const lines = await readTeamAttention(inOrg(deps.store, actor.orgId), teamId, deps.clock.now());
  return { teamId, items: lines.slice(0, ui.attentionLines), totalItems: lines.length };
};
