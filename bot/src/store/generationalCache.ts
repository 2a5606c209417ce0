export interface CacheLimits {
  /** Maximum size, in the unit in which callers of `set` give sizes: estimated bytes, or characters. */
  readonly bytes: number;
  /** Milliseconds after which unused entries are dropped, approximately. */
  readonly ms: number;
  readonly now: () => number;
}

export interface GenerationalCache<T> {
  get(name: string): T | undefined;
  set(name: string, value: T, bytes: number): void;
  delete(name: string): void;
  /** Drops all entries if the version differs from that of the previous call. */
  enter(version: string | number): void;
}

/**
 * A bounded cache of two generations. A hit moves the entry to the young generation. When the young generation holds
 * half of the limit or is old enough, it becomes the old generation, and the entries of the previous old generation are
 * dropped. So unused entries disappear without a search for them.
 */
export const createGenerationalCache = <T>({ bytes: most, ms, now }: CacheLimits): GenerationalCache<T> => {
  interface Sized {
    readonly value: T;
    readonly bytes: number;
  }
  let young = new Map<string, Sized>();
  let old = new Map<string, Sized>();
  let youngBytes = 0;
  let since = now();
  let entered: string | number | undefined;

  const beginGeneration = (): void => {
    young = new Map();
    youngBytes = 0;
  };
  const put = (name: string, item: Sized): void => {
    const at = now();
    if (youngBytes + item.bytes > most / 2 || at - since > ms) {
      old = young;
      beginGeneration();
      since = at;
    }
    // An entry must be in only one of the two generations, so it is removed from the old generation.
    const existing = young.get(name);
    if (existing === undefined) old.delete(name);
    else youngBytes -= existing.bytes;
    // An entry that alone exceeds a generation would displace all others, so it is not cached.
    if (item.bytes > most / 2) {
      young.delete(name);
      return;
    }
    youngBytes += item.bytes;
    young.set(name, item);
  };

  return {
    get: (name) => {
      const existing = young.get(name);
      if (existing !== undefined) return existing.value;
      const aged = old.get(name);
      if (aged !== undefined) put(name, aged);
      return aged?.value;
    },
    set: (name, value, bytes) => {
      put(name, { value, bytes });
    },
    delete: (name) => {
      old.delete(name);
      youngBytes -= young.get(name)?.bytes ?? 0;
      young.delete(name);
    },
    enter: (version) => {
      if (version === entered) return;
      entered = version;
      old = new Map();
      beginGeneration();
    },
  };
};
