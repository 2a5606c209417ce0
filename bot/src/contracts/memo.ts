// Every cache in memory is made here or is a generational cache (bot/src/store/generationalCache.ts), so every cache has a bound.

/**
 * A map of at most `capacity` entries. `set` makes an entry the newest one; when the map is full, the oldest entry leaves. Reading
 * changes nothing, so a hit costs one lookup.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #capacity: number;
  // One iterator for the whole life: each new one would first skip the places of all entries that have left.
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

/** Computes a value once for each key, as a BoundedMap holds it. `longestKey`: texts that are longer are computed each time. */
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
  /** Returns this value for the key from now on. */
  readonly set: (key: K, value: V) => void;
}

/** Computes a value once for each object, and holds it as long as the object lives. */
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
