import path from 'node:path';
import type { Config } from '../config.ts';
import { createEntra } from '../gateways/entra/entra.ts';
import { createPdfFonts } from '../gateways/pdfText.ts';
import { createStripe } from '../gateways/stripe/stripe.ts';
import { createUlids } from '../gateways/ulids.ts';
import { entraWatch } from '../observing.ts';
import type { Observing } from '../observing.ts';
import type { OpenedStore } from '../openStore.ts';
import { keptSecret } from '../secretFile.ts';
import { createAddressGate } from '../services/addressGate.ts';
import { createOutlooks } from '../services/billingForecast.ts';
import { createCardSigner } from '../services/cardSigning.ts';
import { codeKeys } from '../services/codes.ts';
import { createLimiter } from '../services/limiter.ts';
import { measuredLimiter } from '../services/measuredLimiter.ts';
import { createRunCache } from '../services/runCache.ts';
import { sessionKeys } from '../services/sessionKeys.ts';
import { createSheetWorker } from '../services/sheetWorker.ts';
import { shareKeptRows } from '../store/keptRows.ts';
import { provenRows } from '../store/provenRows.ts';
import type { Derive } from '../store/provenRows.ts';
import { createPresenter } from '../teams/cards/presenter.ts';
import { wordsFor } from '../text.ts';
import type { World } from './world.ts';

// What the services take.

/** Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian and Lao; PDF_FONTS adds others. */
const ownFonts = (folder = path.resolve('node_modules/dejavu-fonts-ttf/ttf')) => ({
  regular: path.join(folder, 'DejaVuSans.ttf'),
  bold: path.join(folder, 'DejaVuSans-Bold.ttf'),
});

/** Everything the services take, in one object: each sees only the part it names. */
export const serviceDeps = (
  config: Config,
  world: World,
  { store, clockSkewMs }: OpenedStore,
  observing: Observing,
) => {
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
export type Services = ReturnType<typeof serviceDeps> & {
  /** Epoch ms at which the store was last put back from a backup. */
  readonly restoredAt: number | undefined;
  readonly derive?: Derive;
};

/** The same services over a store that reads again only what may have changed. */
export const proven = (deps: Services, state: () => Promise<string>): Services => {
  const { store: rows, derive } = provenRows(deps.store, state);
  const store = { ...deps.store, ...rows };
  shareKeptRows(deps.store, store);
  return { ...deps, store, derive };
};
