// A card from the right in which people write from the left: the question mark of an English question would stand before it.

/** Begins or ends with what has no direction of its own, and is otherwise read from the left. */
const latinAtItsEdge = /^(?:[^\p{L}]*\p{Script=Latin}.*[^\p{L}\p{N}]|[^\p{L}\p{N}]+\p{Script=Latin}.*)$/su;

const shown: ReadonlySet<string> = new Set(['text', 'label', 'title']);

const isolated = (value: unknown, name?: string): unknown => {
  if (typeof value === 'string')
    return name !== undefined && shown.has(name) && latinAtItsEdge.test(value) ? `\u2068${value}\u2069` : value;
  if (Array.isArray(value)) return value.map((one) => isolated(one));
  if (typeof value !== 'object' || value === null) return value;
  // What a button sends is not shown.
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'data' ? one : isolated(one, key)]),
  );
};

/** The card with such texts standing by themselves, each laid out by its own letters. */
export const isolateLatin = <T extends object>(card: T): T => isolated(card) as T;
