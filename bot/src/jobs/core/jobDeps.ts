import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { Tracer } from '../../domain/observability/tracerPort.ts';
import type { Messenger } from '../../gateways/messengerPort.ts';
import type { DeletionJobRunner } from './deletionJobRunner.ts';
import type { PaymentWork } from './paymentJob.ts';
import type { MonthWork } from './monthCloseJob.ts';
import type { CardSigner } from '../../services/core/cardSigner.ts';
import type { Deps } from '../../services/core/deps.ts';
import type { Presenter } from '../../services/core/cardPresenter.ts';

/** Settings that tests shorten. All times in milliseconds. */
export interface JobSettings {
  /** Of a claimed outbox row. */
  readonly rowLeaseMs: number;
  readonly shardLeaseMs: number;
  readonly shardRenewMs: number;
  /** Messages on their way at once, in this instance and to one tenant. */
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
  shards: Array.from({ length: 16 }, (_, at) => String(at).padStart(2, '0')),
};

export interface JobDeps extends Pick<
  Deps,
  'store' | 'clock' | 'log' | 'translateFor' | 'publicUrl' | 'isBillingEnabled'
> {
  readonly messenger: Messenger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /**
   * Epoch ms at which the store was last restored from a backup; undefined = never. Messages due until then may have been sent
   * already, so they are not sent: twice is worse than not at all.
   */
  readonly restoredAt?: number | undefined;
  readonly presenter: Presenter;
  readonly signer: CardSigner;
  /** Waits in the time of `clock`. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Offset of the store's clock from this machine's, in milliseconds; undefined if the store has no clock of its own. */
  readonly clockSkewMs: () => number | undefined;
  /** 0 to 1: spreads retries. */
  readonly random: () => number;
  /** Differs between instances and between starts of one. */
  readonly instanceId: string;
  readonly settings: JobSettings;
  /** Sends the emails of accounts in a shard and removes expired rows; left out in tests without accounts. */
  readonly accountWork?: (shard: string, isOwned: () => boolean) => Promise<void>;
  /** Running deletion jobs and retention; a test without them leaves it out. */
  readonly cascadeWork?: DeletionJobRunner;
  /** Collects due payments; left out if nothing is billed. */
  readonly paymentWork?: PaymentWork;
  /** The nightly backup; left out where none is set up. Never throws. */
  readonly backupWork?: (shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>;
  /** Makes the invoices of past months; left out in tests without billing. */
  readonly monthWork?: MonthWork;
}
