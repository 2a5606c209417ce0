import type { Clock } from '../../bot/src/domain/core/clockPort.ts';

/** Friday, 20 November 2026, before any run; the runs of `seedManyTeams` open at 10:00 in Berlin, 09:00 UTC. */
export const morning = '2026-11-20T08:00:00.000Z';
export const opening = '2026-11-20T09:00:00.000Z';
export const today = '2026-11-20';

/** A clock that runs at the machine's speed from a chosen instant. `set` moves the clock to another instant. */
export interface MovedClock extends Clock {
  set(at: string): void;
}

export const movedClock = (at: string): MovedClock => {
  let offset = Date.parse(at) - Date.now();
  return {
    now: () => Date.now() + offset,
    set: (next) => {
      offset = Date.parse(next) - Date.now();
    },
  };
};
