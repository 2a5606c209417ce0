import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createBotSide } from './composition/composeBotServicesAndRoute.ts';
import { withCachingStore, composeServiceDeps } from './composition/composeServiceDeps.ts';
import type { Services } from './composition/composeServiceDeps.ts';
import { createServer, routeTable } from './composition/composeRoutesAndHttpServer.ts';
import { jobDeps, openMail } from './composition/composeJobsAndMail.ts';
import type { HostEnvironment } from './composition/hostEnvironmentType.ts';
import { ConfigError, readConfig } from './startup/config.ts';
import type { Config } from './startup/config.ts';
import { demoTenant } from './demo/demoPeopleAndTeams.ts';
import { seedDemo } from './demo/seedDemo.ts';
import type { Clock } from './domain/core/clockPort.ts';
import { noMetrics } from './domain/observability/metricsPort.ts';
import { isHeldByDisk, makeFolder } from './startup/createDataFolder.ts';
import type { Route } from './http/server/bindEndpointsAndRawRoutes.ts';
import { ListenError } from './http/server/httpServer.ts';
import { createLog } from './http/server/structuredLog.ts';
import { startHeartbeat } from './jobs/engine/engineAndHeartbeat.ts';
import type { Heartbeat } from './jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from './jobs/core/jobDepsAndSettings.ts';
import { createObservability, observedStore } from './observability/createObservability.ts';
import type { Telemetry } from './observability/createObservability.ts';
import { lastRestoreAt, openForWork } from './startup/openAndCheckStores.ts';
import type { OpenedStore } from './startup/openAndCheckStores.ts';
import { resumeConnecting } from './services/connect/connectTenantToOrganisationJob.ts';
import { outside } from './store/recordKindsAndAccess.ts';
import { tenantOrg } from './store/kinds/organisations/organisationLookups.ts';
import { openStoreWithRetry, UnusableStore } from './startup/waitForStore.ts';

// The composition root: the only file, with those of the folder `composition`, that builds parts of the server. It
// gives them the machine's clock and handles the machine's signals.

export interface App {
  readonly services: Services;
  /** All routes. Each one names who may use it (`access`). */
  readonly routes: readonly Route[];
  readonly heartbeat: Heartbeat;
  listen(): Promise<{ readonly port: number }>;
  /** Stops accepting requests and due work, completes running work, and closes the store. */
  stop(): Promise<void>;
}

/** Creates the demo organisations, unless the store already contains them. */
const seedDemoIfMissing = async (config: Config, { timeZone }: HostEnvironment, services: Services): Promise<void> => {
  if ((await outside(services.store).get(tenantOrg, { tid: demoTenant })) !== undefined) return;
  // The demo history is invented, so it must not appear in the metrics.
  const job = { random: Math.random, instanceId: services.newId(), settings: jobSettings, metrics: noMetrics };
  await seedDemo(
    { ...services, ...job },
    { zone: zoneId.parse(timeZone), chatUrl: `http://localhost:${config.chatClientPort}/_connector` },
  );
};

/**
 * Opens the store. Also creates the data folder if other files need it (a generated secret, or mails that are written
 * to files); the embedded store creates it itself.
 */
const openAll = async (
  { store, sessionSecrets, mail, dataDir }: Config,
  { clock }: HostEnvironment,
): Promise<OpenedStore> => {
  const isKeptBeside = sessionSecrets === null || mail.smtpUrl === null;
  if (store.engine !== 'sqlite' && isKeptBeside) await makeFolder(dataDir);
  return openForWork(store, clock);
};

/** Builds the whole product. The heartbeat starts at once, and requests are answered after `listen`. */
export const compose = async (
  config: Config,
  world: HostEnvironment,
  observing = createObservability(config, world),
  opened?: OpenedStore,
): Promise<App> => {
  const { clockSkewMs, state, ...rest } = opened ?? (await openAll(config, world));
  const store = observedStore(rest, config.store.engine, observing);
  const restoredAt = await lastRestoreAt(store);
  const deps = { ...(await composeServiceDeps(config, world, { store, clockSkewMs }, observing)), restoredAt };
  const side = createBotSide(config, world, observing);
  // The history must be seeded before the heartbeat starts, because the engine would treat the past instants as due
  // work.
  if (world.hasDemoData) await seedDemoIfMissing(config, world, deps);
  const post = openMail(config);
  const heartbeat = startHeartbeat(jobDeps(config, world, deps, { side, mail: post.mail }), world);
  const resuming = resumeConnecting({ ...deps, messenger: side.messenger }).catch((error: unknown) => {
    deps.log.error('connect.resumeAll', error);
  });
  // Requests of the web app share most of their reads, so they use the caching store. Chat and jobs usually write the
  // rows that they read, so a cache would not make them faster.
  const asked = state === undefined ? deps : withCachingStore(deps, state);
  const table = routeTable(config, deps, { heartbeat, side, page: post.page, observing, asked });
  const http = createServer(config, world, asked, table);
  return {
    services: deps,
    routes: table,
    heartbeat,
    listen: async () => {
      const listening = await http.listen(config.port, config.host);
      heartbeat.wake();
      return listening;
    },
    stop: async () => {
      await http.close();
      await heartbeat.stop();
      await deps.summaryWork.settled();
      await resuming;
      await deps.store.close();
    },
  };
};

