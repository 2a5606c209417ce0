import type { Deps } from '../../services/core/deps.ts';
import type { AnswerDeps } from '../../services/answers/saveAnswerAndShowCard.ts';
import type { PaymentDeps } from '../../services/billing/billingContactAndPaymentMethod.ts';
import type { ConnectDeps } from '../../services/connect/connectOrgByCode.ts';
import type { TextModelDeps } from '../../services/generatedSummaries/textModelTargetAndKey.ts';
import type { VitalsDeps } from '../../services/operations/recordWebVitals.ts';
import type { OpenTodayDeps } from '../../services/runs/startRun.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { answerRoutes } from './answerRoutes.ts';
import { attentionRoutes } from './attentionRoutes.ts';
import { billingRoutes, paymentRoutes } from './billingRoutes.ts';
import type { BillingRouteDeps } from './billingRoutes.ts';
import { blockerRoutes } from './blockerRoutes.ts';
import { connectRoutes } from './connectRoutes.ts';
import { dashboardRoutes } from './dashboardRoutes.ts';
import { dataLifecycleRoutes } from './dataLifecycleRoutes.ts';
import type { DataLifecycleRouteDeps } from './dataLifecycleRoutes.ts';
import { daysOffRoutes } from './daysOffRoutes.ts';
import type { DaysOffRouteDeps } from './daysOffRoutes.ts';
import { digestRoutes } from './digestRoutes.ts';
import type { DigestRouteDeps } from './digestRoutes.ts';
import { generatedSummaryRoutes } from './generatedSummaryRoutes.ts';
import { identityRoutes } from './identityRoutes.ts';
import type { IdentityRouteDeps } from './identityRoutes.ts';
import { meetingRoutes } from './meetingRoutes.ts';
import type { MeetingRouteDeps } from './meetingRoutes.ts';
import { microsoftAccountRoutes } from './microsoftAccountRoutes.ts';
import type { MicrosoftAccountRouteDeps } from './microsoftAccountRoutes.ts';
import { healthRoutes } from './operations/healthRoutes.ts';
import type { HealthDeps } from './operations/healthRoutes.ts';
import { webVitalsRoute } from './operations/webVitalsRoute.ts';
import { organisationRoutes } from './organisationRoutes.ts';
import type { OrganisationRouteDeps } from './organisationRoutes.ts';
import { peopleRoutes } from './peopleRoutes.ts';
import { registrationRoutes } from './registrationRoutes.ts';
import type { RegistrationRouteDeps } from './registrationRoutes.ts';
import { reportRoutes } from './reportRoutes.ts';
import { rollupRoutes } from './rollupRoutes.ts';
import { runRoutes } from './runRoutes.ts';
import { searchRoutes } from './searchRoutes.ts';
import { summaryEmailRoutes } from './summaryEmailRoutes.ts';
import { teamsSyncRoutes } from './teamsSyncRoutes.ts';
import type { TeamsSyncRouteDeps } from './teamsSyncRoutes.ts';
import { timesheetRoutes } from './timesheetRoutes.ts';
import type { TimesheetRouteDeps } from './timesheetRoutes.ts';

export type ServiceDeps = Deps &
  IdentityRouteDeps &
  MicrosoftAccountRouteDeps &
  ConnectDeps &
  MeetingRouteDeps &
  OpenTodayDeps &
  DaysOffRouteDeps &
  ConsentDeps &
  AnswerDeps &
  OrganisationRouteDeps &
  TeamsSyncRouteDeps &
  RegistrationRouteDeps &
  TimesheetRouteDeps &
  BillingRouteDeps &
  DataLifecycleRouteDeps &
  TextModelDeps &
  VitalsDeps &
  PaymentDeps &
  DigestRouteDeps;

export interface RouteDeps {
  readonly health: HealthDeps;
  readonly services: ServiceDeps;
  readonly raw: readonly Route[];
}

/** Returns the routes of all features. */
export const routes = ({ health, services: deps, raw }: RouteDeps): readonly Route[] => [
  ...healthRoutes(health),
  ...raw,
  ...microsoftAccountRoutes(deps),
  ...identityRoutes(deps),
  ...connectRoutes(deps),
  ...meetingRoutes(deps),
  ...runRoutes(deps),
  ...daysOffRoutes(deps),
  ...summaryEmailRoutes(deps),
  ...blockerRoutes(deps),
  ...digestRoutes(deps),
  ...answerRoutes(deps),
  ...reportRoutes(deps),
  ...rollupRoutes(deps),
  ...dashboardRoutes(deps),
  ...attentionRoutes(deps),
  ...searchRoutes(deps),
  webVitalsRoute(deps),
  ...peopleRoutes(deps),
  ...organisationRoutes(deps),
  ...teamsSyncRoutes(deps),
  ...generatedSummaryRoutes(deps),
  ...timesheetRoutes(deps),
  ...registrationRoutes(deps),
  ...dataLifecycleRoutes(deps),
  ...billingRoutes(deps),
  ...paymentRoutes(deps),
];
