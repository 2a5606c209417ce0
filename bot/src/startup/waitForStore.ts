import type { Config } from './config.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { troubles } from '../domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../domain/observability/troubleNamesAndRepairHints.ts';
import { createUlids } from '../gateways/ulidGenerator.ts';
import { healthRoutes } from '../http/routes/operations/healthRoutes.ts';
import { createHttpServer } from '../http/server/httpServer.ts';
import { NoFolderError } from './createDataFolder.ts';
import { NoDriverError } from './openAndCheckStores.ts';
import type { OpenedStore } from './openAndCheckStores.ts';
import type { Observability } from '../observability/createObservability.ts';
import { NewerStoreError, UnfinishedStoreError } from '../store/storeFormatAndFillingMark.ts';
import { UnfitAccountsError } from '../store/placement/checkAndRegisterStorageAccounts.ts';
import { storeTroubleOf } from '../store/troubleFromStoreError.ts';
import { translateFor } from '../translate.ts';

// Waits for a store that cannot be opened at the start, for example because of access rights that take minutes to
// apply, a late network, or a full disk. Meanwhile /readyz reports the trouble, and the log contains the repair. The
// server answers no other request and starts no work.

const retryMs = 5_000;

/**
 * Troubles that may end without a change of the settings. For other troubles the server stops with a message, because
 * an operator must act.
 */
const mayPass: ReadonlySet<TroubleName> = new Set<TroubleName>([
  ...(['store-unreachable', 'store-rights', 'store-identity', 'store-read-only', 'store-busy'] as const),
  ...(['disk-full', 'disk-fault'] as const),
]);

export interface WaitingDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly observing: Observability;
  readonly open: () => Promise<OpenedStore>;
  /** Resolves when the server must stop. */
  readonly stopped: Promise<unknown>;
}

const healthServer = ({ config, clock, observing }: WaitingDeps, why: () => TroubleName) =>
  createHttpServer({
    newId: createUlids(clock),
    ...{ log: observing.log, metrics: observing.metrics, tracer: observing.tracer, translateFor: translateFor },
    authenticate: () => Promise.resolve(undefined),
    isReadOnly: () => Promise.resolve(true),
    routes: healthRoutes({
      clock,
      probeStore: () => Promise.reject(new Error('not open')),
      troubleOf: why,
      troubles: () => [],
      onStore: () => undefined,
      lastHeartbeat: () => undefined,
      token: config.metricsToken,
    }),
    ...{ publicUrl: config.publicUrl, webDir: null, isDemo: config.isDemo, trustedProxies: config.trustedProxies },
    allowedHosts: config.isProduction ? [new URL(config.publicUrl).host] : null,
  });

/** Thrown if the store cannot be opened and waiting would not help: an operator must act. */
export class UnusableStore extends Error {
  readonly trouble: TroubleName;
  constructor(trouble: TroubleName, cause: unknown) {
    // The messages of these errors are more specific than the hint for the trouble.
    const isSentence = [NewerStoreError, UnfinishedStoreError, UnfitAccountsError, NoDriverError, NoFolderError].some(
      (item) => cause instanceof item,
    );
    super(isSentence && cause instanceof Error ? cause.message : troubles[trouble].mend, { cause });
    this.name = 'UnusableStore';
    this.trouble = trouble;
  }
}

type Tried = { readonly opened: OpenedStore } | { readonly trouble: TroubleName } | 'stopped';

/**
 * Tries to open the store once. The attempt ends when the server must stop, even if a service or a disk does not
 * respond.
 */
const tryOpen = async ({ open, observing, stopped }: WaitingDeps): Promise<Tried> => {
  try {
    return await Promise.race([open().then((opened) => ({ opened })), stopped.then(() => 'stopped' as const)]);
  } catch (error) {
    const trouble = storeTroubleOf(error);
    if (!mayPass.has(trouble) || error instanceof NoFolderError) throw new UnusableStore(trouble, error);
    observing.log.warn('store.notOpen', { trouble });
    return { trouble };
  }
};

/** Returns the store as soon as it can be opened; undefined if the server must stop first. Throws UnusableStore. */
export const openStoreWithRetry = async (deps: WaitingDeps): Promise<OpenedStore | undefined> => {
  const { config, observing, sleep, stopped } = deps;
  let tried = await tryOpen(deps);
  if (tried === 'stopped') return undefined;
  if ('opened' in tried) return tried.opened;
  let trouble = tried.trouble;
  const stopping = stopped.then(() => true);
  const health = healthServer(deps, () => trouble);
  await health.listen(config.port, config.host);
  try {
    for (;;) {
      observing.watch.begin(trouble);
      const isStopped = await Promise.race([sleep(retryMs).then(() => false), stopping]);
      tried = isStopped ? 'stopped' : await tryOpen(deps);
      // A stop during the wait does not end the trouble, so the log must not report that it is over.
      if (tried === 'stopped') return undefined;
      if ('opened' in tried || tried.trouble !== trouble) observing.watch.end(trouble);
      if ('opened' in tried) return tried.opened;
      trouble = tried.trouble;
    }
  } finally {
    await health.close();
  }
};
