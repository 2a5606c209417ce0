import { setTimeout as pause } from 'node:timers/promises';
import { asFault, isBusy } from './sqliteConnection.ts';

/** Work one event-loop turn may do, in estimated microseconds: the loop is never held for 50 ms. */
export const turnBudget = 10_000;

/**
 * Milliseconds of real time after which a turn ends for further reads. A caller also parses and uses the rows it reads, and the
 * store cannot estimate that time. So a request with many reads leaves the event loop to others.
 */
const turnMs = 6;

/** Estimates, in microseconds on a small shared machine; they need to be right within a factor of two. */
export const rowCost = {
  get: 10,
  known: 1,
  row: 2,
  write: 15,
  characters: (count: number): number => count / 40,
} as const;

export interface LoopPacer {
  /** Runs `start` at once, or in a later turn when this one is spent; in the order of the calls. */
  run<T>(start: () => Promise<T>): Promise<T>;
  /** True if `run` would start at once. */
  isFree(): boolean;
  /** To be called by the work itself, before it gives the thread back. */
  spend(microseconds: number): void;
}

export const createPacer = (): LoopPacer => {
  let spent = 0;
  let begunAt = 0;
  let waiting: (() => void)[] = [];
  let isTurnOrdered = false;

  const hasTime = (): boolean => spent < turnBudget && (!isTurnOrdered || performance.now() - begunAt < turnMs);

  const orderTurn = (): void => {
    if (isTurnOrdered) return;
    isTurnOrdered = true;
    begunAt = performance.now();
    setImmediate(() => {
      isTurnOrdered = false;
      spent = 0;
      const due = waiting;
      waiting = [];
      let started = 0;
      for (; started < due.length && hasTime(); started += 1) due[started]?.();
      waiting = [...due.slice(started), ...waiting];
      if (waiting.length > 0) orderTurn();
    });
  };

  const isFree = (): boolean => waiting.length === 0 && hasTime();

  return {
    isFree,
    run: <T>(start: () => Promise<T>) => {
      if (isFree()) return start();
      return new Promise<T>((resolve) => {
        waiting.push(() => {
          resolve(start());
        });
        orderTurn();
      });
    },
    spend: (microseconds) => {
      spent += microseconds;
      orderTurn();
    },
  };
};

/** Milliseconds until the next try. Jittered, since waiting processes must not meet again. */
export const busyPause = (attempt: number): number => 1 + Math.random() * Math.min(20, 1 + attempt);

/** Tries at once, and again while another process holds the file, without holding the event loop, for `busyMs` at most. */
export const whenUnlocked = async <T>(busyMs: number, action: () => T): Promise<T> => {
  const since = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() - since >= busyMs) throw asFault(error);
      await pause(busyPause(attempt));
    }
  }
};
