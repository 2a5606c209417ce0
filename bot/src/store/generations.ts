export interface Limits {
  /** As estimated by the caller of `put`. */
  readonly bytes: number;
  /** Entries that were not used for this time are about to be dropped. */
  readonly ms: number;
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number;
}

export interface Generations<T> {
  find(name: string): T | undefined;
  put(name: string, value: T, bytes: number): void;
  drop(name: string): void;
  clear(): void;
}

/**
 * A bounded cache of two generations. A hit moves the entry to the young generation. When that holds half of the bound or is old
 * enough, it replaces the old generation, which is dropped. So unused entries leave, and a hit costs one lookup.
 */
export const createGenerations = <T>({ bytes: most, ms, now }: Limits): Generations<T> => {
  interface Sized {
    readonly value: T;
    readonly bytes: number;
  }
  let young = new Map<string, Sized>();
  let old = new Map<string, Sized>();
  let youngBytes = 0;
  let since = now();

  const drop = (name: string): void => {
    old.delete(name);
    youngBytes -= young.get(name)?.bytes ?? 0;
    young.delete(name);
  };
  const put = (name: string, item: Sized): void => {
    const at = now();
    if (youngBytes + item.bytes > most / 2 || at - since > ms) {
      old = young;
      young = new Map();
      youngBytes = 0;
      since = at;
    }
    // In one of the two at most.
    const there = young.get(name);
    if (there === undefined) old.delete(name);
    else youngBytes -= there.bytes;
    // An entry that would fill a generation alone is not worth all the others.
    if (item.bytes > most / 2) {
      young.delete(name);
      return;
    }
    youngBytes += item.bytes;
    young.set(name, item);
  };

  return {
    find: (name) => {
      const there = young.get(name);
      if (there !== undefined) return there.value;
      const aged = old.get(name);
      if (aged !== undefined) put(name, aged);
      return aged?.value;
    },
    put: (name, value, bytes) => {
      put(name, { value, bytes });
    },
    drop,
    clear: () => {
      young.clear();
      old.clear();
      youngBytes = 0;
    },
  };
};
