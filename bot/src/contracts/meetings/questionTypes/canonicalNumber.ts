import { limits } from '../../core/limitsAndProductConstants.ts';

// Reads numbers as people type them. The canonical form has a decimal point, no thousands separators and no superfluous
// zeros: "-1234.5".

/** Replaces the digits and signs that Arabic, Persian and Japanese input methods produce with ASCII characters. */
const asciiDigits = (value: string): string =>
  value
    .normalize('NFKC')
    // Removes direction marks, because some locales put one before a minus sign.
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll('\u066b', ',')
    .replaceAll(/[\u066c'\u2019\s]/gu, ' ')
    .replace(/^[\u2212\u2013]/, '-');

/** True if every group has three digits, except the first group, which has one to three. */
const isGrouped = (whole: string, separator: string): boolean => {
  const [first = '', ...rest] = whole.split(separator);
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
};

/** Returns the integer part and the fraction; undefined if the text is no number. */
const partsOf = (digits: string): readonly [string, string] | undefined => {
  const marks: readonly string[] = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  // If the last separator occurs once, it is the decimal separator, also in "1,234". If it occurs more than once, it
  // separates thousands.
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

/** Maximum length of a typed number. Numbers that can be stored are shorter, even with all their separators. */
const longest = 60;

/** Reasons why a typed text is refused. TOO_LONG: the number has more digits than a stored number may have. */
type NumberFault = 'NOT_A_NUMBER' | 'TOO_LONG';

/** Reads a number with a decimal comma or decimal point and with or without thousands separators. */
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

/** True if the text already has the canonical form, in which numbers are stored. */
export const isCanonicalNumber = (value: string): boolean => {
  const read = canonicalNumber(value);
  return 'number' in read && read.number === value;
};
