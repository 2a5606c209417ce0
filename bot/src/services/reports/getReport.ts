import type { getReport as getReportCall } from '#contracts/reports/dailyReport.ts';
import type { DailyReport } from '#contracts/reports/dailyReport.ts';
import { doesOrgAllow } from '#contracts/core/orgPauseRules.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errors.ts';
import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meetingPointer } from '../../store/kinds/organisationsMembersAndVacations.ts';
import { teamMember } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import { readDayReports } from './readDayReports.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import type { Deps } from '../core/deps.ts';

const utc = zoneId.parse('UTC');

/**
 * Returns the date of a request. A yyyy-MM-dd date stays as it is. An instant with an offset gives the date in its
 * text; an instant with Z gives the date in the reader's zone (docs/product-rules.md, HTTP interface).
 */
export const dateOf = (requested: string | undefined, zone: ZoneId, now: number): LocalDate => {
  if (requested === undefined) return localDateAt(now, zone);
  const plain = localDate.safeParse(requested);
  if (plain.success) return plain.data;
  const day = requested.toUpperCase().endsWith('Z') ? localDateAt(Date.parse(requested), zone) : requested.slice(0, 10);
  // The date is checked again after the conversion: in a zone east of UTC, an instant on the last supported day may
  // fall on the day after it.
  const read = localDate.safeParse(day);
  if (!read.success) throw new AppError('INVALID_INPUT', { message: 'invalid.date' });
  return read.data;
};

/** True for a request without a date or with an instant in UTC (Z), because the reader's zone then decides the date. */
const dependsOnZone = (requested: string | undefined): boolean => requested === undefined || /z$/i.test(requested);

const ownZone = async (records: Records<OrgId>, teamId: TeamId, { memberId }: Actor): Promise<ZoneId> => {
  const row = memberId === null ? undefined : await records.get(teamMember, { teamId, memberId });
  return row?.value.timezone ?? utc;
};

/**
 * Throws NOT_FOUND unless the meeting is or was in the team. Only the pointer is read, because a run has its own copy
 * of the meeting's data.
 */
export const requireMeetingOf = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<void> => {
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer?.value.teamId !== teamId) throw new AppError('NOT_FOUND');
};

/** Returns the report without the reader's right to answer, for an organisation that accepts no answers. */
const withoutAnswering = (report: DailyReport): DailyReport => ({
  ...report,
  reports: report.reports.map((item) => ({ ...item, owes: false, canEdit: false })),
});

/**
 * Returns the report of a team's day, or of one meeting of that day, as the reader may see it now. Throws NOT_FOUND for a
 * meeting of another team.
 */
export const getReport = async (
  deps: Pick<Deps, 'store'> & PayingDeps,
  actor: Actor,
  input: ParsedOf<typeof getReportCall>,
): Promise<DailyReport> => {
  const { teamId, meetingId } = input;
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOf(records, teamId, meetingId);
  const zone = dependsOnZone(input.date) ? await ownZone(records, teamId, actor) : utc;
  const now = deps.clock.now();
  const request = { teamId, date: dateOf(input.date, zone, now), meetingId };
  const report = await readDayReports(records, request, { reader: actor.memberId, now });
  // For most readers the report shows neither an owed answer nor an answer to edit. In that case the state of the
  // organisation does not matter and is not read.
  if (!report.reports.some(({ owes, canEdit }) => owes || canEdit)) return report;
  return doesOrgAllow('answerRun', await orgPauseOf(deps, records)) ? report : withoutAnswering(report);
};
