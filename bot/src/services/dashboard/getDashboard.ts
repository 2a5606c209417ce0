import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Dashboard, getDashboard as getDashboardCall } from '#contracts/dashboard/getDashboard.ts';
import { getWaiting } from '../answers/getWaitingRuns.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import type { Actor } from '../core/actor.ts';
import { userDetails } from '../identity/passwordLoginAndUserDetails.ts';
import { listAllMeetings } from '../meetings/listMeetings.ts';
import { listTeams } from '../organisations/listTeamsAndMembers.ts';
import { getAttention } from '../attention/getAttention.ts';
import { getCatchup } from '../reports/getCatchup.ts';
import { getReport } from '../reports/getDailyReport.ts';
import { getNearbyRuns } from '../reports/getNearbyRuns.ts';
import { nextRunsAhead } from './nextRunsAhead.ts';

/**
 * Returns in one reply what several calls would return for a dashboard. The service of each of these calls checks
 * whether the caller may get its part.
 */
export const getDashboard = async (
  deps: AnswerDeps,
  actor: Actor,
  { teamId: wanted, date }: ParsedOf<typeof getDashboardCall>,
): Promise<OutputOf<typeof getDashboardCall>> => {
  const listed = listTeams(deps, actor);
  const teamId = wanted ?? (await listed)[0]?.id;
  if (teamId === undefined) throw new AppError('NOT_FOUND');
  const known = listAllMeetings(deps, actor, { teamId });
  const owed = getWaiting(deps, actor);
  const day = getReport(deps, actor, { teamId, date });
  const readNearby = async (): Promise<Dashboard['nearby']> => {
    const { date: today, reports } = await day;
    return reports.length > 0 ? null : getNearbyRuns(deps, actor, { teamId, date: today });
  };
  const readAhead = async (): Promise<Dashboard['ahead']> =>
    nextRunsAhead(deps, actor, { meetings: await known, waiting: (await owed).runs });
  const [user, teams, meetings, report, nearby, attention, waiting, catchup, ahead] = await Promise.all([
    userDetails(deps, actor),
    listed,
    known,
    day,
    readNearby(),
    getAttention(deps, actor, { teamId }),
    owed,
    getCatchup(deps, actor, { teamId }),
    readAhead(),
  ]);
  return { teamId, user, teams, meetings, report, nearby, attention, waiting, catchup, ahead };
};
