// Finds the numbers that a text states: digits in any script, with the percent or currency sign beside them, and spelled numbers.

/** Spelled numbers by value, in the languages of the product. "One" is left out, because most languages use it as an article. */
const spelled: Readonly<Record<string, string>> = {
  2: 'two twice both double zwei beide doppelt deux dos ambos اثنان اثنين اثنتان اثنتين',
  3: 'three drei trois tres ثلاثة ثلاث',
  4: 'four vier quatre cuatro أربعة أربع',
  5: 'five fünf cinq cinco خمسة خمس',
  6: 'six sechs seis ستة ست',
  7: 'seven sieben sept siete سبعة سبع',
  8: 'eight acht huit ocho ثمانية ثماني',
  9: 'nine neun neuf nueve تسعة تسع',
  10: 'ten zehn dix diez عشرة عشر',
  11: 'eleven elf onze once',
  12: 'twelve dozen zwölf dutzend douze douzaine doce docena',
  13: 'thirteen dreizehn treize trece',
  14: 'fourteen vierzehn quatorze catorce',
  15: 'fifteen fünfzehn quinze quince',
  16: 'sixteen sechzehn seize dieciséis',
  17: 'seventeen siebzehn diecisiete',
  18: 'eighteen achtzehn dieciocho',
  19: 'nineteen neunzehn diecinueve',
  20: 'twenty zwanzig vingt veinte عشرون عشرين',
  30: 'thirty dreißig trente treinta ثلاثون ثلاثين',
  40: 'forty vierzig quarante cuarenta أربعون أربعين',
  50: 'fifty fünfzig cinquante cincuenta خمسون خمسين',
  60: 'sixty sechzig soixante sesenta ستون ستين',
  70: 'seventy siebzig setenta سبعون سبعين',
  80: 'eighty achtzig ochenta ثمانون ثمانين',
  90: 'ninety neunzig noventa تسعون تسعين',
  100: 'hundred hundert cent cien ciento مئة مائة',
  1000: 'thousand tausend mille mil ألف',
  1000000: 'million millions millionen millón millones مليون',
};

const valueOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(spelled).flatMap(([value, words]) => words.split(' ').map((word): [string, string] => [word, value])),
);

export const isNumberWord = (word: string): boolean => valueOfWord.has(word);

const kanjiDigits = '〇一二三四五六七八九十百千万億';
/** Kanji numerals count as a number only before a counter, because they are parts of many ordinary words. */
const kanjiNumber = new RegExp(
  `[${kanjiDigits}]+(?=\\s*(?:人|名|件|日|時|分|個|回|週|月|年|円|倍|割|パーセント|%|つ))`,
  'gu',
);

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Returns the value of a decimal digit. The ten digits of each script follow each other from its zero on. */
const digitValue = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(code - before - 1)) before += 1;
  // The digits of two scripts may touch each other.
  return String(before % 10);
};

/** Returns the text in one spelling: compatibility characters, digits of all scripts, quotation marks and dashes. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u034F]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, digitValue)
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replaceAll('٪', '%');

const number = /(?:[$€£¥₹]\s?)?\d+(?:[.,:/-]\d+)*(?:\s?[%€$£¥₹])?/gu;

/** Returns a number without spaces, with a point as the decimal sign. */
const canonical = (text: string): string => text.replace(/\s/g, '').replaceAll(',', '.');

/** Returns all numbers of a text, each in one spelling. */
export const numbersIn = (text: string): Set<string> => {
  const plain = plainText(text);
  const found = new Set<string>();
  for (const [match] of plain.matchAll(number)) found.add(canonical(match));
  for (const [word] of plain.toLowerCase().matchAll(/\p{L}+/gu)) {
    const value = valueOfWord.get(word);
    if (value !== undefined) found.add(value);
  }
  for (const [match] of plain.matchAll(kanjiNumber)) found.add(match);
  // Roman numerals, fractions and circled numbers that the normalisation keeps.
  for (const [match] of plain.matchAll(/[\p{Nl}\p{No}]+/gu)) found.add(match);
  return found;
};
