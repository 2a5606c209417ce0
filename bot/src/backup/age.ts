import type { Clock } from '../domain/core/clock.ts';
import { minuteMs, toInstant } from '../domain/core/time.ts';
import { lastBackupAt } from '../services/operations/backups.ts';
import type { Log } from '../services/core/deps.ts';
import { encode } from '../store/codec.ts';
import { backupState } from '../store/kinds/storeMetadata.ts';
import type { TableStore } from '../store/port.ts';

/** Records in the store that its file was backed up. Backups of tables record this by themselves. */
export const noteBackup = async (store: TableStore, at: number): Promise<void> => {
  const values = encode(backupState, { finishedAt: toInstant(at), parts: [] });
  await store.touch(backupState.table, { ...backupState.at(null, undefined), values });
};

const freshMs = 5 * minuteMs;

/**
 * Seconds since the newest complete backup, for the metrics. A read of the metric refreshes it from the store at most every few
 * minutes. Without any backup the seconds count from the start, so that a backup that never runs is noticed like one that
 * stopped.
 */
export const createBackupAge = (deps: {
  readonly store: TableStore;
  readonly clock: Clock;
  readonly log: Log;
}): (() => number) => {
  const { store, clock, log } = deps;
  let finishedAt = clock.now();
  let readAt: number | undefined;
  const refresh = async (): Promise<void> => {
    try {
      finishedAt = (await lastBackupAt({ store })) ?? finishedAt;
    } catch (error) {
      log.error('backup.ageUnknown', error);
    }
  };
  return () => {
    const now = clock.now();
    if (readAt === undefined || Math.abs(now - readAt) >= freshMs) {
      readAt = now;
      void refresh();
    }
    return Math.max(0, now - finishedAt) / 1000;
  };
};
