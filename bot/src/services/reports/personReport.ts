import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times, ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type {
  getPersonReport as getPersonReportCall,
  PersonReport,
  PersonRun,
} from '#contracts/reports/personReport.ts';
import { goalHitRate, hitRateDays } from '../../domain/reports/goalHitRate.ts';
import { personTotals } from '../../domain/reports/personRunsAndTotals.ts';
import { addDays, compareDates, daysBetween, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { DateSpan } from '../runs/dateSpansAndRunDates.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { addBlockerDurations } from './addResolvedBlockerDurations.ts';
import { answeredGoals, hasHistory, readPersonRuns } from './readPersonRuns.ts';
import type { RunOfPerson } from './readPersonRuns.ts';
import { byName } from '../core/compareByNameOrText.ts';

// Reports one person's answers over a period. It covers the teams that the reader is in and the person is or was in,
// because the reader can see the answers in these teams anyway.

type Input = ParsedOf<typeof getPersonReportCall>;

const utc = zoneId.parse('UTC');

/** A person in one team of the reader. `member` is undefined if the person was erased. */
interface Part {
  readonly teamId: TeamId;
  readonly teamName: string;
  readonly member: TeamMember | undefined;
}

const partIn = async (records: Records<OrgId>, teamId: TeamId, memberId: MemberId): Promise<Part | undefined> => {
  const [team, member] = await Promise.all([
    records.get(teamKind, { teamId }),
    records.get(teamMember, { teamId, memberId }),
  ]);
  if (team === undefined || team.value.state === 'DELETED') return undefined;
  if (member === undefined && !(await hasHistory(records, teamId, memberId))) return undefined;
  return { teamId, teamName: team.value.name, member: member?.value };
};

/**
 * Returns the first date of the default period of `ui.windowDays` days that ends with `last`. If that date would be
 * before the year 0, returns `last`.
 */
const firstBefore = (last: LocalDate): LocalDate => {
  try {
    return addDays(last, 1 - ui.windowDays);
  } catch (error) {
    if (error instanceof RangeError) return last;
    throw error;
  }
};

const spanOf = ({ from, to }: Input, today: LocalDate): DateSpan => {
  const last = to ?? today;
  const first = from ?? firstBefore(last);
  if (compareDates(first, last) > 0) throw new AppError('INVALID_INPUT', { message: 'person.dateOrder' });
  if (daysBetween(first, last) >= times.personDays) throw new AppError('INVALID_INPUT', { message: 'person.tooLong' });
  return { from: first, to: last };
};

/** Returns today's date in the reader's zone, because the report shows days as the reader counts them. */
const todayOf = async (records: Records<OrgId>, { memberId, teamIds }: Actor, now: number): Promise<LocalDate> => {
  const [teamId] = teamIds;
  const own =
    memberId === null || teamId === undefined ? undefined : await records.get(teamMember, { teamId, memberId });
  return localDateAt(now, own?.value.timezone ?? utc);
};

interface RunInTeam {
  readonly part: Part;
  readonly run: RunOfPerson;
}

const meetingsOf = async (records: Records<OrgId>, teamId: TeamId): Promise<Map<MeetingId, Meeting>> => {
  const rows = await records.list(meetingKind, { teamId }, prefixRange('G|'));
  return new Map(rows.map(({ value }) => [value.id, value]));
};

const readRunsIn = async (
  deps: Pick<Deps, 'clock'>,
  records: Records<OrgId>,
  part: Part,
  { memberId, span }: { readonly memberId: MemberId; readonly span: DateSpan },
): Promise<RunInTeam[]> => {
  const { teamId, member } = part;
  const meetings = await meetingsOf(records, teamId);
  const who = { orgId: records.scope, teamId, memberId };
  const runs = await readPersonRuns(records, { who, member, meetings, span, now: deps.clock.now() });
  const timed = await addBlockerDurations(records, { teamId, memberId }, { meetings, runs });
  return timed.map((run) => ({ part, run }));
};

const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/**
 * Returns one row for each meeting, sorted by name. The name is the current one; for a deleted meeting it is the name
 * in its newest run of the period.
 */
const meetingRows = (lines: readonly RunInTeam[], locale: string): PersonReport['meetings'] => {
  const rows = [...groupBy(lines, ({ run }) => run.personRun.meetingId)].flatMap(([meetingId, items]) => {
    const newest = [...items].sort((a, b) => compareDates(b.run.personRun.date, a.run.personRun.date)).at(0);
    if (newest === undefined) return [];
    const { run, part } = newest;
    const row = {
      ...personTotals(items.map((item) => item.run.personRun)),
      meetingId,
      meetingName: run.currentName ?? run.personRun.meetingName,
      type: run.type,
      teamId: part.teamId,
      teamName: part.teamName,
    };
    return [{ id: meetingId, name: row.meetingName, row }];
  });
  return rows.sort(byName(locale)).map((item) => item.row);
};

const dayRows = (lines: readonly RunInTeam[], meetings: PersonReport['meetings']): PersonReport['days'] => {
  const place = new Map(meetings.map((meeting, index) => [meeting.meetingId, index]));
  const inOrder = (a: PersonRun, b: PersonRun): number => (place.get(a.meetingId) ?? 0) - (place.get(b.meetingId) ?? 0);
  return [
    ...groupBy(
      lines.map((item) => item.run.personRun),
      (item) => item.date,
    ),
  ]
    .sort(([a], [b]) => compareDates(b, a))
    .map(([date, runs]) => ({ date, runs: runs.sort(inOrder) }));
};

/**
 * Returns how many of the person's goals of the last four weeks were reached (the hit rate). Null if the reader is not
 * that person, or if there are no goals to rate.
 */
const ownHitRate = async (
  records: Records<OrgId>,
  { memberId }: Actor,
  { person, parts, today }: { readonly person: MemberId; readonly parts: readonly Part[]; readonly today: LocalDate },
): Promise<PersonReport['hitRate']> => {
  if (memberId !== person) return null;
  const span = { from: addDays(today, 1 - hitRateDays), to: today };
  const goals = await Promise.all(parts.map(({ teamId }) => answeredGoals(records, { teamId, memberId }, span)));
  const rate = goalHitRate(goals.flat());
  return rate.settled + rate.carried === 0 ? null : { ...span, ...rate };
};

/**
 * Returns the report of a person. Throws NOT_FOUND for an unknown person and for a person who shares no team with the
 * reader, and INVALID_INPUT for an invalid period.
 */
export const getPersonReport = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: Input,
): Promise<OutputOf<typeof getPersonReportCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  const { memberId } = input;
  const matches = await Promise.all(actor.teamIds.map((teamId) => partIn(records, teamId, memberId)));
  const parts = matches.filter((item) => item !== undefined);
  if (parts.length === 0) throw new AppError('NOT_FOUND');
  const today = await todayOf(records, actor, deps.clock.now());
  const span = spanOf(input, today);
  const [runsOfParts, hitRate] = await Promise.all([
    Promise.all(parts.map((part) => readRunsIn(deps, records, part, { memberId, span }))),
    ownHitRate(records, actor, { person: memberId, parts, today }),
  ]);
  const lines = runsOfParts.flat();
  const members = parts.flatMap(({ member }) => member ?? []);
  const here = members.filter((item) => item.leftOn === null);
  const present = here[0] ?? members[0];
  const meetings = meetingRows(lines, actor.locale);
  return {
    memberId,
    name: present?.name ?? '',
    thumbnailUrl: present?.thumbnailUrl ?? null,
    timezone: present?.timezone ?? null,
    isErased: present === undefined || lines.some((item) => item.run.personRun.isErased),
    hasLeft: here.length === 0,
    isSwitchedOff: here.length > 0 && here.every((item) => !item.isEnabled),
    ...span,
    totals: personTotals(lines.map((item) => item.run.personRun)),
    hitRate,
    meetings,
    days: dayRows(lines, meetings),
  };
};
