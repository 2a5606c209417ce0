import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zoneId } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import type { Installation } from '#contracts/installation.ts';
import { createBackupAge } from './backup/age.ts';
import { createBackupWork } from './backup/nightly.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { demoTenant } from './demo/people.ts';
import { seedDemo } from './demo/seed.ts';
import type { Clock } from './domain/clock.ts';
import { noMetrics } from './domain/metrics.ts';
import { toInstant } from './domain/time.ts';
import { isHeldByDisk, makeFolder } from './folder.ts';
import { createAzureBlobs } from './gateways/azureBlobs/azureBlobs.ts';
import { createMessenger } from './gateways/botframework/messenger.ts';
import { isLoopbackUrl, isSecureUrl } from './gateways/botframework/serviceUrls.ts';
import { createEntra } from './gateways/entra/entra.ts';
import { createMailFolder } from './gateways/mail/files.ts';
import { measuredMail } from './gateways/measuredMail.ts';
import { createSmtpMail } from './gateways/mail/smtp.ts';
import type { MailGateway } from './gateways/mail.ts';
import { createStripe } from './gateways/stripe/stripe.ts';
import { createPdfFonts } from './gateways/pdfText.ts';
import { createUlids } from './gateways/ulids.ts';
import { raw } from './http/bind.ts';
import type { Route } from './http/bind.ts';
import { installationRoutes } from './http/installationRoutes.ts';
import { createLog } from './http/log.ts';
import { mailRoute } from './http/mailPage.ts';
import { openApiRoute } from './http/openapi/route.ts';
import { routes } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createCascadeWork } from './jobs/cascades.ts';
import { startHeartbeat } from './jobs/heartbeat.ts';
import type { Heartbeat } from './jobs/heartbeat.ts';
import { jobSettings } from './jobs/jobDeps.ts';
import type { JobDeps } from './jobs/jobDeps.ts';
import { createAccountWork } from './jobs/mail.ts';
import { createPaymentWork } from './jobs/payments.ts';
import { createMonthWork } from './jobs/monthClose.ts';
import { chatWatch, createObserving, entraWatch, healthDeps, observedMessenger, observedStore } from './observing.ts';
import type { Observing, Telemetry } from './observing.ts';
import { lastRestoreAt, openForWork } from './openStore.ts';
import type { OpenedStore } from './openStore.ts';
import { keptSecret } from './secretFile.ts';
import { createAddressGate } from './services/addressGate.ts';
import { createOutlooks } from './services/billingForecast.ts';
import * as cardActions from './services/cardActions.ts';
import { createCardSigner } from './services/cardSigning.ts';
import * as channels from './services/channels.ts';
import { codeKeys } from './services/codes.ts';
import { answerConnect, offerConnection } from './services/connectOffer.ts';
import { endConnecting, resumeConnecting } from './services/connectRun.ts';
import type { Log } from './services/deps.ts';
import * as installs from './services/installs.ts';
import { createLimiter } from './services/limiter.ts';
import { measuredLimiter } from './services/measuredLimiter.ts';
import { createRunCache } from './services/runCache.ts';
import * as runs from './services/runs.ts';
import * as seen from './services/seen.ts';
import { createSheetWorker } from './services/sheetWorker.ts';
import type { WorkerEntry } from './services/sheetWorker.ts';
import { sessionKeys } from './services/sessionKeys.ts';
import { authenticate } from './services/sessions.ts';
import * as starts from './services/starts.ts';
import { mute } from './services/muting.ts';
import { tomorrow } from './services/tomorrow.ts';
import { weekAction } from './services/weekCardActions.ts';
import { saidWhy } from './services/whySaid.ts';
import { isReadOnly } from './services/paying.ts';
import { inOrg, outside } from './store/kind.ts';
import { shareKeptRows } from './store/keptRows.ts';
import { provenRows } from './store/provenRows.ts';
import type { Derive } from './store/provenRows.ts';
import { tenantOrg } from './store/kinds/dir.ts';
import { probe } from './store/kinds/work.ts';
import { createBot } from './teams/activityHandler.ts';
import { createBotAuthentication, TeamsAdapter } from './teams/auth.ts';
import type { BotServices } from './teams/botServices.ts';
import { createPresenter } from './teams/cards/presenter.ts';
import { createBotEndpoint } from './teams/endpoint.ts';
import { afterTimeout } from './teams/typing.ts';
import { wordsFor } from './text.ts';
import { openPatiently, UnusableStore } from './waiting.ts';

// The composition root: the only file that builds things, knows the machine's clock and handles signals.

