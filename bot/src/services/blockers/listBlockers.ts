import type { BlockerItem, getBlockers as getBlockersCall } from '#contracts/blockers/blockerCalls.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { workingDaysBetween } from '../../domain/blockers/workingDaysBetween.ts';
import {
  actionsFor,
  lifeOf,
  relationTo,
  sinceOf,
  stateOfBlocker,
  textOfBlocker,
  wasReported,
  withoutGoneHelp,
} from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { lastDateOf } from '../../domain/blockers/blockerDuration.ts';
import {
  countBlockers,
  matchesFilter,
  peopleInBlockers,
  sortBlockers,
} from '../../domain/blockers/filterAndSortBlockers.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { byText } from '../core/compareByNameOrText.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';
import { isGoneIn, listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';

type BlockerValue = ValueOf<typeof blockerKind>;
export type BlockerQuery = Omit<ParsedOf<typeof getBlockersCall>, 'pageCount' | 'pageNumber'>;

interface TeamSources {
  readonly teamId: TeamId;
  readonly teamName: string;
  readonly members: ReadonlyMap<MemberId, TeamMember>;
  readonly meetings: ReadonlyMap<MeetingId, Meeting>;
  readonly holidays: readonly LocalDate[];
  readonly actor: Actor;
  readonly now: number;
}

interface Reported {
  readonly meetingId: MeetingId;
  readonly value: BlockerValue;
}

/**
 * Returns the blockers that members reported. A row without a reported blocker is left out: a member can have a row
 * without ever having been blocked.
 */
const reportedIn = async (records: Records<OrgId>, teamId: TeamId): Promise<Reported[]> =>
  (await records.list(blockerKind, { teamId }, prefixRange('B|'))).flatMap(({ key: { rk }, value }) =>
    wasReported(value) ? [{ meetingId: rk.split('|')[1] as MeetingId, value }] : [],
  );

const personIn = ({ members }: TeamSources, memberId: MemberId) => {
  const member = members.get(memberId);
  return { memberId, name: member?.name ?? '', hasLeft: member?.leftOn !== null };
};

const nameIn = ({ members }: TeamSources, memberId: MemberId | null): string | null =>
  memberId === null ? null : (members.get(memberId)?.name ?? null);

const itemOf = (team: TeamSources, meeting: Meeting, stored: BlockerValue): BlockerItem => {
  const value = withoutGoneHelp(stored, isGoneIn(team.members));
  const life = lifeOf(value);
  const since = sinceOf(value);
  const end = lastDateOf(value, meeting.timezone, localDateAt(team.now, meeting.timezone));
  const state = stateOfBlocker(value);
  const owner = team.members.get(value.memberId);
  const who = { memberId: team.actor.memberId, isAdmin: team.actor.role === 'admin' };
  return {
    ...{ teamId: team.teamId, teamName: team.teamName, meetingId: meeting.id, meetingName: meeting.name },
    owner: { ...personIn(team, value.memberId), thumbnailUrl: owner?.thumbnailUrl ?? null },
    text: textOfBlocker(value),
    ...{ state, since },
    days: workingDaysBetween(meeting, since, end, team.holidays),
    closedAt: value.isOpen ? null : value.closedAt,
    changed: life === undefined ? null : { at: life.changedAt, by: nameIn(team, life.changedBy) },
    needed: life?.neededId == null ? null : personIn(team, life.neededId),
    note: life?.note == null ? null : { text: life.note, by: nameIn(team, life.noteBy) },
    actions: actionsFor(state, relationTo(value, value.memberId, who)),
  };
};

/**
 * Returns the team's holidays from the first date of the oldest blocker until tomorrow. Reads nothing if there is no
 * blocker.
 */
const holidaysOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  reported: readonly Reported[],
  now: number,
): Promise<LocalDate[]> => {
  const [from] = reported.map(({ value }) => sinceOf(value)).sort();
  // The range ends tomorrow, because some zones are a day ahead of UTC.
  const to = localDateAt(now + 24 * 3_600_000, zoneId.parse('UTC'));
  return from === undefined ? [] : listHolidays(records, teamId, { from, to });
};

const itemsOfTeam = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  teamId: TeamId,
  pause: Pause,
): Promise<BlockerItem[]> => {
  const records = inOrg(store, actor.orgId);
  const reported = await reportedIn(records, teamId);
  if (reported.length === 0) return [];
  const now = clock.now();
  const [team, people, meetings, holidays] = await Promise.all([
    records.get(teamKind, { teamId }),
    listAllMembers(records, teamId),
    records.list(meetingKind, { teamId }, prefixRange('G|')),
    holidaysOf(records, teamId, reported, now),
  ]);
  const sources: TeamSources = {
    ...{ teamId, teamName: team?.value.name ?? '', holidays, actor, now },
    members: new Map(people.map(({ value }) => [value.memberId, value])),
    meetings: new Map(meetings.map(({ value }) => [value.id, value])),
  };
  const items: BlockerItem[] = [];
  for (const { meetingId, value } of reported) {
    await pause();
    // The blockers of a deleted report are left out: they have no schedule from which to compute their age, and no
    // member can change them.
    const meeting = sources.meetings.get(meetingId);
    if (meeting !== undefined) items.push(itemOf(sources, meeting, value));
  }
  return items;
};

/** Returns all blockers of the team, or of all teams of the actor, unfiltered and unsorted. */
const readBlockers = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  teamId: TeamId | undefined,
): Promise<BlockerItem[]> => {
  if (teamId !== undefined) await requireTeam(deps, actor, teamId, 'report.read');
  const pause = await startSlices();
  const items: BlockerItem[] = [];
  for (const id of teamId === undefined ? actor.teamIds : [teamId])
    items.push(...(await itemsOfTeam(deps, actor, id, pause)));
  return items;
};

const reportsOf = (items: readonly BlockerItem[], compare: (a: string, b: string) => number) => {
  const reports = new Map(
    items.map(({ teamId, meetingId, meetingName: name }) => [meetingId, { teamId, meetingId, name }]),
  );
  return [...reports.values()].sort((a, b) => compare(a.name, b.name) || (a.meetingId < b.meetingId ? -1 : 1));
};

/**
 * Returns the blockers that match the query, in the order that the query requests (`found`), and all blockers of the
 * query's teams (`all`).
 */
export const findBlockers = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  query: BlockerQuery,
): Promise<{ readonly all: readonly BlockerItem[]; readonly found: readonly BlockerItem[] }> => {
  const all = await readBlockers(deps, actor, query.teamId);
  const matching = all.filter((item) => matchesFilter(item, query));
  return { all, found: sortBlockers(matching, query, byText(actor.locale)) };
};

export const listBlockers = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { pageCount, pageNumber, ...query }: ParsedOf<typeof getBlockersCall>,
): Promise<OutputOf<typeof getBlockersCall>> => {
  const { all, found } = await findBlockers(deps, actor, query);
  const begin = pageCount * (pageNumber - 1);
  return {
    items: found.slice(begin, begin + pageCount),
    ...{ pageCount, pageNumber, totalItems: found.length },
    counts: countBlockers(all),
    reports: reportsOf(all, byText(actor.locale)),
    people: [...peopleInBlockers(all, byText(actor.locale))],
  };
};
