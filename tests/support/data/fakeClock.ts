import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';

export interface FakeClock extends Clock {
  set(at: string | number): void;
  advance(by: { readonly minutes?: number; readonly seconds?: number; readonly ms?: number }): void;
}

/** Creates a fake clock that starts on a Friday morning and moves only when the test moves it. */
export const fakeClock = (start = '2026-11-20T08:00:00.000Z'): FakeClock => {
  let now = Date.parse(start);
  return {
    now: () => now,
    set: (at) => {
      now = typeof at === 'number' ? at : Date.parse(at);
    },
    advance: ({ minutes = 0, seconds = 0, ms = 0 }) => {
      now += minutes * 60_000 + seconds * 1000 + ms;
    },
  };
};
