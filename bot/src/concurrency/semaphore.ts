/**
 * A semaphore with weights: the weights of the running callers add up to at most its size. Callers enter in the order
 * of their requests.
 */
export interface Semaphore {
  /**
   * Waits for free capacity and returns the function that releases it. `weight` is 1 by default; a weight above the
   * capacity counts as the capacity.
   */
  acquire(weight?: number): Promise<() => void>;
  run<T>(task: () => Promise<T>, weight?: number): Promise<T>;
  isBusy(): boolean;
  waiting(): number;
}

export const createSemaphore = (size: number): Semaphore => {
  let free = size;
  const queue: { readonly weight: number; readonly enter: () => void }[] = [];
  // While a heavy caller is first in the queue, lighter callers wait behind it, so that they cannot starve it.
  const admit = (): void => {
    for (let next = queue[0]; next !== undefined && next.weight <= free; next = queue[0]) {
      queue.shift();
      free -= next.weight;
      next.enter();
    }
  };
  const acquire = async (request = 1): Promise<() => void> => {
    const weight = Math.min(request, size);
    await new Promise<void>((enter) => {
      queue.push({ weight, enter });
      admit();
    });
    return () => {
      free += weight;
      admit();
    };
  };
  return {
    acquire,
    run: async (task, weight) => {
      const release = await acquire(weight);
      try {
        return await task();
      } finally {
        release();
      }
    },
    isBusy: () => free < 1 || queue.length > 0,
    waiting: () => queue.length,
  };
};

/** A semaphore for each key. A key without running or waiting callers takes no memory. */
export interface KeyedSemaphore {
  readonly run: <T>(key: string, task: () => Promise<T>, weight?: number) => Promise<T>;
  isBusy(key: string): boolean;
  waiting(key: string): number;
}

export const createKeyedSemaphore = (size: number): KeyedSemaphore => {
  const used = new Map<string, { readonly semaphore: Semaphore; users: number }>();
  return {
    run: async (key, task, weight) => {
      const entry = used.get(key) ?? { semaphore: createSemaphore(size), users: 0 };
      used.set(key, entry);
      entry.users += 1;
      try {
        return await entry.semaphore.run(task, weight);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) used.delete(key);
      }
    },
    isBusy: (key) => used.get(key)?.semaphore.isBusy() ?? false,
    waiting: (key) => used.get(key)?.semaphore.waiting() ?? 0,
  };
};
