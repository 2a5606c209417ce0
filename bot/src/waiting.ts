import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import { troubles } from './domain/troubles.ts';
import type { TroubleName } from './domain/troubles.ts';
import { createUlids } from './gateways/ulids.ts';
import { healthRoutes } from './http/health.ts';
import { createHttpServer } from './http/server.ts';
import { NoFolderError } from './folder.ts';
import { NoDriverError } from './openStore.ts';
import type { OpenedStore } from './openStore.ts';
import type { Observing } from './observing.ts';
import { NewerStoreError, UnfinishedStoreError } from './store/format.ts';
import { troubleOf } from './store/trouble.ts';
import { wordsFor } from './text.ts';

// A store that cannot be opened when the server starts: rights that take minutes to hold, a network that comes up late, a full disk.
// Until it can, /readyz says what is wrong and the log what to do about it; nothing else is answered and nothing is begun.

const retryMs = 5_000;

/** What waiting may mend. The others need somebody's decision: the server ends with a sentence. */
const mayPass: ReadonlySet<TroubleName> = new Set<TroubleName>([
  ...(['store-unreachable', 'store-rights', 'store-identity', 'store-read-only', 'store-busy'] as const),
  ...(['disk-full', 'disk-fault'] as const),
]);

export interface WaitingDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly observing: Observing;
  readonly open: () => Promise<OpenedStore>;
  /** Resolves when the server is to stop. */
  readonly stopped: Promise<unknown>;
}

const healthServer = ({ config, clock, observing }: WaitingDeps, why: () => TroubleName) =>
  createHttpServer({
    newId: createUlids(clock),
    ...{ log: observing.log, metrics: observing.metrics, tracer: observing.tracer, words: wordsFor },
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

/** Why the store cannot be opened, when waiting is no use. */
export class UnusableStore extends Error {
  readonly trouble: TroubleName;
  constructor(trouble: TroubleName, cause: unknown) {
    // These know more to say than their word.
    const isSentence = [NewerStoreError, UnfinishedStoreError, NoDriverError, NoFolderError].some(
      (one) => cause instanceof one,
    );
    super(isSentence && cause instanceof Error ? cause.message : troubles[trouble].mend, { cause });
    this.name = 'UnusableStore';
    this.trouble = trouble;
  }
}

type Tried = { readonly opened: OpenedStore } | { readonly trouble: TroubleName } | 'stopped';

/** A service or a disk that does not answer keeps nobody from stopping. */
const tryOpen = async ({ open, observing, stopped }: WaitingDeps): Promise<Tried> => {
  try {
    return await Promise.race([open().then((opened) => ({ opened })), stopped.then(() => 'stopped' as const)]);
  } catch (error) {
    const trouble = troubleOf(error);
    if (!mayPass.has(trouble) || error instanceof NoFolderError) throw new UnusableStore(trouble, error);
    observing.log.warn('store.notOpen', { trouble });
    return { trouble };
  }
};

/** The store, as soon as it can be opened; undefined when the server is stopped before. Throws UnusableStore. */
export const openPatiently = async (deps: WaitingDeps): Promise<OpenedStore | undefined> => {
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
      // What is given up is not over.
      if (tried === 'stopped') return undefined;
      if ('opened' in tried || tried.trouble !== trouble) observing.watch.end(trouble);
      if ('opened' in tried) return tried.opened;
      trouble = tried.trouble;
    }
  } finally {
    await health.close();
  }
};
