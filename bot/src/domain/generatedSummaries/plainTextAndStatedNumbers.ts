import { arabicWordForms } from './arabicWordForms.ts';
import { spelledValue } from './spelledNumbers.ts';

// Finds the numbers that a text states: digits in any script, with the minus, percent or currency sign beside them, and
// spelled numbers.

const valueOf = (word: string): string | undefined =>
  arabicWordForms(word)
    .map(spelledValue)
    .find((value) => value !== undefined);

export const isNumberWord = (word: string): boolean => valueOf(word) !== undefined;

const kanjiDigits = '〇一二三四五六七八九十百千万億';
/**
 * Kanji numerals count as a number only before a counter word, because the same kanji are parts of many ordinary words.
 */
const kanjiNumber = new RegExp(
  `[${kanjiDigits}]+(?=\\s*(?:人|名|件|日|時|分|個|回|週|月|年|円|倍|割|パーセント|%|つ))`,
  'gu',
);

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/**
 * Returns the value of a decimal digit. In each script, the ten digits have consecutive code points, beginning with
 * zero.
 */
const digitValue = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(code - before - 1)) before += 1;
  // The digits of two scripts may have adjacent code points, so `before` can be larger than 9.
  return String(before % 10);
};

/**
 * Returns the text in one spelling: without invisible characters, and with plain forms of compatibility characters, of
 * digits of all scripts, of apostrophes, dashes and the Arabic percent sign.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u034F]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, digitValue)
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replaceAll('٪', '%');

/**
 * Matches a number with its minus, currency or percent sign or a `k`. A dash counts as a minus sign only at the
 * beginning of a word, because inside a word it joins words or numbers.
 */
const number = /(?:(?<![\p{L}\p{N}])-)?(?:[$€£¥₹]\s?)?\d+(?:[.,:/-]\d+)*(?:\s?[%€$£¥₹]|k(?![\p{L}\p{N}]))?/giu;

/** Returns a number in lower case, without spaces and with points instead of commas. */
const canonical = (text: string): string => text.replace(/\s/g, '').toLowerCase().replaceAll(',', '.');

/** Returns all numbers of a text, each in one spelling. */
export const numbersIn = (text: string): Set<string> => {
  const plain = plainText(text);
  const found = new Set<string>();
  for (const [match] of plain.matchAll(number)) found.add(canonical(match));
  for (const [word] of plain.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const value = valueOf(word);
    if (value !== undefined) found.add(value);
  }
  for (const [match] of plain.matchAll(kanjiNumber)) found.add(match);
  // Adds number characters that the normalisation does not replace by digits, such as ❶ and ↂ.
  for (const [match] of plain.matchAll(/[\p{Nl}\p{No}]+/gu)) found.add(match);
  return found;
};
