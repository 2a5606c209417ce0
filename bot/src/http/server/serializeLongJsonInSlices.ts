// Serialises long replies part by part, so that one long reply does not block the event loop.

/** Number of elements in the lists near the root above which a reply counts as long. */
const maxElements = 200;
/** Lists and objects are split down to this depth; deeper values are short. */
const deepest = 6;
/** Objects that are less deep than this are always split, because the envelope and its data contain the long lists. */
const alwaysApart = 3;

type Fields = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const elementsIn = (value: unknown, depth: number): number => {
  if (isList(value)) {
    let count = value.length;
    if (depth > 0 && count <= maxElements) for (const element of value) count += elementsIn(element, depth - 1);
    return count;
  }
  if (depth === 0 || !isPlain(value)) return 0;
  let count = 0;
  for (const name in value) count += elementsIn(value[name], depth - 1);
  return count;
};

/**
 * True if the lists near the root have so many elements that serialising the value at once would block the event loop.
 */
export const isLongJson = (value: unknown): boolean => elementsIn(value, 4) > maxElements;

/** Minimum number of characters of a part. Few large parts are joined faster than many small parts. */
const partCharacters = 32_768;

/** Yields the JSON text of a value in small pieces. Together they are the same text as `JSON.stringify` returns. */
const piecesOf = function* (value: unknown, depth: number): Generator<string> {
  if (depth < deepest && isList(value)) {
    yield '[';
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ',';
      yield* piecesOf(element ?? null, depth + 1);
    }
    yield ']';
  } else if (depth < deepest && isPlain(value) && (depth < alwaysApart || elementsIn(value, 1) > 0)) {
    let isFirst = true;
    yield '{';
    for (const [name, element] of Object.entries(value)) {
      // `JSON.stringify` also leaves out members with these values.
      if (element === undefined || typeof element === 'function' || typeof element === 'symbol') continue;
      yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
      isFirst = false;
      yield* piecesOf(element, depth + 1);
    }
    yield '}';
  } else yield JSON.stringify(value);
};

/**
 * Appends the JSON text of a value to `parts` and yields after each part, so that the caller can let other work run.
 */
export const partsOf = function* (value: unknown, parts: Buffer[]): Generator<void, void> {
  let text = '';
  for (const piece of piecesOf(value, 0)) {
    text += piece;
    if (text.length < partCharacters) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
  }
  parts.push(Buffer.from(text));
};
