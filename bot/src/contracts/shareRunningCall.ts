/** A task of which at most one call runs. */
export interface JoinableTask<Args extends readonly unknown[], T> {
  /**
   * Starts the task. While it runs, further calls return the promise of the running call and ignore their arguments.
   */
  readonly run: (...args: Args) => Promise<T>;
  readonly isRunning: () => boolean;
}

/**
 * Creates a task that shares its running call: a caller that arrives during a call gets the result of that call. This
 * result can lack changes made after the call began; `coalesce` (bot/src/concurrency/coalesce.ts) instead starts one
 * more call for such callers.
 */
export const shareRunningCall = <Args extends readonly unknown[], T>(
  task: (...args: Args) => Promise<T>,
): JoinableTask<Args, T> => {
  let running: Promise<T> | undefined;
  return {
    run: (...args) => {
      running ??= task(...args).finally(() => {
        running = undefined;
      });
      return running;
    },
    isRunning: () => running !== undefined,
  };
};
