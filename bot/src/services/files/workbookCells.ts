import type { Cell } from 'write-excel-file/node';
import { spreadsheetText } from '../../domain/timesheets/spreadsheetText.ts';

// Cells of a workbook. Texts are stored with the text type, so that none of them becomes a formula.

/** The library removes this character from every text that it writes, so adding it does not change the file. */
const removedByLibrary = '\u0001';

/**
 * Returns a text that is safe for the library. The library numbers texts by the keys of a plain object, so it would
 * treat `constructor` as a text that already has a number. To prevent this, a character is added that the library
 * removes.
 */
const libraryText = (text: string): string => {
  const written = spreadsheetText(text);
  return written in Object.prototype ? `${written}${removedByLibrary}` : written;
};

export const headCell = (text: string): Cell => ({ value: libraryText(text), type: String, fontWeight: 'bold' });
export const textCell = (value: string): Cell => (value === '' ? null : { value: libraryText(value), type: String });
export const numberCell = (value: number, format: string, isBold = false): Cell => ({
  ...{ value, type: Number, format },
  ...(isBold ? { fontWeight: 'bold' as const } : {}),
});

/** Returns a date cell. Spreadsheets have no time zones, so the cell shows the written day. */
export const dayCell = (date: string): Cell => ({
  value: new Date(`${date}T00:00:00Z`),
  type: Date,
  format: 'yyyy-mm-dd',
});

/** Returns a valid name for a sheet. Sheet names have at most 31 characters, and some characters are not allowed. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
