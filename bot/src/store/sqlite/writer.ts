// Group commit: the writes of one event-loop turn share one transaction, hence one sync of the disk.
import { asFault, isBusy, isDriverError } from './connection.ts';
import type { Connection } from './connection.ts';
import { busyPause, turnBudget } from './turn.ts';

export interface Writer {
  /**
   * Runs `apply` inside the next group and resolves with its result once that group is committed. What `apply` leaves
   * behind when it throws a StoreError is committed with the group: nothing (one statement, or its own savepoint), or
   * what was to stand before. It may run more than once.
   */
  submit<T>(microseconds: number, apply: () => T): Promise<T>;
  /** Groups committed since opening. */
  commits(): number;
}

interface Job {
  readonly microseconds: number;
  readonly since: number;
  apply(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Settle = () => void;

export const createWriter = (connection: Connection, busyMs: number): Writer => {
  let queue: Job[] = [];
  let scheduled = false;
  let attempts = 0;
  let committed = 0;

  /** At least one job, then as many as the turn can carry. */
  const takeGroup = (): Job[] => {
    let sum = 0;
    let size = 0;
    for (const job of queue) {
      sum += job.microseconds;
      if (size > 0 && sum > turnBudget) break;
      size += 1;
    }
    return queue.splice(0, size);
  };

  const attempt = (job: Job): Settle => {
    try {
      const value = job.apply();
      return () => {
        job.resolve(value);
      };
    } catch (error) {
      if (isDriverError(error)) throw error;
      return () => {
        job.reject(error);
      };
    }
  };

  const commit = (group: readonly Job[]): Settle[] => {
    connection.checkUsable();
    connection.reads.end();
    connection.statement('BEGIN IMMEDIATE').run();
    const settles = group.map(attempt);
    connection.statement('COMMIT').run();
    committed += 1;
    // Before anything is acknowledged: a write into files that are gone is no write.
    connection.checkFiles();
    return settles;
  };

  const rollBack = (): void => {
    try {
      // Some faults (disk full, input/output) have ended the transaction already.
      if (connection.inTransaction()) connection.statement('ROLLBACK').run();
    } catch {
      // The fault that led here is the one to report.
    }
  };

  /** Puts the group back; those that have waited long enough give up, also those queued behind it. */
  const waitForLock = (group: readonly Job[], error: unknown): void => {
    const now = performance.now();
    const waiting = [...group, ...queue];
    queue = waiting.filter((job) => now - job.since < busyMs);
    for (const job of waiting) if (now - job.since >= busyMs) job.reject(asFault(error));
  };

  const flush = (): void => {
    scheduled = false;
    const group = takeGroup();
    try {
      for (const settle of commit(group)) settle();
      attempts = 0;
    } catch (error) {
      rollBack();
      if (isBusy(error)) {
        attempts += 1;
        waitForLock(group, error);
      } else {
        const fault = asFault(error);
        for (const job of group) job.reject(fault);
      }
    }
    schedule();
  };

  const schedule = (): void => {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    if (attempts > 0) setTimeout(flush, busyPause(attempts));
    else setImmediate(flush);
  };

  return {
    submit: <T>(microseconds: number, apply: () => T) =>
      new Promise<T>((resolve, reject) => {
        const job = {
          microseconds,
          since: performance.now(),
          apply,
          reject,
          resolve: resolve as (value: unknown) => void,
        };
        queue.push(job);
        schedule();
      }),
    commits: () => committed,
  };
};
