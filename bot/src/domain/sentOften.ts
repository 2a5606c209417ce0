const oftenSent = new WeakSet();

/** Frozen to its last part. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
};

/** Says that this very object is answered again and again, so that its JSON is worth keeping beside it. Nobody may change it any more. */
export const sentOften = <T extends object>(value: T): T => {
  oftenSent.add(deepFreeze(value));
  return value;
};

export const isSentOften = (value: object): boolean => oftenSent.has(value);
