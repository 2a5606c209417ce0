import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { RollupQuery } from '#contracts/rollup/rollupQueryAndResult.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { rollupPeriod } from '../../domain/rollup/rollupPeriod.ts';
import type { RollupPeriod } from '../../domain/rollup/rollupPeriod.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';

// Finds the teams, reports, people and days of a roll-up, and checks that the reader can see them.

export interface RollupTeam {
  readonly teamId: TeamId;
  readonly teamName: string;
  readonly people: readonly TeamMember[];
  readonly meetings: readonly Meeting[];
  /** The reports of this team that the query names; null if the query names none, which means all reports. */
  readonly named: ReadonlySet<MeetingId> | null;
}

export interface RollupScope {
  readonly records: Records<OrgId>;
  readonly period: RollupPeriod;
  /** The team that the query names; all teams of the reader if it names none. */
  readonly teams: readonly RollupTeam[];
  readonly people: ReadonlySet<MemberId> | null;
  readonly now: number;
}

const first = localDate.parse('0001-01-31');
const utc = zoneId.parse('UTC');

/**
 * Returns the reports that the query names, by team. Throws NOT_FOUND for a report of a team that the reader cannot
 * see.
 */
const meetingsByTeam = async (
  records: Records<OrgId>,
  teamIds: readonly TeamId[],
  meetings: readonly MeetingId[],
): Promise<ReadonlyMap<TeamId, ReadonlySet<MeetingId>>> => {
  const byTeam = new Map<TeamId, Set<MeetingId>>();
  const pointers = await Promise.all(meetings.map((meetingId) => records.get(meetingPointer, { meetingId })));
  for (const pointer of pointers) {
    if (pointer === undefined || !teamIds.includes(pointer.value.teamId)) throw new AppError('NOT_FOUND');
    const { teamId, meetingId } = pointer.value;
    byTeam.set(teamId, (byTeam.get(teamId) ?? new Set()).add(meetingId));
  }
  return byTeam;
};

const todayFor = ({ memberId }: Actor, teams: readonly RollupTeam[], now: number): LocalDate => {
  const own = teams.flatMap(({ people }) => people).find((person) => person.memberId === memberId);
  return localDateAt(now, own?.timezone ?? utc);
};

const periodOf = (query: RollupQuery, today: LocalDate): RollupPeriod => {
  const period = rollupPeriod(query, today);
  if (period.from < first) throw new AppError('INVALID_INPUT', { message: 'invalid.date', path: ['from'] });
  return period;
};

/**
 * Returns the scope of a roll-up for the reader. Throws NOT_FOUND for a team or report that the reader cannot see, and
 * INVALID_INPUT for an invalid period.
 */
export const findRollupScope = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  query: RollupQuery,
): Promise<RollupScope> => {
  const records = inOrg(deps.store, actor.orgId);
  const teamIds = query.teamId === undefined ? actor.teamIds : [query.teamId];
  const rows = await Promise.all(teamIds.map((teamId) => requireTeam(deps, actor, teamId, 'report.read')));
  const named = await meetingsByTeam(records, teamIds, query.meetings);
  const teams = await Promise.all(
    rows.map(async ({ value: { teamId, name: teamName } }): Promise<RollupTeam> => {
      const [members, meetings] = await Promise.all([
        listAllMembers(records, teamId),
        records.list(meetingKind, { teamId }, prefixRange('G|')),
      ]);
      return {
        ...{ teamId, teamName, people: members.map(({ value }) => value) },
        meetings: meetings.map(({ value }) => value),
        named: query.meetings.length === 0 ? null : (named.get(teamId) ?? new Set()),
      };
    }),
  );
  const now = deps.clock.now();
  return {
    ...{ records, teams, now, period: periodOf(query, todayFor(actor, teams, now)) },
    people: query.people.length === 0 ? null : new Set(query.people),
  };
};
