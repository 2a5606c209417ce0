const oftenSent = new WeakSet();

export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
};

/**
 * Marks a reply that is sent often, so that its JSON is cached. Its nested objects must already be frozen, because the
 * cached JSON would not show a later change.
 */
export const cacheSerialized = <T extends object>(value: T): T => {
  oftenSent.add(Object.freeze(value));
  return value;
};

export const isSerializedCached = (value: object): boolean => oftenSent.has(value);
