import { getCard, saveAnswer, saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { skipRun, snoozeRun } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { getAttention } from '#contracts/attention/getAttention.ts';
import { getDashboard } from '#contracts/dashboard/getDashboard.ts';
import { getCatchup } from '#contracts/reports/getCatchup.ts';
import { getNearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { searchAnswers } from '#contracts/search/searchAnswers.ts';
import { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import { connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import { previewCard } from '#contracts/answers/meetingCardPreview.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { listMembers, listTeams } from '#contracts/organisations/teamAndMemberCalls.ts';
import { getTrends } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { reportVitals } from '#contracts/operations/webVitalsReport.ts';
import { saveDraft } from '../../services/answers/answerDrafts.ts';
import * as answers from '../../services/answers/saveAnswerAndShowCard.ts';
import { skipRun as skip } from '../../services/answers/skipRun.ts';
import { snoozeRun as snooze } from '../../services/answers/snoozeRun.ts';
import * as dashboard from '../../services/dashboard/getDashboard.ts';
import * as attention from '../../services/attention/getAttention.ts';
import * as catchup from '../../services/reports/getCatchup.ts';
import * as search from '../../services/search/searchAnswers.ts';
import * as nearbyRuns from '../../services/reports/getNearbyRuns.ts';
import * as waiting from '../../services/answers/getWaitingRuns.ts';
import { connectOrgByCode } from '../../services/connect/connectOrgByCode.ts';
import type { ConnectDeps } from '../../services/connect/connectOrgByCode.ts';
import * as previewing from '../../services/answers/previewCard.ts';
import * as personReport from '../../services/reports/personReport.ts';
import * as reports from '../../services/reports/getReport.ts';
import * as teams from '../../services/organisations/listTeamsAndMembers.ts';
import { billingRoutes } from './billingRoutes.ts';
import type { BillingRouteDeps } from './billingRoutes.ts';
import * as trends from '../../services/reports/getTrends.ts';
import * as weeklyTrends from '../../services/reports/getWeeklyTrends.ts';
import * as vitals from '../../services/operations/recordWebVitals.ts';
import type { TextModelDeps } from '../../services/generatedSummaries/textModelTargetAndKey.ts';
import { bind, bindOpen } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { deletionRoutes } from './deletionAndErasureRoutes.ts';
import type { DeletionDeps } from './deletionAndErasureRoutes.ts';
import { paymentRoutes } from './paymentAndWebhookRoutes.ts';
import type { PaymentRouteDeps } from './paymentAndWebhookRoutes.ts';
import { healthRoutes } from './healthRoutes.ts';
import type { HealthDeps } from './healthRoutes.ts';
import { registrationRoutes } from './registrationInvitationAndResetRoutes.ts';
import type { RegistrationRouteDeps } from './registrationInvitationAndResetRoutes.ts';
import { sessionRoutes } from './identityRoutes.ts';
import type { SessionRouteDeps } from './identityRoutes.ts';
import { blockerRoutes } from './blockerRoutes.ts';
import { digestRoutes } from './digestRoutes.ts';
import type { DigestRouteDeps } from './digestRoutes.ts';
import { signInRoutes } from './microsoftSignInRoutes.ts';
import type { SignInRouteDeps } from './microsoftSignInRoutes.ts';
import { meetingRoutes } from './meetingTemplateAndDaysOffRoutes.ts';
import type { MeetingRouteDeps } from './meetingTemplateAndDaysOffRoutes.ts';
import { peopleRoutes } from './peopleTeamAndOrganisationRoutes.ts';
import type { PeopleDeps } from './peopleTeamAndOrganisationRoutes.ts';
import { textModelRoutes } from './textModelAndGeneratedSummaryRoutes.ts';
import { rollupRoutes } from './rollupRoutes.ts';
import { timesheetRoutes } from './timesheetRoutes.ts';
import type { TimesheetRouteDeps } from './timesheetRoutes.ts';

export type ServiceDeps = SessionRouteDeps &
  SignInRouteDeps &
  ConnectDeps &
  MeetingRouteDeps &
  answers.AnswerDeps &
  PeopleDeps &
  RegistrationRouteDeps &
  TimesheetRouteDeps &
  BillingRouteDeps &
  DeletionDeps &
  TextModelDeps &
  vitals.VitalsDeps &
  PaymentRouteDeps &
  DigestRouteDeps;

export interface RouteDeps {
  readonly health: HealthDeps;
  readonly services: ServiceDeps;
  readonly raw: readonly Route[];
}

export const routes = ({ health, services: deps, raw }: RouteDeps): readonly Route[] => [
  ...healthRoutes(health),
  ...raw,
  ...signInRoutes(deps),
  ...sessionRoutes(deps),
  bind(connectOrg, (actor, input, call) => connectOrgByCode(deps, actor, input, call)),
  bind(listTeams, (actor) => teams.listTeams(deps, actor)),
  bind(listMembers, (actor, input) => teams.listMembers(deps, actor, input)),
  ...meetingRoutes(deps),
  ...blockerRoutes(deps),
  ...digestRoutes(deps),
  bind(previewCard, (actor, input) => previewing.previewCard(deps, actor, input)),
  bind(getCard, (actor, input) => answers.cardFor(deps, actor, input)),
  bind(saveAnswerDraft, (actor, input) => saveDraft(deps, actor, input)),
  bind(saveAnswer, (actor, input) => answers.saveAnswer(deps, actor, input)),
  bind(skipRun, (actor, input) => skip(deps, actor, input)),
  bind(snoozeRun, (actor, input) => snooze(deps, actor, input)),
  bind(getReport, (actor, input) => reports.getReport(deps, actor, input)),
  bind(getPersonReport, (actor, input) => personReport.getPersonReport(deps, actor, input)),
  bind(getTrends, (actor, input) => trends.getTrends(deps, actor, input)),
  bind(getWeeklyTrends, (actor, input) => weeklyTrends.getWeeklyTrends(deps, actor, input)),
  ...rollupRoutes(deps),
  bind(getDashboard, (actor, input) => dashboard.getDashboard(deps, actor, input)),
  bind(getWaiting, (actor) => waiting.getWaiting(deps, actor)),
  bind(getNearbyRuns, (actor, input) => nearbyRuns.getNearbyRuns(deps, actor, input)),
  bind(getAttention, (actor, input) => attention.getAttention(deps, actor, input)),
  bind(searchAnswers, (actor, input) => search.searchAnswers(deps, actor, input)),
  bind(getCatchup, (actor, input) => catchup.getCatchup(deps, actor, input)),
  bindOpen(reportVitals, (input, call) => vitals.reportVitals(deps, input, call)),
  ...peopleRoutes(deps),
  ...textModelRoutes(deps),
  ...timesheetRoutes(deps),
  ...registrationRoutes(deps),
  ...deletionRoutes(deps),
  ...billingRoutes(deps),
  ...paymentRoutes(deps),
];