/** What differs between a running installation and one under test. */
export interface World {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  /** The web build; null serves no pages. */
  readonly webDir: string | null;
  /** Whether an empty store is filled with the demo organisations. */
  readonly hasDemoData: boolean;
  /** Whether the heart beats by itself; false where a test beats it. */
  readonly ticks: boolean;
  /** IANA zone of the machine: where the demo organisation lives. */
  readonly timeZone: string;
  /** Where measures and spans go beside /metrics; left out: nowhere. */
  readonly telemetry?: Telemetry;
  /** The program of the threads that make files. */
  readonly sheetWorker: WorkerEntry;
  /** Where the fonts of documents are; left out: where npm installs them. */
  readonly fontFolder?: string;
}

/** Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian and Lao; PDF_FONTS adds others. */
const ownFonts = (folder = path.resolve('node_modules/dejavu-fonts-ttf/ttf')) => ({
  regular: path.join(folder, 'DejaVuSans.ttf'),
  bold: path.join(folder, 'DejaVuSans-Bold.ttf'),
});

/** Everything the services take, in one object: each sees only the part it names. */
const serviceDeps = (config: Config, world: World, { store, clockSkewMs }: OpenedStore, observing: Observing) => {
  const { clock, sheetWorker, fontFolder } = world;
  const { log, metrics, tracer } = observing;
  const fontFiles = { ...ownFonts(fontFolder), more: config.pdfFonts };
  const secrets = config.sessionSecrets ?? [keptSecret(config.dataDir)];
  const presenter = createPresenter({ words: wordsFor, publicUrl: config.publicUrl });
  return {
    store,
    clockSkewMs,
    clock,
    log,
    metrics,
    tracer,
    newId: createUlids(clock),
    words: wordsFor,
    publicUrl: config.publicUrl,
    trialDays: config.trialDays,
    meetingTypes: config.meetingTypes,
    isBillingEnabled: config.isBillingEnabled,
    payments: config.stripe === null ? null : createStripe(config.stripe),
    billing: config.billing,
    outlooks: createOutlooks({ store, clock, isBillingEnabled: config.isBillingEnabled }),
    pdfFonts: createPdfFonts(fontFiles),
    fontFiles,
    sheetWorker: createSheetWorker(sheetWorker),
    superadmins: new Set(config.superadmins),
    entra:
      config.entra === null
        ? null
        : createEntra({ ...config.entra, publicUrl: config.publicUrl, watch: entraWatch(observing) }, clock),
    sessionKeys: sessionKeys(secrets),
    limiter: measuredLimiter(createLimiter({ store, clock, gate: createAddressGate() }), metrics),
    vitalsGate: createAddressGate(),
    codeKeys: codeKeys(secrets),
    hidesAccounts: config.hidesAccounts,
    signer: createCardSigner(secrets),
    presenter,
    runs: createRunCache(),
  };
};
type Services = ReturnType<typeof serviceDeps> & {
  /** Epoch ms at which the store was last put back from a backup. */
  readonly restoredAt: number | undefined;
  readonly derive?: Derive;
};

const createBotSide = (config: Config, { clock }: World, observing: Observing) => {
  // The chat client of a demo has the clock of this very machine.
  const watched = config.isDemo ? {} : chatWatch(observing);
  const authentication = createBotAuthentication({ bot: config.bot, isDemo: config.isDemo, clock, ...watched });
  const isServiceUrlAllowed = config.isDemo ? isLoopbackUrl : isSecureUrl;
  const messenger = createMessenger({
    authentication,
    appId: config.bot?.appId ?? null,
    clock,
    isServiceUrlAllowed,
    rosterDeadlineMs: 30_000,
  });
  return {
    adapter: new TeamsAdapter(authentication),
    messenger: observedMessenger(messenger, observing),
    isServiceUrlAllowed,
  };
};
type BotSide = ReturnType<typeof createBotSide>;

const botServices = (deps: Services, { messenger }: BotSide, wake: () => void): BotServices => {
  const chat = { ...deps, messenger };
  return {
    seen: (sender) => seen.seen(deps, sender),
    installed: async (thread, installer) => {
      const result = await installs.installed(chat, thread, installer);
      if (installer !== null && result.isWelcomeDue) {
        const { reader } = await seen.seen(deps, installer);
        await offerConnection(chat, installer, reader, result.orgId);
      }
      return result;
    },
    uninstalled: (thread) => installs.uninstalled(chat, thread),
    installedPersonally: (sender) => seen.installedPersonally(deps, sender),
    uninstalledPersonally: (sender) => seen.uninstalledPersonally(deps, sender),
    membersAdded: (thread, people) => installs.membersAdded(chat, thread, people),
    membersRemoved: (thread, ids) => installs.membersRemoved(chat, thread, ids),
    threadRenamed: (thread, name) => installs.threadRenamed(chat, thread, name),
    threadDeleted: (thread) => installs.threadDeleted(chat, thread),
    threadRestored: (thread) => installs.threadRestored(chat, thread),
    channelChanged: (thread, channel) => channels.channelChanged(chat, thread, channel),
    channelDeleted: (thread, channelThreadId) => channels.channelDeleted(chat, thread, channelThreadId),
    start: (actor, reader, request) => starts.start({ ...deps, wake }, actor, reader, request),
    mute: (actor, reader, isMuted) => mute(deps, actor, reader, isMuted),
    tomorrow: (actor, reader, request) => tomorrow(deps, actor, reader, request),
    why: (actor, reader, request) => saidWhy(deps, actor, reader, request),
    connect: (sender, reader) => answerConnect(chat, sender, reader),
    cardAction: (sender, press) => cardActions.cardAction(deps, sender, press),
    weekAction: (known, press) => weekAction(deps, known, press),
    help: (known) => runs.help(deps, known),
  };
};

