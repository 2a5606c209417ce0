import type { Clock } from './clockPort.ts';

/**
 * Differences up to this number of milliseconds are no jump: both clocks are rounded, and the clock of the machine is
 * adjusted slowly.
 */
const jitterMs = 50;

/**
 * Returns a clock for leases, in milliseconds. It never goes back, and counts the time for which the machine was
 * suspended, during which `performance.now()` does not advance on Linux. If the clock of the machine is set ahead, it also
 * jumps, so a lease only ends early. So it is no clock for waiting: a wait could be too short.
 */
export const createElapsedClock = (
  machine: Clock,
  monotonic: () => number = () => performance.now(),
): (() => number) => {
  let jumpedMs = 0;
  let difference = machine.now() - monotonic();
  return () => {
    const now = monotonic();
    const changed = machine.now() - now - difference;
    if (Math.abs(changed) > jitterMs) {
      difference += changed;
      jumpedMs += Math.max(changed, 0);
    }
    return now + jumpedMs;
  };
};