const machineClock: Clock = { now: () => Date.now() };

const untilSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

/** Starts to listen and returns the port. If that is not possible, stops the app and throws ListenError. */
const listening = async (app: App): Promise<number> => {
  try {
    return (await app.listen()).port;
  } catch (error) {
    await app.stop();
    throw error;
  }
};

/**
 * Returns the folder of the web build; null, with a sentence on standard error, if there is none. `npm run dev` needs
 * none, because Vite serves the pages.
 */
const findWebBuild = (folder: string): string | null => {
  if (existsSync(folder)) return folder;
  process.stderr.write(
    `There is no web build at ${folder}: the server serves no pages. Build it with npm run build.\n`,
  );
  return null;
};

interface LoadedTelemetry extends Telemetry {
  stop(): Promise<void>;
}

/** Loads the large telemetry SDK only if the settings use it. */
const loadTelemetry = async (connectionString: string | null): Promise<LoadedTelemetry | undefined> => {
  if (connectionString === null) return undefined;
  const { startAppInsights } = await import('./gateways/appInsights/appInsights.ts');
  return startAppInsights(connectionString);
};

/**
 * Builds the app, listens, and stops at the signal. Resolves to the exit code; undefined if the signal came before the
 * store was open.
 */
const run = async (
  config: Config,
  world: HostEnvironment,
  signalled: Promise<NodeJS.Signals>,
): Promise<number | undefined> => {
  const observing = createObservability(config, world);
  const opened = await openStoreWithRetry({
    ...{ config, observing, clock: world.clock, sleep: world.sleep, stopped: signalled },
    open: () => openAll(config, world),
  });
  if (opened === undefined) return undefined;
  const app = await compose(config, world, observing, opened);
  const port = await listening(app);
  observing.log.info('listening', { port });
  observing.log.info('stopping', { signal: await signalled });
  await app.stop();
  return 0;
};

/** Ends a process that has not started any work, even if a call to a disk or a service is still waiting for a reply. */
const leave = (code: number): never => {
  if (isHeldByDisk()) {
    // process.exit would wait for the disk as well. In a container the first process ignores SIGKILL from itself, so an
    // abort follows.
    process.kill(process.pid, 'SIGKILL');
    process.abort();
  }
  process.exit(code);
};

/** Runs the server until a signal ends it. Resolves to the exit code. */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  parts: Pick<HostEnvironment, 'sheetWorker' | 'fontFolder'> & { readonly webDir?: string },
): Promise<number> => {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const log = createLog({ level: config.logLevel, clock: machineClock });
  const world = {
    clock: machineClock,
    sleep: (ms: number) => sleep(ms),
    log,
    hasDemoData: config.isDemo,
    ticks: true,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...parts,
    webDir: findWebBuild(parts.webDir ?? path.resolve('tab/dist')),
  };
  const signalled = untilSignal();
  const telemetry = await loadTelemetry(config.appInsights);
  let unbegun = 0;
  try {
    const code = await run(config, telemetry === undefined ? world : { ...world, telemetry }, signalled);
    if (code !== undefined) return code;
  } catch (error) {
    if (!(error instanceof UnusableStore || error instanceof ListenError)) throw error;
    if (error instanceof UnusableStore)
      log.error('store.unusable', error.cause, { trouble: error.trouble, mend: error.message });
    process.stderr.write(`${error.message}\n`);
    unbegun = 1;
  } finally {
    await telemetry?.stop().catch((error: unknown) => {
      log.error('telemetry.notSent', error);
    });
  }
  return leave(unbegun);
};
