/** A number for each key. A key whose number is 0 takes no memory. */
export interface CountedKeys<K> {
  /** Returns the number of the key; 0 for a key that was never counted. */
  get(key: K): number;
  /** Changes the number of the key. `change` may be negative. */
  add(key: K, change: number): void;
}

export const createCountedKeys = <K>(): CountedKeys<K> => {
  const counts = new Map<K, number>();
  const get = (key: K): number => counts.get(key) ?? 0;
  return {
    get,
    add: (key, change) => {
      const count = get(key) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};
