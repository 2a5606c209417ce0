import { StoreError } from './tableStorePort.ts';

/** Counts running calls, so that closing can wait for them and refuse later calls. */
export interface InFlightCounter {
  run<T>(call: () => T | Promise<T>): Promise<T>;
  /** Throws if new calls are refused. Synchronous calls use this method, because they need no counting. */
  check(): void;
  /** Refuses new calls immediately, waits for the running ones, then runs `finish` once. */
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
