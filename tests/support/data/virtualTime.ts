import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';

/**
 * Simulated time. It moves to the next timer as soon as no program has anything else to do, so a test does not wait for
 * real time.
 */
export interface VirtualTime extends Clock {
  sleep(ms: number): Promise<void>;
  /** Returns a signal that aborts after `ms` simulated milliseconds. */
  deadline(ms: number): AbortSignal;
  /** Runs the work and moves the time until it ends. Throws if the work waits for something other than this time. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Moves the time to an instant while `run` is not active. Timers that are due before the instant ring when the next
   * `run` begins.
   */
  set(at: string): void;
}

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** If no program has acted for this number of turns of the event loop, all of them are assumed to wait for a timer. */
const quietTurns = 3;
/**
 * Turns without any timer after which the work must be waiting for a file, a socket or a real timer; `run` then throws.
 */
const stuckTurns = 10_000;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export const virtualTime = (start: string): VirtualTime => {
  let now = Date.parse(start);
  /**
   * The waiting timers, sorted by instant, latest first, so that the last element rings next. Timers for one instant
   * ring in the order in which they were set.
   */
  const timers: Timer[] = [];
  const setTimer = (ms: number, ring: () => void): void => {
    const at = now + Math.max(0, ms);
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, { at, ring });
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < quietTurns; turn += 1) await nextTurn();
  };
  const ringNext = (): boolean => {
    const timer = timers.pop();
    if (timer === undefined) return false;
    now = Math.max(now, timer.at);
    timer.ring();
    return true;
  };
  return {
    // A clock has whole milliseconds; the timers keep fractions.
    now: () => Math.floor(now),
    set: (at) => {
      now = Math.max(now, Date.parse(at));
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        setTimer(ms, resolve);
      }),
    deadline: (ms) => {
      const end = new AbortController();
      setTimer(ms, () => {
        end.abort();
      });
      return end.signal;
    },
    run: async (work) => {
      const state = { isOver: false };
      const running = work().finally(() => {
        state.isOver = true;
      });
      // The caller gets the rejection from the promise that `run` returns. Without this handler, Node would also report
      // it as unhandled.
      running.catch(() => undefined);
      let stuck = 0;
      await settle();
      while (!state.isOver) {
        stuck = ringNext() ? 0 : stuck + 1;
        if (stuck > stuckTurns) throw new Error('The work waits for something other than the simulated time.');
        await settle();
      }
      return running;
    },
  };
};
