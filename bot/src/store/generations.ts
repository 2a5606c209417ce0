export interface Limits {
  /** As estimated by who puts something in. */
  readonly bytes: number;
  /** What nobody has asked for in that time is on its way out. */
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
 * A bounded memory in two generations: what is asked for moves to the young one; when that holds half of the bound, or is old
 * enough, the old one is forgotten and it takes its place. So what nobody asks for leaves, and a hit costs one look.
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
  const put = (name: string, one: Sized): void => {
    const at = now();
    if (youngBytes + one.bytes > most / 2 || at - since > ms) {
      old = young;
      young = new Map();
      youngBytes = 0;
      since = at;
    }
    // In one of the two at most.
    const there = young.get(name);
    if (there === undefined) old.delete(name);
    else youngBytes -= there.bytes;
    // What would fill a generation by itself is not worth all the others.
    if (one.bytes > most / 2) {
      young.delete(name);
      return;
    }
    youngBytes += one.bytes;
    young.set(name, one);
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
