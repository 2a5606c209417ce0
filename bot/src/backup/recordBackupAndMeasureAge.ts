import type { Clock } from '../domain/core/clockPort.ts';
import { minuteMs, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { lastBackupAt } from '../services/operations/lastBackup.ts';
import type { Log } from '../services/core/deps.ts';
import { encode } from '../store/rowCodec.ts';
import { backupState } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import type { TableStore } from '../store/tableStorePort.ts';

/**
 * Stores the instant `finishedAt` (epoch ms) at which a backup of a store file finished, because nothing else in the
 * file records its backups. Backups of tables store this instant themselves.
 */
export const noteBackup = async (store: TableStore, finishedAt: number): Promise<void> => {
  const values = encode(backupState, { finishedAt: toInstant(finishedAt), parts: [] });
  await store.touch(backupState.table, { ...backupState.at(null, undefined), values });
};

const freshMs = 5 * minuteMs;

/**
 * Returns a function for the metrics that returns the seconds since the latest complete backup. Each call also
 * refreshes the value from the store in the background, at most every five minutes. If there is no backup, the seconds
 * count from the start of the process, so that a backup that never runs raises the same alert.
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
