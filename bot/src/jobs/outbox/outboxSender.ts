import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { isMaintenance, isMessage } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { createRunCache } from '../../services/runs/runAndMeetingCache.ts';
import { createPromptedMembersLedger } from '../delivery/records/promptedMembersLedger.ts';
import { readyRows } from '../delivery/readReadyOutboxRows.ts';
import type { Reading } from '../delivery/readReadyOutboxRows.ts';
import type { Backlog } from '../delivery/backlogMetrics.ts';
import { createImmediateSends } from '../delivery/immediateSends.ts';
import type { ImmediateSends } from '../delivery/immediateSends.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { createKeyedCoalescer } from '../../concurrency/coalesce.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { createTenantLimits } from '../core/concurrentSendLimits.ts';
import { safely, sendBatch } from '../delivery/batchSender.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { createRecording } from '../delivery/records/recordOutcomes.ts';
import { createRecentReminders } from '../delivery/records/recentRemindersInMemory.ts';
import { createTokenBuckets } from '../delivery/rateLimitsPerTenantAndChat.ts';
import { fairBatches } from './fairBatches.ts';
import { handleMaintenanceRow } from './handleMaintenanceRow.ts';
import { createRunningShards, createRunningTenants } from './runningTenantsAndShards.ts';
import type { RunningShards, RunningTenants } from './runningTenantsAndShards.ts';

// Sends the messages of a shard's outbox in batches, with fair queueing by tenant, and handles the shard's maintenance
// rows.

interface OwnedShard {
  readonly shard: string;
  readonly isOwned: () => boolean;
  readonly accountWork: () => Promise<void>;
}

export interface Sender {
  /**
   * Handles the rows of a shard that are ready. Reads the shard again while more rows may have become ready.
   * `accountWork` sends the emails of the shard. Calls for the same shard may overlap.
   */
  run(shard: string, isOwned: () => boolean, accountWork: () => Promise<void>): Promise<void>;
  /** Sends messages that are already due when they are written. */
  readonly immediateSends: ImmediateSends;
}

const batchesAtOnce = 4;
const maintainedAtOnce = 8;
const shortPassMs = 1_000;

interface Passed {
  /** Number of messages that were handled after the read of the shard. */
  readonly handled: number;
  /** True if the read may have left out ready rows, because it reached the limit of a tenant or of all rows. */
  readonly isLimited: boolean;
  /**
   * Other work of the shard that was running during the read. The read left out the messages of each tenant for which
   * such work sends.
   */
  readonly before: readonly Promise<unknown>[];
}

interface SenderParts {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly tenants: RunningTenants;
  readonly shards: RunningShards;
}

const createSenderState = (deps: JobDeps, isStopping: () => boolean): SenderState => ({
  buckets: createTokenBuckets(deps, deps.messenger.limits),
  reminders: createRecentReminders(),
  limits: createTenantLimits(deps.settings),
  asked: createPromptedMembersLedger(deps),
  runs: createRunCache(),
  recording: createRecording(),
  stoppedUntil: 0,
  isStopping,
});

const sendAll = (
  { deps, state, tenants }: SenderParts,
  rows: readonly Stored<OutboxRow>[],
  isOwned: () => boolean,
): Promise<number>[] => {
  if (deps.clock.now() < state.stoppedUntil) return [];
  const batches = createSemaphore(batchesAtOnce);
  return fairBatches(rows).map((batch) =>
    tenants.during(batch, () => batches.run(async () => (isOwned() ? sendBatch(deps, state, batch) : 0))),
  );
};

const maintainAll = (
  { deps, state }: SenderParts,
  rows: readonly Stored<OutboxRow>[],
  isOwned: () => boolean,
): Promise<number>[] => {
  const places = createSemaphore(maintainedAtOnce);
  return rows.map((row) =>
    places.run(() => safely(deps, async () => (isOwned() && (await handleMaintenanceRow(deps, state, row)) ? 1 : 0))),
  );
};

/** Handles the rows of a read once. Returns the number of messages that it handled. */
const pass = async (
  parts: SenderParts,
  { shard, isOwned, accountWork }: OwnedShard,
  found: Pick<Reading, 'rows' | 'hasAccountWork'>,
): Promise<number> => {
  const messages = found.rows.filter((row) => isMessage(row.value.kind));
  const maintenanceRows = found.rows.filter((row) => isMaintenance(row.value.kind));
  const [handled] = await Promise.all([
    parts.shards.all(shard, sendAll(parts, messages, isOwned)),
    parts.shards.all(shard, maintainAll(parts, maintenanceRows, isOwned)),
    found.hasAccountWork ? accountWork() : undefined,
  ]);
  return handled;
};

/**
 * Creates the function that reads a shard and handles its rows. Reads of one shard never overlap. Calls during a read
 * share the next read, because the running read may miss their rows. The next read may begin while rows of the previous
 * read are still being handled.
 */
const createPasses = (
  parts: SenderParts,
  backlog: Pick<Backlog, 'outbox'>,
): ((owned: OwnedShard) => Promise<Passed>) => {
  const { deps, shards, tenants } = parts;
  const readings = createKeyedCoalescer<{ readonly passed: Promise<Passed> }>();
  return async (owned) => {
    const { shard } = owned;
    const { passed } = await readings.run(shard, async () => {
      const before = shards.in(shard);
      const found = await readyRows(deps, shard, (tenant) => tenants.has(tenant));
      backlog.outbox(shard, found.waiting);
      before.push(...shards.in(shard));
      const { isLimited } = found;
      return { passed: pass(parts, owned, found).then((handled) => ({ handled, isLimited, before })) };
    });
    return passed;
  };
};

/**
 * Creates the sender. `isStopping`: true if the process is shutting down. Work that has not begun is then left to the
 * next process.
 */
export const createSender = (deps: JobDeps, backlog: Pick<Backlog, 'outbox'>, isStopping: () => boolean): Sender => {
  const state = createSenderState(deps, isStopping);
  const parts = { deps, state, tenants: createRunningTenants(), shards: createRunningShards() };
  const readAndPass = createPasses(parts, backlog);
  return {
    immediateSends: createImmediateSends(deps, state),
    run: async (shard, isOwned, accountWork) => {
      for (;;) {
        const begun = deps.clock.now();
        const { handled, isLimited, before } = await readAndPass({ shard, isOwned, accountWork });
        await Promise.all(before);
        // The shard is read again if this read had to leave out rows that running work had claimed. After at least one
        // handled message, it is also read again if the read was limited, or if rows may have become ready during long
        // work. Otherwise the next heartbeat handles the remaining rows.
        const isLong = deps.clock.now() - begun >= shortPassMs;
        const mayBeMore = before.length > 0 || (handled > 0 && (isLimited || isLong));
        if (!mayBeMore || !isOwned()) return;
      }
    },
  };
};
