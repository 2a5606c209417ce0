import type { getReport as getReportCall, DailyReport } from '#contracts/reports/dailyReport.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
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
import { requestedReportDate } from './requestedReportDate.ts';

const utc = zoneId.parse('UTC');

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
  const request = { teamId, date: requestedReportDate(input.date, zone, now), meetingId };
  const report = await readDayReports(records, request, { reader: actor.memberId, now });
  // Most readers owe no answer and can edit none. Then the state of the organisation makes no difference, and is not
  // read.
  if (!report.reports.some(({ owes, canEdit }) => owes || canEdit)) return report;
  return doesOrgAllow('answerRun', await orgPauseOf(deps, records)) ? report : withoutAnswering(report);
};
