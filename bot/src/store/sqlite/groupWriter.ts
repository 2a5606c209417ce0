// Group commit: all writes of one event-loop turn share one transaction, and therefore one sync of the disk.
import { asFault, isBusy, isDriverError } from './sqliteConnection.ts';
import type { Connection } from './sqliteConnection.ts';
import type { KnownRows } from './knownRows.ts';
import { busyPause, turnBudget } from './loopPacer.ts';

/**
 * Mode of writing a group. UNDOABLE can undo a single transaction of the group, PLAIN cannot. PLAIN is tried first, because
 * transactions rarely fail, and a savepoint for each would cost a fiftieth of an answer.
 */
export type WriteMode = 'PLAIN' | 'UNDOABLE';

/** Thrown if a transaction of a PLAIN group failed and left partial writes. */
export class GroupFailed extends Error {
  constructor(cause: unknown) {
    super('the group is to be written again, undoable', { cause });
    this.name = 'GroupSpoilt';
  }
}

/**
 * Runs work of a PLAIN group that belongs to several of its jobs. If it fails, the group is written again to find the job that
 * caused the failure.
 */
export const groupFailedOr = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    throw isDriverError(error) ? error : new GroupFailed(error);
  }
};

interface Parts {
  readonly connection: Connection;
  readonly known: Pick<KnownRows, 'settle' | 'undo'>;
  readonly rows: { finish(): void; undo(): void };
  readonly busyMs: number;
}

export interface Writer {
  /**
   * Runs `apply` inside the next group and resolves with its result after the commit. If `apply` throws a StoreError, the group
   * still commits the writes that `apply` left: none for a single statement or a savepoint, or earlier transactions of a
   * sequence. `apply` may run more than once.
   */
  submit<T>(microseconds: number, apply: (signIn: WriteMode) => T): Promise<T>;
  /** Returns the number of groups committed since opening. */
  commits(): number;
}

interface Job {
  readonly microseconds: number;
  readonly since: number;
  apply(signIn: WriteMode): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Settle = () => void;

export const createWriter = ({ connection, known, rows, busyMs }: Parts): Writer => {
  let queue: Job[] = [];
  let isScheduled = false;
  let attempts = 0;
  let committed = 0;

  /** Takes at least one job from the queue, and then as many as fit into the budget of a turn. */
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

  const attempt = (job: Job, signIn: WriteMode): Settle => {
    try {
      const value = job.apply(signIn);
      return () => {
        job.resolve(value);
      };
    } catch (error) {
      if (isDriverError(error) || error instanceof GroupFailed) throw error;
      return () => {
        job.reject(error);
      };
    }
  };

  const commit = (group: readonly Job[], signIn: WriteMode): Settle[] => {
    connection.checkUsable();
    connection.reads.end();
    connection.exec('BEGIN IMMEDIATE');
    const settles = group.map((job) => attempt(job, signIn));
    rows.finish();
    connection.exec('COMMIT');
    known.settle();
    committed += 1;
    // Check before acknowledging, because a write into removed files is lost.
    connection.checkFiles();
    return settles;
  };

  const rollBack = (): void => {
    rows.undo();
    known.undo();
    try {
      // Some faults, such as a full disk, have already ended the transaction.
      if (connection.inTransaction()) connection.exec('ROLLBACK');
    } catch {
      // The original fault is reported instead of this one.
    }
  };

  const commitGroup = (group: readonly Job[]): Settle[] => {
    try {
      return commit(group, 'PLAIN');
    } catch (error) {
      if (!(error instanceof GroupFailed)) throw error;
      rollBack();
      return commit(group, 'UNDOABLE');
    }
  };

  /** Puts the group back into the queue. Rejects all queued jobs that have waited for `busyMs`. */
  const waitForLock = (group: readonly Job[], error: unknown): void => {
    const now = performance.now();
    const waiting = [...group, ...queue];
    queue = waiting.filter((job) => now - job.since < busyMs);
    for (const job of waiting) if (now - job.since >= busyMs) job.reject(asFault(error));
  };

  const flush = (): void => {
    isScheduled = false;
    const group = takeGroup();
    try {
      for (const settle of commitGroup(group)) settle();
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
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    if (attempts > 0) setTimeout(flush, busyPause(attempts));
    else setImmediate(flush);
  };

  return {
    submit: <T>(microseconds: number, apply: (signIn: WriteMode) => T) =>
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
