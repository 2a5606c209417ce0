import type { Clock } from '../domain/clock.ts';
import { minuteMs, msOf } from '../domain/time.ts';
import type { Log } from '../services/deps.ts';
import { outside } from '../store/kind.ts';
import { backupState } from '../store/kinds/installation.ts';
import type { TableStore } from '../store/port.ts';

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
      const row = await outside(store).get(backupState, undefined);
      const said = row?.value.finishedAt ?? null;
      if (said !== null) finishedAt = msOf(said);
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
