import type { Clock } from '../domain/clock.ts';
import { minuteMs, toInstant } from '../domain/time.ts';
import { lastBackupAt } from '../services/backups.ts';
import type { Log } from '../services/deps.ts';
import { encode } from '../store/codec.ts';
import { backupState } from '../store/kinds/installation.ts';
import type { TableStore } from '../store/port.ts';

/** Word in the store that a backup of its file was made. Those of tables leave it by themselves. */
export const noteBackup = async (store: TableStore, at: number): Promise<void> => {
  const values = encode(backupState, { finishedAt: toInstant(at), parts: [] });
  await store.touch(backupState.table, { ...backupState.at(null, undefined), values });
};

const freshMs = 5 * minuteMs;

/**
 * Seconds since the newest complete backup, for the metrics: read from the store now and then, by whoever asks. Where none was
 * ever made they count from the start, so that one that never comes is noticed like one that stopped.
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