interface MailSide {
  readonly mail: MailGateway;
  /** The page that shows mails where none is sent. */
  readonly page: readonly Route[];
}

const openMail = ({ mail, publicUrl, dataDir, isDemo }: Config): MailSide => {
  const settings = { words: wordsFor, publicUrl, from: mail.from };
  if (mail.smtpUrl !== null) return { mail: createSmtpMail({ ...settings, url: mail.smtpUrl }), page: [] };
  const folder = createMailFolder({ ...settings, folder: path.join(dataDir, 'mail') });
  return { mail: folder, page: isDemo ? [mailRoute({ ...settings, list: (most) => folder.list(most) })] : [] };
};

/** What services and jobs share that needs the chat as well. */
const withConnecting = (deps: Services, { messenger }: BotSide) => {
  const chat = { ...deps, messenger };
  return { ...chat, endConnecting: (orgId: OrgId) => endConnecting(chat, orgId) };
};

/** The nightly backup, where the settings name a container for it. */
const backupWork = ({ backup }: Config, deps: Services): Pick<JobDeps, 'backupWork'> => {
  if (backup === null) return {};
  const { store, clock, log, newId } = deps;
  return {
    backupWork: createBackupWork(
      { store, clock, log, newId, blobs: createAzureBlobs(backup) },
      jobSettings.shards[0] ?? '',
    ),
  };
};

/** A store that somebody backs up: every file, and tables where a container is named for it. */
const watchBackups = ({ store, backup }: Config, deps: Services): void => {
  if (store.engine === 'sqlite' || backup !== null) deps.metrics.watch('backup_age_seconds', {}, createBackupAge(deps));
};

const jobDeps = (config: Config, world: World, deps: Services, side: BotSide, { mail }: MailSide): JobDeps => {
  watchBackups(config, deps);
  const job = { ...deps, random: Math.random, settings: jobSettings };
  return {
    ...job,
    messenger: side.messenger,
    sleep: world.sleep,
    instanceId: deps.newId(),
    accountWork: createAccountWork({ ...job, mail: measuredMail(mail, deps.metrics) }),
    cascadeWork: createCascadeWork(withConnecting(deps, side)),
    ...(deps.isBillingEnabled ? { paymentWork: createPaymentWork(deps) } : {}),
    monthWork: createMonthWork(deps),
    ...backupWork(config, deps),
  };
};

const botRoute = (config: Config, deps: Services, side: BotSide, wake: () => void) => {
  const voice = { presenter: deps.presenter, words: deps.words, log: deps.log };
  const bot = createBot({ ...voice, services: botServices(deps, side, wake), after: afterTimeout });
  const { adapter, isServiceUrlAllowed } = side;
  const answer = createBotEndpoint({ ...voice, adapter, bot, isDemo: config.isDemo, isServiceUrlAllowed });
  return raw('POST', '/api/messages', (req, res, body, exchange) =>
    answer(req, res, body.json, exchange.correlationId),
  );
};

const installationOf = ({ operator, store, mail, isBillingEnabled, appInsights }: Config): Installation => ({
  operator: operator.name,
  contact: operator.contact,
  isInAzure: store.engine === 'tables',
  sendsMail: mail.smtpUrl !== null,
  isMeasured: appInsights !== null,
  hasInvoices: isBillingEnabled,
});

export interface App {
  readonly services: Services;
  /** Every address it answers, with who may call it. */
  readonly routes: readonly Route[];
  readonly heartbeat: Heartbeat;
  listen(): Promise<{ readonly port: number }>;
  /** Stops taking requests and due work, finishes what is under way, closes the store. */
  stop(): Promise<void>;
}

