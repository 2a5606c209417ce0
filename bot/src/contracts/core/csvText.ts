// Text for spreadsheets, from the web and from the server.

/** Blanks and invisible characters: spreadsheets drop some of them before they check for a formula. */
const invisible = /^(?:[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)+/u;
/** First characters of a formula, also in their wide and small forms, and with the typographic minus. */
const opensFormula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u;
const number = /^[+-]?\d+(?:[.,]\d+)?$/;

/** Text that no spreadsheet takes for a formula: with an apostrophe before it where it could be one. Numbers stay numbers. */
export const withoutFormula = (text: string): string =>
  opensFormula.test(text.replace(invisible, '')) && !number.test(text) ? `'${text}` : text;

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${withoutFormula(value).replaceAll('"', '""')}"`;

/** RFC 4180 with a byte order mark, by which spreadsheets know it is UTF-8. Every text is quoted, whatever the reader's separator. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
