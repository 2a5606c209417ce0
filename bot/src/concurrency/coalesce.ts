/** The call that runs now, and the call that begins after it. undefined = no such call. */
interface Calls<T> {
  running: Promise<T> | undefined;
  next: Promise<T> | undefined;
}

/**
 * While a call runs, all new calls with the same key share one next call, which runs the task of the first of them. So
 * each promise belongs to a call that began after the request, and sees everything that was written before the request.
 */
export interface KeyedCoalescer<T> {
  readonly run: (key: string, task: () => Promise<T>) => Promise<T>;
}

export const createKeyedCoalescer = <T>(): KeyedCoalescer<T> => {
  const byKey = new Map<string, Calls<T>>();
  const begin = (key: string, calls: Calls<T>, task: () => Promise<T>): Promise<T> => {
    calls.next = undefined;
    calls.running = task().finally(() => {
      calls.running = undefined;
      if (calls.next === undefined) byKey.delete(key);
    });
    return calls.running;
  };
  return {
    run: (key, task) => {
      const calls = byKey.get(key) ?? { running: undefined, next: undefined };
      if (calls.next !== undefined) return calls.next;
      byKey.set(key, calls);
      if (calls.running === undefined) return begin(key, calls, task);
      const beginNext = (): Promise<T> => begin(key, calls, task);
      calls.next = calls.running.then(beginNext, beginNext);
      return calls.next;
    },
  };
};

export const coalesce = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  const { run } = createKeyedCoalescer<T>();
  return () => run('', task);
};
