import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Returns the median. Unlike the mean, it hardly changes if another program slows the machine in a single round. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.length % 2 === 0 ? sorted.slice(middle - 1) : sorted.slice(middle);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
};

/** Returns the percentile: the value below which the given share (0 to 1) of the values lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Runs the work and returns its duration in milliseconds. */
export const timed = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Runs the work and returns the processor time that the process used for it, on all its threads, in milliseconds. */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Runs the work several times and returns all results. The rounds run one after the other, so that they do not slow
 * each other down.
 */
export const rounds = async <T>(howMany: number, work: (round: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let round = 0; round < howMany; round += 1) results.push(await work(round));
  return results;
};

/**
 * Runs subject and baseline alternately, so that other load on the machine slows both. Returns medians in milliseconds,
 * and the median of the ratios within each round, which varies less than the ratio of the medians.
 */
export const sideBySide = async (
  howMany: number,
  subject: (round: number) => Promise<number>,
  baseline: (round: number) => Promise<number>,
): Promise<{ readonly subject: number; readonly baseline: number; readonly ratio: number }> => {
  const pairs = await rounds(howMany, async (round) => {
    const before = await baseline(round);
    return { before, after: await subject(round) };
  });
  return {
    subject: median(pairs.map((pair) => pair.after)),
    baseline: median(pairs.map((pair) => pair.before)),
    ratio: median(pairs.map((pair) => pair.after / pair.before)),
  };
};

/** Milliseconds in which the monitor of the event loop has several ticks. */
const ticksMs = 20;

/** Returns the longest time in milliseconds for which the work blocked the event loop. */
export const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  const resolution = 1;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  // Delays count only between two ticks of the monitor, so the work begins after a tick and ends before one.
  await wait(ticksMs);
  await work();
  await wait(ticksMs);
  delays.disable();
  return Math.max(0, delays.max / 1e6 - resolution);
};

/** Returns the maximum growth of the process's memory (RSS) in bytes while the work runs. */
export const grown = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  await work();
  clearInterval(watch);
  // The interval never runs during work that does not return to the event loop.
  return Math.max(most, process.memoryUsage().rss) - before;
};
