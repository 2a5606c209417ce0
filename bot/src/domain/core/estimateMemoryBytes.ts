/**
 * Estimates how many bytes of memory a value of plain objects, lists and primitives uses. The estimate is slightly too
 * high.
 */
export const estimateMemoryBytes = (value: unknown): number => {
  if (typeof value === 'string') return 24 + 1.5 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let weight = 40;
  if (Array.isArray(value)) for (const part of value as readonly unknown[]) weight += 8 + estimateMemoryBytes(part);
  else for (const name in value) weight += 8 + estimateMemoryBytes((value as Readonly<Record<string, unknown>>)[name]);
  return weight;
};
