import { getReport } from '#contracts/reports/dailyReport.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import { getCatchup } from '#contracts/reports/getCatchup.ts';
import { getNearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { getTrends } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import type { Deps } from '../../services/core/deps.ts';
import { explainWhyPrompted } from '../../services/reports/explainWhyPrompted.ts';
import type { WhyDeps } from '../../services/reports/explainWhyPrompted.ts';
import { getActivities as activities } from '../../services/reports/getActivities.ts';
import * as catchup from '../../services/reports/getCatchup.ts';
import * as nearbyRuns from '../../services/reports/getNearbyRuns.ts';
import * as reports from '../../services/reports/getDailyReport.ts';
import * as trends from '../../services/reports/getTrendsByRunAndMember.ts';
import * as weeklyTrends from '../../services/reports/getWeeklyTrends.ts';
import * as personReport from '../../services/reports/personReport.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type ReportRouteDeps = Deps & WhyDeps;

export const reportRoutes = (deps: ReportRouteDeps): readonly Route[] => [
  bind(getReport, (actor, input) => reports.getReport(deps, actor, input)),
  bind(getPersonReport, (actor, input) => personReport.getPersonReport(deps, actor, input)),
  bind(getTrends, (actor, input) => trends.getTrends(deps, actor, input)),
  bind(getWeeklyTrends, (actor, input) => weeklyTrends.getWeeklyTrends(deps, actor, input)),
  bind(getNearbyRuns, (actor, input) => nearbyRuns.getNearbyRuns(deps, actor, input)),
  bind(getCatchup, (actor, input) => catchup.getCatchup(deps, actor, input)),
  bind(whyMember, (actor, input) => explainWhyPrompted(deps, actor, input)),
  bind(getActivities, (actor, input) => activities(deps, actor, input)),
];
