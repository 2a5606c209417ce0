// Replaces names of one or several words in a text, in time that grows with the text and not with the number of names.

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Maximum number of words in a name; longer names are not replaced. */
const mostWords = 6;
/** Characters that may separate the words of a name. */
const gap = /^[ .,'’\u00A0-]{1,2}$/u;

/** Returns the words of a text, split in the same way as the words of names. */
export const namedWords = (text: string): readonly string[] => text.match(word) ?? [];

const keyOf = (text: string): string => namedWords(text).join(' ');

/**
 * Returns a table of replacements whose keys ignore the characters between the words of a name. If two names have the
 * same key, the replacement of the first name is used.
 */
export const nameReplacements = (
  pairs: Iterable<readonly [name: string, replacement: string]>,
): Map<string, string> => {
  const table = new Map<string, string>();
  for (const [name, replacement] of pairs) {
    const key = keyOf(name);
    if (key !== '' && !table.has(key)) table.set(key, replacement);
  }
  return table;
};

interface Found {
  readonly end: number;
  readonly replacement: string;
}

/** Returns the longest name of the table that begins with the first of `words`; undefined if no name does. */
const longestName = (
  text: string,
  words: readonly RegExpExecArray[],
  table: ReadonlyMap<string, string>,
): Found | undefined => {
  const parts: string[] = [];
  let end = 0;
  let found: Found | undefined;
  for (const match of words) {
    if (parts.length > 0 && !gap.test(text.slice(end, match.index))) break;
    parts.push(match[0]);
    end = match.index + match[0].length;
    const replacement = table.get(parts.join(' '));
    if (replacement !== undefined) found = { end, replacement };
  }
  return found;
};

/**
 * Replaces each name of the table that occurs in the text as whole words. If several names begin at the same word, the
 * longest one is replaced.
 */
export const replaceNames = (text: string, table: ReadonlyMap<string, string>): string => {
  const words = [...text.matchAll(word)];
  let result = '';
  let copied = 0;
  for (const [index, { index: start }] of words.entries()) {
    // This word is part of a name that has already been replaced.
    if (start < copied) continue;
    const found = longestName(text, words.slice(index, index + mostWords), table);
    if (found === undefined) continue;
    result += text.slice(copied, start) + found.replacement;
    copied = found.end;
  }
  return result + text.slice(copied);
};
