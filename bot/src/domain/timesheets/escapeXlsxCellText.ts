// Escapes text for Office Open XML (ECMA-376 part 1, ST_Xstring). The format writes a character that XML cannot contain
// as _xHHHH_. If a text itself contains such a sequence, its first underscore must be escaped.

/** Maximum number of UTF-16 units in a cell. Spreadsheet programs refuse or repair a file with a longer cell. */
export const longestCellText = 32_767;

// Matches characters that an XML file cannot keep unchanged: control characters such as the carriage return, and
// noncharacters. The replacement character is escaped too, because readers take it for a damaged file.
const unwritable = '(?![\\t\\n])[\\p{Cc}\\p{Noncharacter_Code_Point}\\ufffd]';
const unwritables = new RegExp(unwritable, 'gu');
// Matches underscores that need an escape. Some readers accept X instead of x, and the last underscore of the sequence
// may belong to an escape that follows.
const lookalikes = new RegExp(`_(?=[xX][\\dA-Fa-f]{4}(?:_|${unwritable}))`, 'gu');

const escapeUnit = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const escapeCharacter = (character: string): string => character.split('').map(escapeUnit).join('');

// Matches texts that need no escape. An export has up to a hundred thousand rows and most of their texts match, so this
// fast check comes first.
const plain = /^[\t\n -^`-~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffc]*$/;

const cut = (text: string): string => text.slice(0, longestCellText).replace(/[\ud800-\udbff]$/, '');

/**
 * Returns a text as the content of a cell. A reader of the file gets the same text back, but lone surrogates become
 * U+FFFD and a text that is too long is cut.
 */
export const escapeSpreadsheetText = (text: string): string =>
  text.length <= longestCellText && plain.test(text)
    ? text
    : cut(text.toWellFormed()).replace(lookalikes, '_x005F_').replace(unwritables, escapeCharacter);
