const oftenSent = new WeakSet();

/** Frozen to its last part. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
};

/**
 * Marks an object, whose parts must be frozen already, as a reply that is sent again and again, so that its JSON is worth
 * caching.
 */
export const cacheSerialized = <T extends object>(value: T): T => {
  oftenSent.add(Object.freeze(value));
  return value;
};

export const isSerializedCached = (value: object): boolean => oftenSent.has(value);
