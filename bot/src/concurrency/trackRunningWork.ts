/** Keeps track of promises until they settle, so that a shutdown can wait for them. */
export interface RunningWork {
  /** Tracks the work until it ends, and returns a promise with the same result. */
  track<T>(work: Promise<T>): Promise<T>;
  list(): Promise<unknown>[];
  /** Resolves when all work that is tracked at the call has ended. Rejects with its first failure. */
  done(): Promise<void>;
}

export const createRunningWork = (): RunningWork => {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    list: () => [...running],
    done: async () => {
      await Promise.all(running);
    },
  };
};
