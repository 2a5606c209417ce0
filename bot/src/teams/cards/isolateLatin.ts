// Isolates left-to-right texts in a right-to-left card. Otherwise the question mark of an English question would appear
// in front of the question.

/** Matches a Latin text that begins or ends with a character without a direction of its own. */
const latinAtItsEdge = /^(?:[^\p{L}]*\p{Script=Latin}.*[^\p{L}\p{N}]|[^\p{L}\p{N}]+\p{Script=Latin}.*)$/su;

const shown: ReadonlySet<string> = new Set(['text', 'label', 'title']);

/**
 * Isolates a text. A colon at its end stays outside, so that the colon appears between the name and the text that
 * follows.
 */
const isolatedText = (text: string): string => {
  const colon = text.endsWith(': ') ? ': ' : '';
  return `\u2068${text.slice(0, text.length - colon.length)}\u2069${colon}`;
};

const isolated = (value: unknown, name?: string): unknown => {
  if (typeof value === 'string')
    return name !== undefined && shown.has(name) && latinAtItsEdge.test(value) ? isolatedText(value) : value;
  if (Array.isArray(value)) return value.map((item) => isolated(item));
  if (typeof value !== 'object' || value === null) return value;
  // The data of a button is never displayed and must arrive unchanged.
  return Object.fromEntries(
    Object.entries(value).map(([key, entryValue]) => [key, key === 'data' ? entryValue : isolated(entryValue, key)]),
  );
};

/**
 * Returns the card with the Latin texts that `latinAtItsEdge` matches isolated, so that the punctuation at their edges
 * follows the direction of their letters.
 */
export const isolateLatin = <T extends object>(card: T): T => isolated(card) as T;
