import { longestCellText, escapeSpreadsheetText } from './escapeXlsxCellText.ts';

// Decodes _xHHHH_ as a spreadsheet program does, from left to right.
const readBack = (cell: string): string =>
  cell.replace(/_x([\dA-Fa-f]{4})_/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

it.each([
  ['plain text', 'Fixed sign-in, ~2 h'],
  ['tab and line feed', 'a\tb\nc'],
  ['a lone underscore', 'snake_case'],
  ['a smile', 'done 👍'],
  ['letters of many scripts', 'Ünïcödé 日本 \u00a0 \ufdf0'],
])('%s is written as it is', (_what, text) => {
  expect(escapeSpreadsheetText(text)).toBe(text);
});

it.each([
  ['a carriage return', 'a\rb', 'a_x000D_b'],
  ['a control character', '\u0001', '_x0001_'],
  ['delete', '\u007f', '_x007F_'],
  ['a noncharacter', '\ufdd0\uffff', '_xFDD0__xFFFF_'],
  ['a noncharacter of two units', '\u{1ffff}', '_xD83F__xDFFF_'],
  ['the replacement character', '\ufffd', '_xFFFD_'],
  ['what looks like an escape', '_x000D_', '_x005F_x000D_'],
  ['what looks like one with a capital X', '_X00ff_', '_x005F_X00ff_'],
  ['what ends in the escape of the next character', '_x000D\u0001', '_x005F_x000D_x0001_'],
])('%s is escaped, and reads back as it was', (_what, text, cell) => {
  expect(escapeSpreadsheetText(text)).toBe(cell);
  expect(readBack(cell)).toBe(text);
});

it('does not escape text that only resembles an escape', () => {
  for (const text of ['_x00D_', '_x000G_', '_x000D', 'x000D_']) expect(escapeSpreadsheetText(text)).toBe(text);
});

it('a lone surrogate becomes the replacement character', () => {
  expect(escapeSpreadsheetText('a\ud800b')).toBe('a_xFFFD_b');
});

it('cuts a text at the limit of a cell, never within a character', () => {
  const full = 'a'.repeat(longestCellText);
  expect(escapeSpreadsheetText(full)).toBe(full);
  expect(escapeSpreadsheetText(`${full}b`)).toBe(full);
  expect(escapeSpreadsheetText(`${'a'.repeat(longestCellText - 1)}👍`)).toBe('a'.repeat(longestCellText - 1));
  expect(escapeSpreadsheetText(`${'a'.repeat(longestCellText - 2)}👍b`)).toBe(`${'a'.repeat(longestCellText - 2)}👍`);
});
