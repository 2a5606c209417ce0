// The string type of Office Open XML (ECMA-376 part 1, ST_Xstring): a character that XML cannot hold is written as _xHHHH_, so a
// text that already looks like such an escape needs its first underscore escaped.

/** The most UTF-16 units that a cell holds. A spreadsheet program repairs or refuses a file with longer cells. */
export const longestCellText = 32_767;

// Characters that XML refuses, normalises (a carriage return) or reserves, and those that the workbook library would remove.
const unwritable = '(?![\\t\\n])[\\p{Cc}\\p{Noncharacter_Code_Point}\\ufffd]';
const unwritables = new RegExp(unwritable, 'gu');
// Some readers take X for x. The escape may also end in the underscore with which the escape of the next character begins.
const lookalikes = new RegExp(`_(?=[xX][\\dA-Fa-f]{4}(?:_|${unwritable}))`, 'gu');

const escapeUnit = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const escapeCharacter = (character: string): string => character.split('').map(escapeUnit).join('');

// Most texts need nothing, which one pass over a hundred thousand rows of them has to find out. No underscore, no surrogate.
const plain = /^[\t\n -^`-~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffc]*$/;

const cut = (text: string): string => text.slice(0, longestCellText).replace(/[\ud800-\udbff]$/, '');

/** A text as the content of a cell, from which a reader of the format gets the same text back; lone surrogates become U+FFFD. */
export const spreadsheetText = (text: string): string =>
  text.length <= longestCellText && plain.test(text)
    ? text
    : cut(text.toWellFormed()).replace(lookalikes, '_x005F_').replace(unwritables, escapeCharacter);
