import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

// Splits texts into words, and compares them with a query. The index and the check of a stored answer share these
// rules.

/** Scripts without spaces between words. Each character of these scripts is a separate word. */
const singly = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const inWord = '[\\p{L}\\p{N}\\p{M}_\\u00ad\\u200b-\\u200d\\u2060\\ufeff]';
const wordPattern = new RegExp(
  `(?=[\\p{L}\\p{N}])[${singly}]\\p{M}*|(?:(?![${singly}])[\\p{L}\\p{N}_])(?:(?![${singly}])${inWord})*`,
  'gu',
);
const isSingle = new RegExp(`^[${singly}]`, 'u');
const isPlain = /^\w*$/;
const noWordCharacter = /[^\p{L}\p{N}\p{M}_]/gu;

const foldRareWord = boundedMemo((word: string): string => searchedName(word).replace(noWordCharacter, ''), {
  capacity: 20_000,
  longestKey: 64,
});

/** Returns the form by which words are compared: without case, accents and invisible characters. */
const foldWord = (word: string): string => (isPlain.test(word) ? word.toLowerCase() : foldRareWord(word));

export interface TextWord {
  readonly word: string;
  /** Start and end in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** Returns the words of a text with their positions, in the form by which words are compared. */
export const wordsOf = (text: string): TextWord[] => {
  const words: TextWord[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = foldWord(match[0]);
    if (word !== '') words.push({ word, from: match.index, to: match.index + match[0].length });
  }
  return words;
};

/** A word or a phrase of a query. The words of a phrase must follow each other in one text. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** True if the last word of the term may be only the beginning of a word. */
  readonly isPrefix: boolean;
}

const termOf = (words: readonly TextWord[], isPrefix: boolean): SearchTerm => ({
  words: words.map(({ word }) => word),
  isPrefix,
});

/**
 * Returns the terms of a text without quotation marks: its words, and phrases of adjacent characters of a script
 * without spaces.
 */
const unquotedTerms = (text: string): SearchTerm[] => {
  const groups: TextWord[][] = [];
  for (const word of wordsOf(text)) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const isJoined = before?.to === word.from && isSingle.test(word.word) && isSingle.test(before.word);
    if (last !== undefined && isJoined) last.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => termOf(group, false));
};

const quotes = /["\u201c\u201d\u201e\u00ab\u00bb]/u;

/**
 * Returns the terms of a query. A part in quotation marks is a phrase. The last word matches as a beginning, unless a
 * quotation mark follows it. Empty if the query contains no word.
 */
export const searchTerms = (query: string): readonly SearchTerm[] => {
  const parts = query.split(quotes);
  const isClosed = parts.length % 2 === 1;
  const terms = parts.flatMap((part, index) => {
    if (index % 2 === 0) return unquotedTerms(part);
    const words = wordsOf(part);
    return words.length === 0 ? [] : [termOf(words, false)];
  });
  const endsInQuote = isClosed && wordsOf(parts.at(-1) ?? '').length === 0;
  const last = terms.at(-1);
  return last === undefined || endsInQuote ? terms : [...terms.slice(0, -1), { ...last, isPrefix: true }];
};

const matchesAt = (words: readonly TextWord[], at: number, { words: wanted, isPrefix }: SearchTerm): boolean =>
  wanted.every((word, index) => {
    const found = words[at + index]?.word;
    return isPrefix && index === wanted.length - 1 ? found?.startsWith(word) === true : found === word;
  });

/** Start and end of a found word or phrase in its text. */
export type FoundRange = readonly [from: number, to: number];

const rangesOf = (words: readonly TextWord[], term: SearchTerm): FoundRange[] =>
  words.flatMap((word, index) =>
    matchesAt(words, index, term) ? [[word.from, words[index + term.words.length - 1]?.to ?? word.to] as const] : [],
  );

/** Joins ranges that overlap or touch, and returns all ranges in the order of the text. */
const joinRanges = (ranges: readonly FoundRange[]): FoundRange[] => {
  const joined: FoundRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
};

const isAscii = /^[\0-\x7f]*$/;

/**
 * False if the texts certainly do not contain all words. The check is much faster than splitting the texts into words.
 */
const mayContain = (texts: readonly string[], terms: readonly SearchTerm[]): boolean => {
  const text = texts.join(' ');
  if (!isAscii.test(text)) return true;
  const lower = text.toLowerCase();
  return terms.every(({ words }) => words.every((word) => lower.includes(word)));
};

/** Returns the found ranges of each text if each term occurs in at least one of the texts; otherwise undefined. */
export const findTerms = (texts: readonly string[], terms: readonly SearchTerm[]): FoundRange[][] | undefined => {
  if (!mayContain(texts, terms)) return undefined;
  const words = texts.map(wordsOf);
  const missing = new Set(terms);
  const found = words.map((list) => {
    const ranges = terms.flatMap((term) => {
      const matches = rangesOf(list, term);
      if (matches.length > 0) missing.delete(term);
      return matches;
    });
    return joinRanges(ranges);
  });
  return missing.size === 0 ? found : undefined;
};
