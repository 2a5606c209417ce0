import path from 'node:path';
import type { Config } from '../startup/config.ts';
import { createEntra } from '../gateways/entra/entraGateway.ts';
import { createChatCompletions } from '../gateways/textModel/chatCompletions.ts';
import { createPdfFonts } from '../gateways/pdfDocumentAndFonts.ts';
import type { PaymentGateway } from '../gateways/paymentsPort.ts';
import { createUlids } from '../gateways/ulidGenerator.ts';
import { entraWatch } from '../observability/createObservability.ts';
import type { Observability } from '../observability/createObservability.ts';
import type { OpenedStore } from '../startup/openAndCheckStores.ts';
import { readOrCreateSecret } from '../startup/generatedSecretFile.ts';
import { createAddressLimiter } from '../services/rateLimits/inMemoryAddressLimiter.ts';
import { createUsageForecasts } from '../services/billing/usageForecast.ts';
import { createCardSigner } from '../services/core/cardSigner.ts';
import { codeKeys } from '../services/identity/emailLinkCodes.ts';
import { createLimiter } from '../services/rateLimits/storedRateLimiter.ts';
import { limiterWithMetrics } from '../services/rateLimits/limiterWithMetrics.ts';
import { createRunCache } from '../services/runs/runAndMeetingCache.ts';
import { sessionKeys } from '../services/identity/sessionKeys.ts';
import { createSummaryWork } from '../services/generatedSummaries/summaryBackgroundWork.ts';
import { createExportFileWorker } from '../services/files/runExportFileWorker.ts';
import { shareParsedRowCache } from '../store/parsedRowCache.ts';
import { stateVersionCache } from '../store/stateVersionCache.ts';
import type { DeriveFromRows } from '../store/stateVersionCache.ts';
import { createPresenter } from '../teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../translate.ts';
import type { HostEnvironment } from './hostEnvironmentType.ts';

/**
 * Returns the files of the built-in fonts, which cover Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian and
 * Lao. The setting PDF_FONTS adds fonts for other scripts.
 */
const ownFonts = (folder = path.resolve('node_modules/dejavu-fonts-ttf/ttf')) => ({
  regular: path.join(folder, 'DejaVuSans.ttf'),
  bold: path.join(folder, 'DejaVuSans-Bold.ttf'),
});

/** Loads the Stripe library and returns its gateway. Returns null, without loading it, if Stripe is not configured. */
const openPayments = async ({ stripe }: Config): Promise<PaymentGateway | null> => {
  if (stripe === null) return null;
  const { createStripe } = await import('../gateways/stripe/stripePayments.ts');
  return createStripe(stripe);
};

/** Builds the dependencies of all services in one object. Each service declares only the part that it needs. */
export const composeServiceDeps = async (
  config: Config,
  world: HostEnvironment,
  { store, clockSkewMs }: OpenedStore,
  observing: Observability,
) => {
  const { clock, sheetWorker, fontFolder } = world;
  const { log, metrics, tracer } = observing;
  const fontFiles = { ...ownFonts(fontFolder), more: config.pdfFonts };
  const secrets = config.sessionSecrets ?? [readOrCreateSecret(config.dataDir)];
  const presenter = createPresenter({ translateFor: translateFor, publicUrl: config.publicUrl });
  return {
    store,
    clockSkewMs,
    clock,
    log,
    metrics,
    tracer,
    newId: createUlids(clock),
    translateFor: translateFor,
    publicUrl: config.publicUrl,
    trialDays: config.trialDays,
    meetingTypes: config.meetingTypes,
    isBillingEnabled: config.isBillingEnabled,
    payments: await openPayments(config),
    billing: config.billing,
    outlooks: createUsageForecasts({ store, clock, isBillingEnabled: config.isBillingEnabled }),
    pdfFonts: createPdfFonts(fontFiles),
    fontFiles,
    sheetWorker: createExportFileWorker(sheetWorker),
    superadmins: new Set(config.superadmins),
    entra:
      config.entra === null
        ? null
        : createEntra({ ...config.entra, publicUrl: config.publicUrl, watch: entraWatch(observing) }, clock),
    sessionKeys: sessionKeys(secrets),
    limiter: limiterWithMetrics(createLimiter({ store, clock, addressLimiter: createAddressLimiter() }), metrics),
    vitalsLimiter: createAddressLimiter(),
    codeKeys: codeKeys(secrets),
    hidesAccounts: config.hidesAccounts,
    signer: createCardSigner(secrets),
    presenter,
    runs: createRunCache(),
    textModel: createChatCompletions({ operatorHosts: config.textModelHosts, sleep: world.sleep }),
    textModelKeys: config.textModelKeys,
    summaryWork: createSummaryWork(log),
  };
};
export type Services = Awaited<ReturnType<typeof composeServiceDeps>> & {
  /** Epoch ms of the last restore of the store from a backup; undefined = never. */
  readonly restoredAt: number | undefined;
  readonly derive?: DeriveFromRows;
};

/**
 * Returns the services with a store that caches rows. `state` returns a version that changes with each write; a cached
 * row is used only while this version is the same.
 */
export const withCachingStore = (deps: Services, state: () => Promise<string>): Services => {
  const { store: rows, derive } = stateVersionCache(deps.store, state);
  const store = { ...deps.store, ...rows };
  shareParsedRowCache(deps.store, store);
  return { ...deps, store, derive };
};
