// Builds CSV text that spreadsheets read correctly and in which they run no formulas. The web app and the server share
// it.

/**
 * Spaces and invisible characters at the beginning of a text. Some spreadsheets drop them before they check for a
 * formula.
 */
const invisible = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)+/u;
/** Characters with which a formula can begin, including full-width and small forms and the typographic minus. */
const formulaSign = /[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u;
const opensFormula = new RegExp(`^${formulaSign.source}`, 'u');
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

/** Adds an apostrophe to a text that a spreadsheet could treat as a formula. Numbers stay unchanged. */
export const withoutFormula = (text: string): string =>
  opensFormula.test(text.replace(invisible, '')) && !number.test(text) ? `'${text}` : text;

/** The places in a text after a semicolon, a tab or a line break, and after the spaces and quotation marks behind it. */
const innerStart = /(?<=[;\t\r\n](?:[\s\p{Cc}\p{Cf}"\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)*)/u;
/** A list item, such as "- done": a sign and a space, without the characters of a function, a program or another file. */
const listItem = /[+\-\uff0b\uff0d\ufe62\ufe63\u2212][ \t][^;\t\r\n(|!]*(?:[;\r\n]|$)/u;
/** A number or a telephone number, such as "+49 (30) 123-45". */
const numbers = /[+-][\d .,()/-]*(?:[;\r\n]|$)/u;
const innerFormula = new RegExp(
  `(?=${formulaSign.source})${innerStart.source}(?!${listItem.source}|${numbers.source})`,
  'gu',
);

/**
 * Adds an apostrophe to the text and to each part of it that a spreadsheet could treat as a formula. A spreadsheet whose
 * list separator is the semicolon or the tab reads a row of commas as one cell without quotes, so that a semicolon, a
 * tab or a line break in a text begins the next cell.
 */
export const safeCsvText = (text: string): string => withoutFormula(text).replace(innerFormula, "'");

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${safeCsvText(value).replaceAll('"', '""')}"`;

/**
 * Returns rows as CSV (RFC 4180). The byte order mark makes spreadsheets read the file as UTF-8. Every text is quoted,
 * so that a comma or a line break in it stays in its cell.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
