import { setTimeout as pause } from 'node:timers/promises';
import { asFault, isBusy } from './sqliteConnectionAndErrors.ts';

/**
 * Maximum work in one event-loop turn, in estimated microseconds, so that the event loop is never blocked for 50 ms.
 */
export const turnBudget = 10_000;

/**
 * Milliseconds of real time after which a turn starts no further reads. Callers also parse and use the rows, and the
 * store cannot estimate that time. The limit lets other requests run between many reads of one request.
 */
const turnMs = 6;

/** Estimated costs in microseconds on a small shared machine. A factor of two in accuracy is enough. */
export const rowCost = {
  get: 10,
  known: 1,
  row: 2,
  write: 15,
  characters: (count: number): number => count / 40,
} as const;

export interface LoopPacer {
  /**
   * Runs `start` immediately, or in a later turn if the budget of this turn is used up. Keeps the order of the calls.
   */
  run<T>(start: () => Promise<T>): Promise<T>;
  /** True if `run` would start its work immediately. */
  isFree(): boolean;
  /** Adds to the used budget. The work that `run` starts calls `spend` before it returns to the event loop. */
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

/**
 * Returns the milliseconds until the next attempt. The pause is random, so that waiting processes do not collide again.
 */
export const busyPause = (attempt: number): number => 1 + Math.random() * Math.min(20, 1 + attempt);

/**
 * Runs the action immediately, and retries for at most `busyMs` while another process locks the file. The event loop is
 * not blocked between the attempts.
 */
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