const routeTable = (
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

const createServer = (config: Config, world: World, deps: Services, table: readonly Route[]) =>
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

/** Demo organisations in a store that has none. */
const seedWhenEmpty = async (config: Config, { timeZone }: World, services: Services): Promise<void> => {
  if ((await outside(services.store).get(tenantOrg, { tid: demoTenant })) !== undefined) return;
  // The history that is made up is measured by nobody.
  const job = { random: Math.random, instanceId: services.newId(), settings: jobSettings, metrics: noMetrics };
  await seedDemo(
    { ...services, ...job },
    { zone: zoneId.parse(timeZone), serviceUrl: `http://localhost:${config.chatClientPort}/_connector` },
  );
};

/** The store, and the folder of what is kept beside it: a secret that is made, mails that nobody sends. A store file makes it for itself. */
const openAll = async ({ store, sessionSecrets, mail, dataDir }: Config, { clock }: World): Promise<OpenedStore> => {
  const isKeptBeside = sessionSecrets === null || mail.smtpUrl === null;
  if (store.engine !== 'sqlite' && isKeptBeside) await makeFolder(dataDir);
  return openForWork(store, clock);
};

/** The same services over a store that reads again only what may have changed. */
const proven = (deps: Services, state: () => Promise<string>): Services => {
  const { store: rows, derive } = provenRows(deps.store, state);
  const store = { ...deps.store, ...rows };
  shareKeptRows(deps.store, store);
  return { ...deps, store, derive };
};

/** Builds the whole product; its heart beats from then on, and it answers after `listen`. */
export const compose = async (
  config: Config,
  world: World,
  observing = createObserving(config, world),
  opened?: OpenedStore,
): Promise<App> => {
  const { clockSkewMs, state, ...rest } = opened ?? (await openAll(config, world));
  const store = observedStore(rest, config.store.engine, observing);
  const restoredAt = await lastRestoreAt(store);
  const deps = { ...serviceDeps(config, world, { store, clockSkewMs }, observing), restoredAt };
  const side = createBotSide(config, world, observing);
  // Before anything ticks: history is due in the past, and the engine would take it for work.
  if (world.hasDemoData) await seedWhenEmpty(config, world, deps);
  const post = openMail(config);
  const heartbeat = startHeartbeat(jobDeps(config, world, deps, side, post), world);
  const resuming = resumeConnecting({ ...deps, messenger: side.messenger }).catch((error: unknown) => {
    deps.log.error('connect.resumeAll', error);
  });
  // Requests of the web have most of what they read in common; chat and jobs write where they read.
  const asked = state === undefined ? deps : proven(deps, state);
  const table = routeTable(config, deps, heartbeat, side, { page: post.page, observing, asked });
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

/** The port it listens on; undefined, with a sentence on standard error, when another program has it. */
const listening = async (app: App, { port, host }: Config): Promise<number | undefined> => {
  try {
    return (await app.listen()).port;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    process.stderr.write(`Another program listens on ${host}:${port} already. Choose another PORT.\n`);
    await app.stop();
    return undefined;
  }
};

interface LoadedTelemetry extends Telemetry {
  stop(): Promise<void>;
}

/** The SDK behind it is large: an installation without it loads none of it. */
const loadTelemetry = async (connectionString: string | null): Promise<LoadedTelemetry | undefined> => {
  if (connectionString === null) return undefined;
  const { startAppInsights } = await import('./gateways/appInsights/appInsights.ts');
  return startAppInsights(connectionString);
};

/** Composes, listens, and stops when the signal comes. Resolves to the exit code; undefined when it was stopped before it had begun. */
const run = async (config: Config, world: World, signalled: Promise<NodeJS.Signals>): Promise<number | undefined> => {
  const observing = createObserving(config, world);
  const opened = await openPatiently({
    ...{ config, observing, clock: world.clock, sleep: world.sleep, stopped: signalled },
    open: () => openAll(config, world),
  });
  if (opened === undefined) return undefined;
  const app = await compose(config, world, observing, opened);
  const port = await listening(app, config);
  if (port === undefined) return 1;
  observing.log.info('listening', { port });
  observing.log.info('stopping', { signal: await signalled });
  await app.stop();
  return 0;
};

/** Ends a process that has begun nothing, though a call to a disk or a service may still be waiting for its answer. */
const leave = (code: number): never => {
  if (isHeldByDisk()) {
    // An orderly end would wait for the disk as well. The first process of a container is deaf to the signal.
    process.kill(process.pid, 'SIGKILL');
    process.abort();
  }
  process.exit(code);
};

/** Runs the server until a signal ends it. Resolves to the exit code. */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  parts: Pick<World, 'sheetWorker' | 'fontFolder'> & { readonly webDir?: string },
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
    webDir: path.resolve('tab/dist'),
    hasDemoData: config.isDemo,
    ticks: true,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...parts,
  };
  const signalled = untilSignal();
  const telemetry = await loadTelemetry(config.appInsights);
  let unbegun = 0;
  try {
    const code = await run(config, telemetry === undefined ? world : { ...world, telemetry }, signalled);
    if (code !== undefined) return code;
  } catch (error) {
    if (!(error instanceof UnusableStore)) throw error;
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
