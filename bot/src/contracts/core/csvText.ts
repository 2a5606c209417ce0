// Builds CSV text that spreadsheets read correctly and without running formulas. The web app and the server share it.

/** Blanks and invisible characters at the beginning of a text. Spreadsheets drop some of them before they check for a formula. */
const invisible = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)+/u;
/** First characters of a formula, also in their full-width and small forms, and the typographic minus. */
const opensFormula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u;
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * Returns a text that no spreadsheet treats as a formula: an apostrophe is added if the text could be one. Numbers stay numbers.
 */
export const withoutFormula = (text: string): string =>
  opensFormula.test(text.replace(invisible, '')) && !number.test(text) ? `'${text}` : text;

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${withoutFormula(value).replaceAll('"', '""')}"`;

/**
 * Returns rows as CSV (RFC 4180). The byte order mark shows spreadsheets that the file is UTF-8. Every text is quoted, so that it
 * is read correctly with any separator.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
