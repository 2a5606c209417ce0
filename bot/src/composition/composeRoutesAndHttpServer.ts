import type { Installation } from '#contracts/operations/operatorInfo.ts';
import type { Config } from '../startup/config.ts';
import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { consentPageRoutes } from '../http/routes/summaryEmailRoutes.ts';
import type { Route } from '../http/server/bindEndpointsAndRawRoutes.ts';
import { installationRoutes } from '../http/routes/operations/operatorAndSecurityTxtRoutes.ts';
import { openApiRoute } from '../http/openapi/openApiRoute.ts';
import { routes } from '../http/routes/allRoutes.ts';
import { createHttpServer } from '../http/server/httpServer.ts';
import type { Heartbeat } from '../jobs/engine/engineAndHeartbeat.ts';
import { healthDeps } from '../observability/createObservability.ts';
import type { Observability } from '../observability/createObservability.ts';
import { isReadOnly } from '../services/tenancy/payingStateAndOrgPause.ts';
import { authenticate } from '../services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../store/recordKindsAndAccess.ts';
import { probe } from '../store/kinds/operations/readinessProbe.ts';
import { translateFor } from '../translate.ts';
import { botRoute, withConnecting } from './composeBotServicesAndRoute.ts';
import type { BotSide } from './composeBotServicesAndRoute.ts';
import type { Services } from './composeServiceDeps.ts';
import type { HostEnvironment } from './hostEnvironmentType.ts';

const priceOf = ({ isBillingEnabled, billing, trialDays }: Config): Installation['price'] =>
  isBillingEnabled ? { perPerson: billing.priceCents, currency: billing.currency, trialDays } : null;

const installationOf = (config: Config): Installation => ({
  operator: config.operator.name,
  contact: config.operator.contact,
  isInAzure: config.store.engine === 'tables',
  sendsMail: config.mail.smtpUrl !== null,
  isMeasured: config.appInsights !== null,
  hasInvoices: config.isBillingEnabled,
  price: priceOf(config),
});

interface RouteParts {
  readonly heartbeat: Heartbeat;
  readonly side: BotSide;
  readonly page: readonly Route[];
  readonly observing: Observability;
  readonly asked: Services;
}

export const routeTable = (config: Config, deps: Services, own: RouteParts): readonly Route[] => {
  const { heartbeat, side } = own;
  const rows = outside(deps.store);
  const instanceId = deps.newId();
  const probeStore = async (): Promise<void> => {
    await rows.touch(probe, { instanceId }, { at: toInstant(deps.clock.now()) });
    await rows.get(probe, { instanceId });
  };
  const wake = (): void => {
    heartbeat.wake();
  };
  const table: readonly Route[] = routes({
    health: healthDeps(own.observing, {
      ...{ clock: deps.clock, probeStore, clockSkewMs: deps.clockSkewMs },
      ...{ lastHeartbeat: heartbeat.lastBeatAt, token: config.metricsToken },
    }),
    services: { ...withConnecting(own.asked, side), wake },
    raw: [
      botRoute(deps, side, wake),
      ...installationRoutes({ ...config, clock: deps.clock, installation: installationOf(config) }),
      own.observing.metricsRoute,
      openApiRoute(() => table, { publicUrl: config.publicUrl, t: translateFor('en') }),
      ...consentPageRoutes(deps),
      ...own.page,
    ],
  });
  return table;
};

export const createServer = (config: Config, world: HostEnvironment, deps: Services, table: readonly Route[]) =>
  createHttpServer({
    newId: deps.newId,
    log: deps.log,
    metrics: deps.metrics,
    tracer: deps.tracer,
    translateFor: translateFor,
    authenticate: (token, locale) => authenticate(deps, token, locale),
    isReadOnly: (orgId) => isReadOnly(deps, inOrg(deps.store, orgId)),
    routes: table,
    publicUrl: config.publicUrl,
    allowedHosts: config.isProduction ? [new URL(config.publicUrl).host] : null,
    webDir: world.webDir,
    isDemo: config.isDemo,
    trustedProxies: config.trustedProxies,
  });
