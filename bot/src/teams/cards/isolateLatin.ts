// Isolates left-to-right texts in a right-to-left card. Otherwise the question mark of an English question would appear
// in front of the question.

/** Matches a Latin text that begins or ends with a character without a direction of its own. */
const latinAtItsEdge = /^(?:[^\p{L}]*\p{Script=Latin}.*[^\p{L}\p{N}]|[^\p{L}\p{N}]+\p{Script=Latin}.*)$/su;

const shown: ReadonlySet<string> = new Set(['text', 'label', 'title']);

const isolated = (value: unknown, name?: string): unknown => {
  if (typeof value === 'string')
    return name !== undefined && shown.has(name) && latinAtItsEdge.test(value) ? `\u2068${value}\u2069` : value;
  if (Array.isArray(value)) return value.map((item) => isolated(item));
  if (typeof value !== 'object' || value === null) return value;
  // The data of a button is never displayed and must arrive unchanged.
  return Object.fromEntries(
    Object.entries(value).map(([key, entryValue]) => [key, key === 'data' ? entryValue : isolated(entryValue, key)]),
  );
};

/** Returns the card with each Latin text isolated, so that the direction of a text follows its own letters. */
export const isolateLatin = <T extends object>(card: T): T => isolated(card) as T;
