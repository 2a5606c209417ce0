import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits, ui } from '#contracts/core/limitsAndProductConstants.ts';
import { addDays, daysBetween, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { requestedReportDate } from '../reports/requestedReportDate.ts';
import { sheetNames } from './findTasksAndMeetingNames.ts';
import type { SheetScope, TeamNames } from './findTasksAndMeetingNames.ts';

const utc = zoneId.parse('UTC');

/**
 * Returns the member's zone. It is unknown if the member has never used the chat or the web app; then returns
 * `fallback` or, without it, UTC.
 */
export const timesheetZoneOf = (member: { readonly timezone: ZoneId | null } | undefined, fallback?: ZoneId): ZoneId =>
  member?.timezone ?? fallback ?? utc;

const ownZone = async (records: Records<OrgId>, { memberId }: Actor, teamId: TeamId): Promise<ZoneId> =>
  timesheetZoneOf(memberId === null ? undefined : (await records.get(teamMember, { teamId, memberId }))?.value);

export interface AskedFilter {
  readonly teamId: TeamId;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly users: readonly MemberId[];
  readonly meetingIds: readonly MeetingId[];
  readonly meetingId?: MeetingId | null | undefined;
}

const first = localDate.parse('0001-01-31');

/**
 * Returns the requested days. Without dates, these are the last `ui.windowDays` days (30); with only an end date, the
 * days that end on it; with only a start date, the days from it until today.
 */
const daysOf = ({ startDate, endDate }: AskedFilter, zone: ZoneId, now: number): { from: LocalDate; to: LocalDate } => {
  const to = requestedReportDate(endDate, zone, now);
  if (to < first) throw new AppError('INVALID_INPUT', { message: 'invalid.date', path: ['endDate'] });
  const from = startDate === undefined ? addDays(to, 1 - ui.windowDays) : requestedReportDate(startDate, zone, now);
  if (from > to) throw new AppError('INVALID_INPUT', { message: 'org.dateOrder', path: ['startDate'] });
  if (daysBetween(from, to) >= limits.timesheetDays)
    throw new AppError('INVALID_INPUT', { message: 'timesheet.rangeTooLong', path: ['startDate'] });
  return { from, to };
};

/**
 * Throws NOT_FOUND unless every named meeting is or was a meeting of this team. The pointer of a deleted meeting
 * remains.
 */
const requireMeetings = async (records: Records<OrgId>, teamId: TeamId, ids: ReadonlySet<MeetingId>): Promise<void> => {
  const pointers = await Promise.all([...ids].map((meetingId) => records.get(meetingPointer, { meetingId })));
  if (pointers.some((pointer) => pointer?.value.teamId !== teamId)) throw new AppError('NOT_FOUND');
};

export interface ReadFilter {
  readonly records: Records<OrgId>;
  readonly scope: SheetScope;
  readonly names: TeamNames;
  readonly teamName: string;
  readonly today: LocalDate;
}

/**
 * Returns the filter with defaults for what the request leaves out. Throws NOT_FOUND for a team, person or meeting that
 * the reader may not see.
 */
export const readFilter = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  askedFilter: AskedFilter,
): Promise<ReadFilter> => {
  const { teamId } = askedFilter;
  const { value: team } = await requireTeam(deps, actor, teamId, 'timesheet.read');
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  const zone = await ownZone(records, actor, teamId);
  const names = await sheetNames(records, teamId);
  const members = new Set(askedFilter.users);
  if ([...members].some((member) => !names.people.has(member))) throw new AppError('NOT_FOUND');
  const meetings = new Set([
    ...askedFilter.meetingIds,
    ...(askedFilter.meetingId == null ? [] : [askedFilter.meetingId]),
  ]);
  await requireMeetings(records, teamId, meetings);
  const scope = {
    teamId,
    ...daysOf(askedFilter, zone, now),
    members: members.size === 0 ? null : members,
    meetings: meetings.size === 0 ? null : meetings,
  };
  return { records, scope, names, teamName: team.name, today: localDateAt(now, zone) };
};
