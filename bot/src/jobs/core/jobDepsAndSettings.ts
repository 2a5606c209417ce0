import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { Tracer } from '../../domain/observability/tracerPort.ts';
import type { Messenger } from '../../gateways/messengerPort.ts';
import type { ShardWork } from './oncePerPeriod.ts';
import type { PaymentWork } from './paymentJob.ts';
import type { CardSigner } from '../../services/core/cardSigner.ts';
import type { Deps } from '../../services/core/deps.ts';
import type { Presenter } from '../../services/core/cardPresenterPort.ts';

/** Settings of the jobs. Tests use shorter times. */
export interface JobSettings {
  readonly rowLeaseMs: number;
  readonly shardLeaseMs: number;
  readonly shardRenewMs: number;
  /**
   * Limits of concurrent requests to the chat service: `inFlight` for the whole instance, `perTenant` for each tenant.
   */
  readonly inFlight: number;
  readonly perTenant: number;
  readonly shards: readonly string[];
}

export const jobSettings: JobSettings = {
  rowLeaseMs: 60_000,
  shardLeaseMs: 10_000,
  shardRenewMs: 3_000,
  inFlight: 32,
  perTenant: 8,
  shards: Array.from({ length: 16 }, (_, index) => String(index).padStart(2, '0')),
};

export interface JobDeps extends Pick<
  Deps,
  'store' | 'clock' | 'log' | 'translateFor' | 'publicUrl' | 'isBillingEnabled'
> {
  readonly messenger: Messenger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /**
   * Epoch ms at which the store was last restored from a backup; undefined = never. A message that was due before the
   * restore may already have been sent. The sender skips it, because a duplicate is worse than a missing message.
   */
  readonly restoredAt?: number | undefined;
  readonly presenter: Presenter;
  readonly signer: CardSigner;
  readonly sleep: (ms: number) => Promise<void>;
  /**
   * Returns the difference between the store's clock and this machine's clock in milliseconds; undefined if the store
   * has no clock.
   */
  readonly clockSkewMs: () => number | undefined;
  /** Returns a random number from 0 to less than 1, which spreads retries over time. */
  readonly random: () => number;
  readonly instanceId: string;
  readonly settings: JobSettings;
  /**
   * Names of the further storage accounts in the settings of this instance. The instance stores them, and other
   * instances read them before they use an account.
   */
  readonly storageAccounts?: readonly string[];
  /** Sends the account emails of a shard and deletes expired rows. Undefined in tests without accounts. */
  readonly accountWork?: (shard: string, isOwned: () => boolean) => Promise<void>;
  /** Runs deletion jobs and the nightly work. Undefined in tests without deletion jobs and nightly work. */
  readonly deletionWork?: ShardWork;
  /** Indexes answers for the search. Undefined in tests without the search index. */
  readonly searchIndexWork?: ShardWork;
  /** Collects due payments. Undefined if billing is off. */
  readonly paymentWork?: PaymentWork;
  /** Runs the nightly backup. Undefined if no backup is configured. Never throws. */
  readonly backupWork?: (shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>;
  /** Creates the invoices of past months. Undefined in tests without billing. */
  readonly monthWork?: ShardWork;
}
