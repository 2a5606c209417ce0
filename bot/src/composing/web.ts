import type { Installation } from '#contracts/installation.ts';
import type { Config } from '../config.ts';
import { toInstant } from '../domain/time.ts';
import type { Route } from '../http/bind.ts';
import { installationRoutes } from '../http/installationRoutes.ts';
import { openApiRoute } from '../http/openapi/route.ts';
import { routes } from '../http/routes.ts';
import { createHttpServer } from '../http/server.ts';
import type { Heartbeat } from '../jobs/heartbeat.ts';
import { healthDeps } from '../observing.ts';
import type { Observing } from '../observing.ts';
import { isReadOnly } from '../services/paying.ts';
import { authenticate } from '../services/sessions.ts';
import { inOrg, outside } from '../store/kind.ts';
import { probe } from '../store/kinds/work.ts';
import { wordsFor } from '../text.ts';
import { botRoute, withConnecting } from './chat.ts';
import type { BotSide } from './chat.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

// What is reached over HTTP.

const installationOf = ({ operator, store, mail, isBillingEnabled, appInsights }: Config): Installation => ({
  operator: operator.name,
  contact: operator.contact,
  isInAzure: store.engine === 'tables',
  sendsMail: mail.smtpUrl !== null,
  isMeasured: appInsights !== null,
  hasInvoices: isBillingEnabled,
});

export const routeTable = (
  config: Config,
  deps: Services,
  heartbeat: Heartbeat,
  side: BotSide,
  own: { readonly page: readonly Route[]; readonly observing: Observing; readonly asked: Services },
): readonly Route[] => {
  const rows = outside(deps.store);
  const instanceId = deps.newId();
  const probeStore = async (): Promise<void> => {
    await rows.touch(probe, { instanceId }, { at: toInstant(deps.clock.now()) });
    await rows.get(probe, { instanceId });
  };
  const table: readonly Route[] = routes({
    health: healthDeps(own.observing, {
      ...{ clock: deps.clock, probeStore, clockSkewMs: deps.clockSkewMs },
      ...{ lastHeartbeat: heartbeat.lastBeatAt, token: config.metricsToken },
    }),
    services: withConnecting(own.asked, side),
    raw: [
      botRoute(config, deps, side, () => {
        heartbeat.wake();
      }),
      ...installationRoutes({ ...config, clock: deps.clock, installation: installationOf(config) }),
      own.observing.metricsRoute,
      openApiRoute(() => table, { publicUrl: config.publicUrl, words: wordsFor('en') }),
      ...own.page,
    ],
  });
  return table;
};

export const createServer = (config: Config, world: World, deps: Services, table: readonly Route[]) =>
  createHttpServer({
    newId: deps.newId,
    log: deps.log,
    metrics: deps.metrics,
    tracer: deps.tracer,
    words: wordsFor,
    authenticate: (token, spoken) => authenticate(deps, token, spoken),
    isReadOnly: (orgId) => isReadOnly(deps, inOrg(deps.store, orgId)),
    routes: table,
    publicUrl: config.publicUrl,
    allowedHosts: config.isProduction ? [new URL(config.publicUrl).host] : null,
    webDir: world.webDir,
    isDemo: config.isDemo,
    trustedProxies: config.trustedProxies,
  });
