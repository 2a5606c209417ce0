import type { getReport as getReportCall } from '#contracts/reports/dailyReport.ts';
import type { DailyReport } from '#contracts/reports/dailyReport.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { localDate, zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import { readDayReports } from './readDayReports.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import type { Deps } from '../core/deps.ts';
import { requireMeetingOfTeam } from '../tenancy/requireMeetingOfTeam.ts';

const utc = zoneId.parse('UTC');

/**
 * Returns the date that a request means; today if it has none. A date yyyy-MM-dd is used as it is; an instant with an
 * offset means the date in its text; an instant with Z means the date in the reader's zone (docs/product-rules.md, HTTP
 * interface).
 */
export const dateOf = (requested: string | undefined, zone: ZoneId, now: number): LocalDate => {
  if (requested === undefined) return localDateAt(now, zone);
  const plain = localDate.safeParse(requested);
  if (plain.success) return plain.data;
  const day = requested.toUpperCase().endsWith('Z') ? localDateAt(Date.parse(requested), zone) : requested.slice(0, 10);
  // The result is checked again: in a zone east of UTC, an instant on the last supported day may fall on the next day.
  const read = localDate.safeParse(day);
  if (!read.success) throw new AppError('INVALID_INPUT', { message: 'invalid.date' });
  return read.data;
};

/**
 * True for a request without a date or with an instant in UTC (Z). Only then does the reader's zone decide the date.
 */
const dependsOnZone = (requested: string | undefined): boolean => requested === undefined || /z$/i.test(requested);

const ownZone = async (records: Records<OrgId>, teamId: TeamId, { memberId }: Actor): Promise<ZoneId> => {
  const row = memberId === null ? undefined : await records.get(teamMember, { teamId, memberId });
  return row?.value.timezone ?? utc;
};

/** Returns the report with all rights to answer removed. It is used while the organisation accepts no answers. */
const withoutAnswering = (report: DailyReport): DailyReport => ({
  ...report,
  reports: report.reports.map((item) => ({ ...item, owes: false, canEdit: false })),
});

/**
 * Returns the report of a team's day, or of one meeting on that day, as the reader may see it now. Throws NOT_FOUND if
 * the meeting is not of this team.
 */
export const getReport = async (
  deps: Pick<Deps, 'store'> & PayingDeps,
  actor: Actor,
  input: ParsedOf<typeof getReportCall>,
): Promise<DailyReport> => {
  const { teamId, meetingId } = input;
  await requireTeam(deps, actor, teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  if (meetingId !== undefined) await requireMeetingOfTeam(records, teamId, meetingId);
  const zone = dependsOnZone(input.date) ? await ownZone(records, teamId, actor) : utc;
  const now = deps.clock.now();
  const request = { teamId, date: dateOf(input.date, zone, now), meetingId };
  const report = await readDayReports(records, request, { reader: actor.memberId, now });
  // Most readers owe no answer and can edit none. Then the state of the organisation makes no difference, and is not
  // read.
  if (!report.reports.some(({ owes, canEdit }) => owes || canEdit)) return report;
  return doesOrgAllow('answerRun', await orgPauseOf(deps, records)) ? report : withoutAnswering(report);
};
