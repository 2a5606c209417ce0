import { AppError } from '#contracts/errors.ts';
import { zoneId } from '#contracts/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { times, ui } from '#contracts/limits.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { getPersonReport as getPersonReportCall, PersonReport, PersonRun } from '#contracts/personReport.ts';
import { personTotals } from '../domain/personReport.ts';
import { addDays, compareDates, daysBetween, localDateAt } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { meeting as meetingKind, team as teamKind, teamMember } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { hasHistory, personRuns } from './personRuns.ts';
import type { RunOfPerson, Span } from './personRuns.ts';
import { byName } from './sorting.ts';

// What one person said over a time. A reader sees of it what lies in teams that both are, or were, in: each team's
// report shows it to them anyway, and nothing of another team does.

type Input = ParsedOf<typeof getPersonReportCall>;

const utc = zoneId.parse('UTC');

/** A person in one team that the reader is in; the row is gone when they were erased. */
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

/** The first date of a time that ends with this one; the calendar of the product begins with the year 0. */
const firstBefore = (last: LocalDate): LocalDate => {
  try {
    return addDays(last, 1 - ui.windowDays);
  } catch (error) {
    if (error instanceof RangeError) return last;
    throw error;
  }
};

const spanOf = ({ from, to }: Input, today: LocalDate): Span => {
  const last = to ?? today;
  const first = from ?? firstBefore(last);
  if (compareDates(first, last) > 0) throw new AppError('INVALID_INPUT', { message: 'person.dateOrder' });
  if (daysBetween(first, last) >= times.personDays) throw new AppError('INVALID_INPUT', { message: 'person.tooLong' });
  return { from: first, to: last };
};

/** Today on the reader's own calendar. */
const todayOf = async (records: Records<OrgId>, { memberId, teamIds }: Actor, now: number): Promise<LocalDate> => {
  const [teamId] = teamIds;
  const own =
    memberId === null || teamId === undefined ? undefined : await records.get(teamMember, { teamId, memberId });
  return localDateAt(now, own?.value.timezone ?? utc);
};

interface Told {
  readonly part: Part;
  readonly run: RunOfPerson;
}

const meetingsOf = async (records: Records<OrgId>, teamId: TeamId): Promise<Map<MeetingId, Meeting>> => {
  const rows = await records.list(meetingKind, { teamId, meetingId: '' as MeetingId }, prefixRange('G|'));
  return new Map(rows.map(({ value }) => [value.id, value]));
};

const tellOf = async (
  deps: Pick<Deps, 'clock'>,
  records: Records<OrgId>,
  part: Part,
  memberId: MemberId,
  span: Span,
): Promise<Told[]> => {
  const { teamId, member } = part;
  const meetings = await meetingsOf(records, teamId);
  const who = { orgId: records.scope, teamId, memberId };
  const runs = await personRuns(records, { who, member, meetings, span, now: deps.clock.now() });
  return runs.map((run) => ({ part, run }));
};

const groupBy = <T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};

/** The name a meeting has now, else the one it had in its newest run here. */
const meetingRows = (told: readonly Told[], locale: string): PersonReport['meetings'] => {
  const rows = [...groupBy(told, ({ run }) => run.told.meetingId)].flatMap(([meetingId, some]) => {
    const newest = [...some].sort((a, b) => compareDates(b.run.told.date, a.run.told.date)).at(0);
    if (newest === undefined) return [];
    const { run, part } = newest;
    const row = {
      ...personTotals(some.map((one) => one.run.told)),
      meetingId,
      meetingName: run.currentName ?? run.told.meetingName,
      type: run.type,
      teamId: part.teamId,
      teamName: part.teamName,
    };
    return [{ id: meetingId, name: row.meetingName, row }];
  });
  return rows.sort(byName(locale)).map((one) => one.row);
};

const dayRows = (told: readonly Told[], meetings: PersonReport['meetings']): PersonReport['days'] => {
  const place = new Map(meetings.map((one, at) => [one.meetingId, at]));
  const inOrder = (a: PersonRun, b: PersonRun): number => (place.get(a.meetingId) ?? 0) - (place.get(b.meetingId) ?? 0);
  return [
    ...groupBy(
      told.map((one) => one.run.told),
      (one) => one.date,
    ),
  ]
    .sort(([a], [b]) => compareDates(b, a))
    .map(([date, runs]) => ({ date, runs: runs.sort(inOrder) }));
};

/** Somebody of whom the reader shares no team is NOT_FOUND, as is nobody. INVALID_INPUT: dates that are no such time. */
export const getPersonReport = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: Input,
): Promise<OutputOf<typeof getPersonReportCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  const { memberId } = input;
  const found = await Promise.all(actor.teamIds.map((teamId) => partIn(records, teamId, memberId)));
  const parts = found.filter((one) => one !== undefined);
  if (parts.length === 0) throw new AppError('NOT_FOUND');
  const span = spanOf(input, await todayOf(records, actor, deps.clock.now()));
  const told = (await Promise.all(parts.map((part) => tellOf(deps, records, part, memberId, span)))).flat();
  const members = parts.flatMap(({ member }) => member ?? []);
  const present = members.find((one) => one.leftOn === null) ?? members[0];
  const meetings = meetingRows(told, actor.locale);
  return {
    memberId,
    name: present?.name ?? '',
    thumbnailUrl: present?.thumbnailUrl ?? null,
    timezone: present?.timezone ?? null,
    isErased: present === undefined || told.some((one) => one.run.told.isErased),
    hasLeft: members.every((one) => one.leftOn !== null),
    ...span,
    totals: personTotals(told.map((one) => one.run.told)),
    meetings,
    days: dayRows(told, meetings),
  };
};
