import type { Metrics } from '../domain/metrics.ts';
import type { Tracer } from '../domain/tracing.ts';
import type { Messenger } from '../gateways/messenger.ts';
import type { CascadeWork } from './cascades.ts';
import type { PaymentWork } from './payments.ts';
import type { MonthWork } from './monthClose.ts';
import type { CardSigner } from '../services/cardSigning.ts';
import type { Deps } from '../services/deps.ts';
import type { Presenter } from '../services/presenter.ts';

/** What tests shorten. All times in milliseconds. */
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

export interface JobDeps extends Pick<Deps, 'store' | 'clock' | 'log' | 'words' | 'publicUrl' | 'isBillingEnabled'> {
  readonly messenger: Messenger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /**
   * Epoch ms at which the store was last put back from a backup; undefined = never. What was due until then may have been
   * sent already, so it is not sent: twice is worse than not at all.
   */
  readonly restoredAt?: number | undefined;
  readonly presenter: Presenter;
  readonly signer: CardSigner;
  /** Waits in the time of `clock`. */
  readonly sleep: (ms: number) => Promise<void>;
  /** How far the store's clock is from ours, in milliseconds; undefined where the store has none of its own. */
  readonly clockSkewMs: () => number | undefined;
  /** 0 to 1: spreads retries. */
  readonly random: () => number;
  /** Differs between instances and between starts of one. */
  readonly instanceId: string;
  readonly settings: JobSettings;
  /** Of a shard: sends mail of accounts and removes what ran out; left out where a test has no accounts. */
  readonly accountWork?: (shard: string, isOwned: () => boolean) => Promise<void>;
  /** Removals under way and what is not kept; left out where a test has none. */
  readonly cascadeWork?: CascadeWork;
  /** Collects what is due; left out where nothing is billed. */
  readonly paymentWork?: PaymentWork;
  /** The nightly backup; left out where none is set up. Never throws. */
  readonly backupWork?: (shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>;
  /** The invoices of months that are over; left out where a test bills nobody. */
  readonly monthWork?: MonthWork;
}
