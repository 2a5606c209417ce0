/** Freezes a value of plain objects, lists and primitives to its last part: what many hold at once, nobody may change. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
};
