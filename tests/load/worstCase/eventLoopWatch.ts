import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two readings of the clock. */
const resolution = 5;

interface Gap {
  /** Begin and end of the gap, as `performance.now()` in milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Processor time of this process during the gap, in ms. */
  readonly cpu: number;
}

type Span = Pick<Gap, 'from' | 'to'>;

export interface Held {
  /** Longest time in ms during which JavaScript and the store blocked the event loop. */
  readonly ms: number;
  /** Longest pause of the garbage collector in the same period, in ms. */
  readonly gcMs: number;
}

export interface LoopWatch {
  readonly reset: () => void;
  readonly longest: () => Promise<Held>;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/**
 * Measures how long the event loop is blocked. A busy machine stops processes at random, so a gap counts only up to the
 * processor time that was used in it. Pauses of the garbage collector are counted separately, because no change of a
 * request can shorten them.
 */
export const watchLoop = (): LoopWatch => {
  let gaps: Gap[] = [];
  let pauses: Span[] = [];
  let last = { at: performance.now(), cpu: cpuMs() };
  const readClock = (): void => {
    const now = { at: performance.now(), cpu: cpuMs() };
    if (now.at - last.at > 2 * resolution) gaps.push({ from: last.at, to: now.at, cpu: now.cpu - last.cpu });
    last = now;
    setTimeout(readClock, resolution);
  };
  readClock();
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) pauses.push({ from: startTime, to: startTime + duration });
  }).observe({ entryTypes: ['gc'] });

  const heldIn = (gap: Gap): number => {
    const collected = pauses.reduce((sum, pause) => sum + overlap(gap, pause), 0);
    return Math.min(gap.to - gap.from - resolution - collected, gap.cpu);
  };
  return {
    reset: () => {
      gaps = [];
      pauses = [];
    },
    longest: async () => {
      // Waits until the delayed timer has ended the last gap and the observer has reported its garbage collection.
      await wait(4 * resolution);
      return {
        ms: Math.max(0, ...gaps.map(heldIn)),
        gcMs: Math.max(0, ...pauses.map(({ from, to }) => to - from)),
      };
    },
  };
};
