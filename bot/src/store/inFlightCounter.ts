import { StoreError } from './tableStore.ts';

/** Counts calls under way, so that close can let them finish and refuse the later ones. */
export interface InFlightCounter {
  run<T>(call: () => T | Promise<T>): Promise<T>;
  /** For a call that ends before it returns: throws when new calls are refused. */
  check(): void;
  /** Refuses new calls at once, waits for those under way, then runs `finish` once. */
  close(finish: () => void): Promise<void>;
}

export const countInFlight = (): InFlightCounter => {
  let underWay = 0;
  let closing: Promise<void> | undefined;
  let idle = (): void => undefined;

  const leave = (): void => {
    underWay -= 1;
    if (underWay === 0) idle();
  };
  const drained = (): Promise<void> =>
    underWay === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          idle = resolve;
        });

  const check = (): void => {
    if (closing) throw new StoreError('UNAVAILABLE', 'the store is closed');
  };
  return {
    check,
    run: async (call) => {
      check();
      underWay += 1;
      try {
        return await call();
      } finally {
        leave();
      }
    },
    close: (finish) => {
      closing ??= drained().then(finish);
      return closing;
    },
  };
};
