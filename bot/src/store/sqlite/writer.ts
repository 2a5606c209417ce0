// Group commit: the writes that wait share one transaction, hence one sync of the disk.
import { StoreError } from '../port.ts';
import type { Committer, Outcome } from './commit.ts';
import { asFault, isBusy } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Operation, Refusal } from './operations.ts';
import { busyPause, turnBudget } from './turn.ts';

export interface Writer {
  /** Puts the operation into the next group and resolves once that group is committed. */
  submit(microseconds: number, operation: Operation): Promise<void>;
  /** Groups committed since opening. */
  commits(): number;
}

interface Job {
  readonly microseconds: number;
  readonly since: number;
  readonly operation: Operation;
  resolve(): void;
  reject(error: unknown): void;
}

const errorOf = ({ fault, message, step }: Refusal): Error =>
  fault === null ? new Error(message) : new StoreError(fault, message, { step });

export const createWriter = (
  connection: Pick<Connection, 'checkUsable' | 'checkFiles' | 'reads'>,
  committer: Committer,
  busyMs: number,
): Writer => {
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

  const fail = (group: readonly Job[], error: unknown): void => {
    const fault = asFault(error);
    for (const job of group) job.reject(fault);
  };

  /** Puts the group back; those that have waited long enough give up, also those queued behind it. */
  const waitForLock = (group: readonly Job[], error: unknown): void => {
    const now = performance.now();
    const waiting = [...group, ...queue];
    queue = waiting.filter((job) => now - job.since < busyMs);
    for (const job of waiting) if (now - job.since >= busyMs) job.reject(asFault(error));
  };

  const settle = (group: readonly Job[], refusals: readonly Refusal[]): void => {
    for (const refusal of refusals) group[refusal.at]?.reject(errorOf(refusal));
    // A promise is settled once: those refused stay refused.
    for (const job of group) job.resolve();
  };

  const end = (group: readonly Job[], outcome: Outcome): void => {
    scheduled = false;
    try {
      if ('error' in outcome) throw outcome.error;
      committed += 1;
      // Before anything is acknowledged: a write into files that are gone is no write.
      connection.checkFiles();
      // Whoever hears of it reads it.
      connection.reads.end();
      settle(group, outcome.refusals);
      attempts = 0;
    } catch (error) {
      if (isBusy(error)) {
        attempts += 1;
        waitForLock(group, error);
      } else fail(group, error);
    }
    schedule();
  };

  const flush = (): void => {
    const group = takeGroup();
    try {
      connection.checkUsable();
    } catch (error) {
      end(group, { error });
      return;
    }
    committer.commit(
      group.flatMap((job) => job.operation),
      (outcome) => {
        end(group, outcome);
      },
    );
  };

  const schedule = (): void => {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    if (attempts > 0) setTimeout(flush, busyPause(attempts));
    else setImmediate(flush);
  };

  return {
    submit: (microseconds, operation) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ microseconds, since: performance.now(), operation, reject, resolve });
        schedule();
      }),
    commits: () => committed,
  };
};
