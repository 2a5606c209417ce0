// Builds CSV text that spreadsheets read correctly and in which they run no formulas. The web app and the server share
// it.

/**
 * Spaces and invisible characters at the beginning of a text. Some spreadsheets drop them before they check for a
 * formula.
 */
const invisible = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)+/u;
/** Characters with which a formula can begin, including full-width and small forms and the typographic minus. */
const opensFormula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u;
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

/** Adds an apostrophe to a text that a spreadsheet could treat as a formula. Numbers stay unchanged. */
export const withoutFormula = (text: string): string =>
  opensFormula.test(text.replace(invisible, '')) && !number.test(text) ? `'${text}` : text;

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${withoutFormula(value).replaceAll('"', '""')}"`;

/**
 * Returns rows as CSV (RFC 4180). The byte order mark makes spreadsheets read the file as UTF-8. Every text is quoted,
 * so that any list separator is read correctly.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
