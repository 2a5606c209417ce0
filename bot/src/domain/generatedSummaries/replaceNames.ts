// Replaces names of one or several words in a text, in time that grows with the text and not with the number of names.

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Longest name that is found, in words. */
const mostWords = 6;
/** What can stand between the words of one name. */
const gap = /^[ .,'’\u00A0-]{1,2}$/u;

/** Returns the words of a text, of which names consist. */
export const namedWords = (text: string): readonly string[] => text.match(word) ?? [];

const keyOf = (text: string): string => namedWords(text).join(' ');

/** Returns a table whose keys ignore the signs between the words of a name. An earlier entry of the same key wins. */
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
  readonly count: number;
  readonly replacement: string;
}

const longestAt = (
  text: string,
  words: readonly RegExpMatchArray[],
  first: number,
  table: ReadonlyMap<string, string>,
): Found | undefined => {
  let key = '';
  let end = 0;
  let found: Found | undefined;
  for (let count = 1; count <= mostWords; count += 1) {
    const match = words[first + count - 1];
    if (match === undefined) break;
    if (count > 1 && !gap.test(text.slice(end, match.index))) break;
    key = count === 1 ? match[0] : `${key} ${match[0]}`;
    end = (match.index ?? 0) + match[0].length;
    const replacement = table.get(key);
    if (replacement !== undefined) found = { end, count, replacement };
  }
  return found;
};

/** Replaces each name of the table that stands in the text as whole words, longer names first. */
export const replaceNames = (text: string, table: ReadonlyMap<string, string>): string => {
  if (table.size === 0) return text;
  const words = [...text.matchAll(word)];
  let result = '';
  let copied = 0;
  for (let index = 0; index < words.length;) {
    const found = longestAt(text, words, index, table);
    if (found !== undefined) {
      result += text.slice(copied, words[index]?.index) + found.replacement;
      copied = found.end;
    }
    index += found?.count ?? 1;
  }
  return result + text.slice(copied);
};
