import { limits } from '../../core/limits.ts';

// Reads numbers as people type them. The canonical form has a decimal point, no grouping and no superfluous zeros: "-1234.5".

/** Replaces digits and signs that input methods of Arabic, Persian and Japanese produce by ASCII characters. */
const asciiDigits = (value: string): string =>
  value
    .normalize('NFKC')
    // Removes direction marks, which some locales put before a minus sign.
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll('\u066b', ',')
    .replaceAll(/[\u066c'\u2019\s]/gu, ' ')
    .replace(/^[\u2212\u2013]/, '-');

/** True if all groups have three digits, except the first group, which has one to three. */
const isGrouped = (whole: string, separator: string): boolean => {
  const [first = '', ...rest] = whole.split(separator);
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
};

/** Returns the whole part and the fraction; undefined if the text is no number. */
const partsOf = (digits: string): readonly [string, string] | undefined => {
  const marks: readonly string[] = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  // A sign that occurs twice separates groups. A sign that occurs once is the decimal sign, as in an input field for numbers.
  const decimal = last === undefined || marks.filter((mark) => mark === last).length > 1 ? undefined : last;
  const index = decimal === undefined ? digits.length : digits.lastIndexOf(decimal);
  const whole = digits.slice(0, index);
  const fraction = digits.slice(index + 1);
  const separators = [...new Set(whole.match(/\D/g) ?? [])];
  const [separator] = separators;
  if (separators.length > 1 || !/^\d*$/.test(fraction)) return undefined;
  if (decimal !== undefined && fraction === '' && whole === '') return undefined;
  if (separator === undefined) return /^\d*$/.test(whole) ? [whole, fraction] : undefined;
  return isGrouped(whole, separator) ? [whole.replaceAll(separator, ''), fraction] : undefined;
};

/** Maximum length of a typed number. No number that can be stored is longer, even with all its separators. */
const longest = 60;

/** TOO_LONG: the number has more digits than can be stored. */
type NumberFault = 'NOT_A_NUMBER' | 'TOO_LONG';

/** Reads a number with a decimal comma or point and with groups of thousands. */
export const canonicalNumber = (typed: string): { readonly number: string } | { readonly fault: NumberFault } => {
  const sent = typed.length > longest ? '' : asciiDigits(typed).trim();
  const [, sign, digits = ''] = /^([+-]?)([\d., ]+)$/.exec(sent) ?? [];
  const parts = /\d/.test(digits) ? partsOf(digits) : undefined;
  if (parts === undefined) return { fault: 'NOT_A_NUMBER' };
  const whole = parts[0].replace(/^0+(?=\d)/, '') || '0';
  const fraction = parts[1].replace(/0+$/, '');
  if (whole.length > limits.numberDigits || fraction.length > limits.numberDecimals) return { fault: 'TOO_LONG' };
  const amount = fraction === '' ? whole : `${whole}.${fraction}`;
  return { number: sign === '-' && amount !== '0' ? `-${amount}` : amount };
};

/** True if the text is the stored form of a number. */
export const isCanonicalNumber = (value: string): boolean => {
  const read = canonicalNumber(value);
  return 'number' in read && read.number === value;
};
