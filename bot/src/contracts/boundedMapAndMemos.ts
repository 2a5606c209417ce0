// A cache that outlasts one call needs a limit, so use this file to create it. There are two exceptions: the
// generational cache (bot/src/store/generationalCache.ts), and maps with a fixed list of keys, such as the languages,
// the SQL texts of the store or the rules of rate limits.

/**
 * A map of at most `capacity` entries. `set` makes an entry the newest one and, if the map is too large, deletes the
 * oldest. `get` does not change the order, so a hit costs only one lookup.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #capacity: number;
  // The map reuses one iterator, because a new iterator would first have to skip the slots of all deleted entries.
  readonly #oldestFirst: Iterator<K> = this.keys();

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  override set(key: K, value: V): this {
    if (!this.delete(key) && this.size >= this.#capacity) {
      const oldest = this.#oldestFirst.next();
      if (oldest.done !== true) this.delete(oldest.value);
    }
    return super.set(key, value);
  }
}

/** Caches the results of a function in a BoundedMap. Results for texts longer than `longestKey` are not cached. */
export const boundedMemo = <K, V>(
  compute: (key: K) => V,
  { capacity, longestKey = Infinity }: { readonly capacity: number; readonly longestKey?: number },
): ((key: K) => V) => {
  const known = new BoundedMap<K, V>(capacity);
  return (key) => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as V;
    const created = compute(key);
    if (typeof key !== 'string' || key.length <= longestKey) known.set(key, created);
    return created;
  };
};

export interface WeakMemo<K extends WeakKey, V> {
  (key: K): V;
  readonly set: (key: K, value: V) => void;
}

/** Caches the result of a function for each object until the object is garbage-collected. */
export const weakMemo = <K extends WeakKey, V>(compute: (key: K) => V): WeakMemo<K, V> => {
  const known = new WeakMap<K, V>();
  const memo = (key: K): V => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as V;
    const created = compute(key);
    known.set(key, created);
    return created;
  };
  return Object.assign(memo, {
    set: (key: K, value: V) => {
      known.set(key, value);
    },
  });
};
