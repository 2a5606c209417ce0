import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { getUserDetails } from '../identity/sessionAndUserDetailsCalls.ts';
import { getCard } from '../answers/answerCardAndDraftCalls.ts';
import { getAllMeetings } from '../meetings/meetingSchemasAndCalls.ts';
import { previewMeeting } from '../meetings/nextRunsPreview.ts';
import { listTeams } from '../organisations/teamAndMemberCalls.ts';
import { getCatchup } from '../reports/getCatchup.ts';
import { getReport } from '../reports/dailyReport.ts';
import { getNearbyRuns } from '../reports/getNearbyRuns.ts';
import { getAttention } from '../attention/getAttention.ts';
import { getWaiting } from '../answers/getWaitingRuns.ts';

/** The next run of a meeting that the caller may answer before its opening. */
const nextRunAhead = z.object({
  meetingId,
  /** The reply of `POST /api/meeting/preview` for one run. */
  runs: previewMeeting.output,
  /** The caller's card of that run; null if the caller cannot answer the run yet. */
  card: getCard.output.nullable(),
});

const dashboard = z.object({
  teamId,
  user: getUserDetails.output,
  teams: listTeams.output,
  meetings: getAllMeetings.output,
  report: getReport.output,
  /** The dates with runs that are nearest to the day of `report`; null if that day has runs. */
  nearby: getNearbyRuns.output.nullable(),
  attention: getAttention.output,
  waiting: getWaiting.output,
  catchup: getCatchup.output,
  /**
   * The next runs of the first enabled meetings, at most `ui.aheadFirst`. A meeting is left out while one of its open
   * runs waits for the caller's answer.
   */
  ahead: z.array(nextRunAhead),
});
export type Dashboard = z.output<typeof dashboard>;

/**
 * Returns all data of a team's dashboard, and records a visit. Each part is the reply of another call, and the call
 * fails if one part fails. The team is `teamId`, or else the first of the caller's teams.
 */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/report/dashboard',
  access: 'report.read',
  input: z.object({ teamId: teamId.optional(), date: localDate.optional() }),
  output: dashboard,
});
