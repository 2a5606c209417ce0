// Left-to-right text in a right-to-left card: the question mark of an English question would appear before it.

/** Begins or ends with what has no direction of its own, and is otherwise read from the left. */
const latinAtItsEdge = /^(?:[^\p{L}]*\p{Script=Latin}.*[^\p{L}\p{N}]|[^\p{L}\p{N}]+\p{Script=Latin}.*)$/su;

const shown: ReadonlySet<string> = new Set(['text', 'label', 'title']);

const isolated = (value: unknown, name?: string): unknown => {
  if (typeof value === 'string')
    return name !== undefined && shown.has(name) && latinAtItsEdge.test(value) ? `\u2068${value}\u2069` : value;
  if (Array.isArray(value)) return value.map((item) => isolated(item));
  if (typeof value !== 'object' || value === null) return value;
  // The data of a button is not shown.
  return Object.fromEntries(
    Object.entries(value).map(([key, entryValue]) => [key, key === 'data' ? entryValue : isolated(entryValue, key)]),
  );
};

/** The card with each of these texts isolated, so that its own letters decide its direction. */
export const isolateLatin = <T extends object>(card: T): T => isolated(card) as T;
