// Group commit: all writes of one event-loop turn share one transaction, and therefore one sync of the disk.
import { asFault, isBusy, isDriverError } from './sqliteConnectionAndErrors.ts';
import type { Connection } from './sqliteConnectionAndErrors.ts';
import type { KnownRows } from './committedRowCache.ts';
import { busyPause, turnBudget } from './loopPacerAndLockRetries.ts';

/**
 * Mode of writing a group. UNDOABLE can undo a single transaction of the group, PLAIN cannot. PLAIN is tried first,
 * because transactions rarely fail, and a savepoint for each transaction would add 2 % to the cost of storing a
 * member's answer.
 */
export type WriteMode = 'PLAIN' | 'UNDOABLE';

/** Thrown if a write of a PLAIN group failed and its partial effects cannot be undone alone. */
export class GroupFailed extends Error {
  constructor(cause: unknown) {
    super('the group is to be written again, undoable', { cause });
    this.name = 'GroupFailed';
  }
}

/**
 * Runs work of a PLAIN group that belongs to several callers. If it fails, the group is written again in the mode
 * UNDOABLE, so that only the caller that caused the failure gets an error.
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

interface Job {
  readonly microseconds: number;
  readonly since: number;
  apply(mode: WriteMode): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Settle = () => void;

/** Runs one job of a group. Returns the function that settles its promise after the commit. */
const attempt = (job: Job, mode: WriteMode): Settle => {
  try {
    const value = job.apply(mode);
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

export class GroupWriter {
  readonly #parts: Parts;
  #queue: Job[] = [];
  #isScheduled = false;
  #attempts = 0;
  #committed = 0;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs `apply` inside the next group and resolves with its result after the commit. `apply` may run more than once.
   * If it throws a StoreError, the promise rejects, but the group commits the writes of `apply` that were not undone:
   * none for a single statement or a savepoint, the earlier transactions for a sequence.
   */
  submit<T>(microseconds: number, apply: (mode: WriteMode) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = {
        microseconds,
        since: performance.now(),
        apply,
        reject,
        resolve: resolve as (value: unknown) => void,
      };
      this.#queue.push(job);
      this.#schedule();
    });
  }

  commits(): number {
    return this.#committed;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0) return;
    this.#isScheduled = true;
    if (this.#attempts > 0) setTimeout(this.#flush, busyPause(this.#attempts));
    else setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    const group = this.#takeGroup();
    try {
      for (const settle of this.#commitGroup(group)) settle();
      this.#attempts = 0;
    } catch (error) {
      this.#rollBack();
      if (isBusy(error)) {
        this.#attempts += 1;
        this.#waitForLock(group, error);
      } else {
        const fault = asFault(error);
        for (const job of group) job.reject(fault);
      }
    }
    this.#schedule();
  };

  /** Takes at least one job from the queue, and then as many as fit into the budget of one turn of the event loop. */
  #takeGroup(): Job[] {
    let sum = 0;
    let size = 0;
    for (const job of this.#queue) {
      sum += job.microseconds;
      if (size > 0 && sum > turnBudget) break;
      size += 1;
    }
    return this.#queue.splice(0, size);
  }

  #commitGroup(group: readonly Job[]): Settle[] {
    try {
      return this.#commit(group, 'PLAIN');
    } catch (error) {
      if (!(error instanceof GroupFailed)) throw error;
      this.#rollBack();
      return this.#commit(group, 'UNDOABLE');
    }
  }

  #commit(group: readonly Job[], mode: WriteMode): Settle[] {
    const { connection, known, rows } = this.#parts;
    connection.checkUsable();
    connection.reads.end();
    connection.exec('BEGIN IMMEDIATE');
    const settles = group.map((job) => attempt(job, mode));
    rows.finish();
    connection.exec('COMMIT');
    known.settle();
    this.#committed += 1;
    // The files are checked before the writes are acknowledged, because a write into removed files is lost.
    connection.checkFiles();
    return settles;
  }

  #rollBack(): void {
    const { connection, known, rows } = this.#parts;
    rows.undo();
    known.undo();
    try {
      // Some faults, such as a full disk, have already ended the transaction, so there is nothing to roll back.
      if (connection.inTransaction()) connection.exec('ROLLBACK');
    } catch {
      // The ROLLBACK failed too. Only the original fault is reported.
    }
  }

  /** Puts the group back into the queue. Rejects all queued jobs that have waited for `busyMs`. */
  #waitForLock(group: readonly Job[], error: unknown): void {
    const { busyMs } = this.#parts;
    const now = performance.now();
    const waiting = [...group, ...this.#queue];
    this.#queue = waiting.filter((job) => now - job.since < busyMs);
    for (const job of waiting) if (now - job.since >= busyMs) job.reject(asFault(error));
  }
}
