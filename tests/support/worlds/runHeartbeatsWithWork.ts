import type { Engine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { JobDeps } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { StoredRow, TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';

// Leaves out heartbeats without work, of which days of fake time contain thousands. A heartbeat has no effect as long
// as every row of the due index and of the outbox waits for a later instant.

const instantOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : Number.NEGATIVE_INFINITY;

const dueAt = ({ values }: StoredRow): number => instantOf(values['at']);

const readyAt = ({ values }: StoredRow): number => Math.max(instantOf(values['notBefore']), instantOf(values['lease']));

const isParked = ({ values }: StoredRow): boolean => typeof values['parkedReason'] === 'string';

const hasAdmin = (store: TableStore): store is TableStore & { readonly admin: TableAdmin } => 'admin' in store;

/**
 * Returns the epoch ms at which the next row of the due index or the outbox is ready; infinity if there is no row, and
 * minus infinity if the store cannot list its rows or a row names no instant.
 */
const nextWorkAt = async (store: TableStore): Promise<number> => {
  if (!hasAdmin(store)) return Number.NEGATIVE_INFINITY;
  const instants: number[] = [];
  for (const [table, at] of [
    ['Due', dueAt],
    ['Outbox', readyAt],
  ] as const) {
    const { rows, continuation } = await store.admin.scanAll(table);
    if (continuation !== undefined) return Number.NEGATIVE_INFINITY;
    instants.push(...rows.filter((row) => !isParked(row)).map(at));
  }
  return Math.min(Number.POSITIVE_INFINITY, ...instants);
};

/**
 * True if the engine works on nothing but the due index and the outbox, so that heartbeats without ready rows may be
 * left out.
 */
export const hasOnlyRowWork = (change: Partial<JobDeps>): boolean =>
  (['deletionWork', 'monthWork', 'paymentWork', 'backupWork', 'searchIndexWork'] as const).every(
    (work) => change[work] === undefined,
  );

interface Running {
  readonly engine: Engine;
  readonly store: TableStore;
  readonly clock: { now(): number; set(at: number): void };
  /** False if every heartbeat must run. */
  readonly mayLeaveOut: boolean;
}

/** Runs a heartbeat every `stepMs` until `end`, and the last one at `end`, without those that have no work. */
export const runHeartbeatsWithWork = async (
  { engine, store, clock, mayLeaveOut }: Running,
  end: number,
  stepMs: number,
): Promise<void> => {
  while (clock.now() < end) {
    await engine.poll();
    const now = clock.now();
    const waitMs = mayLeaveOut ? Math.min(end, await nextWorkAt(store)) - now : 0;
    clock.set(Math.min(end, now + Math.max(1, Math.ceil(waitMs / stepMs)) * stepMs));
  }
  await engine.poll();
};
