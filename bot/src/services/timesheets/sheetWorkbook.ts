import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from 'write-excel-file/node';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, PersonSection } from './timesheetExport.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { Sums } from '../../domain/timesheets/sheetTotals.ts';
import { spreadsheetText } from '../../domain/timesheets/spreadsheetText.ts';

// A timesheet as a workbook: the first sheet has all rows, the second one the sum of each person. Texts are stored as
// the text type, so that none is ever a formula.

/** The library removes this character from every text that it writes. */
const removedByLibrary = '\u0001';

/**
 * The library numbers texts by the keys of a plain object, so it would treat `constructor` as a text that already has
 * a number. A character that the library removes turns such a text into a key that no object inherits.
 */
const libraryText = (text: string): string => {
  const written = spreadsheetText(text);
  return written in Object.prototype ? `${written}${removedByLibrary}` : written;
};

const header = (text: string): Cell => ({ value: libraryText(text), type: String, fontWeight: 'bold' });
const text = (value: string): Cell => (value === '' ? null : { value: libraryText(value), type: String });
const number = (value: number, format: string, isBold = false): Cell => ({
  ...{ value, type: Number, format },
  ...(isBold ? { fontWeight: 'bold' as const } : {}),
});
/** Spreadsheets have no time zones: the cell shows the written day. */
const day = (date: string): Cell => ({ value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' });

const rowOf = ({ date, user, meeting, task, minutes }: ExportRow): Cell[] => [
  ...[day(date), text(user), text(meeting ?? ''), text(task)],
  ...[number(exportHours(minutes), '0.00'), number(minutes, '0')],
];

const totalOf = (label: string, minutes: number, blanks: number): Cell[] => [
  header(label),
  ...Array.from({ length: blanks }, () => null),
  ...[number(exportHours(minutes), '0.00', true), number(minutes, '0', true)],
];

const widths = { rows: [12, 24, 24, 60, 10, 10], people: [30, 10, 10] };
const columnsOf = (list: readonly number[]) => list.map((width) => ({ width }));

/** Sheet names are limited to 31 characters, and some characters are not allowed in them. */
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

export const sheetWorkbook = (
  sections: readonly PersonSection[],
  { minutes }: Sums,
  texts: SheetTexts,
): Promise<Buffer> => {
  const head = [texts.date, texts.user, texts.meeting, texts.task, texts.hours, texts.minutes].map(header);
  const rows = sections.flatMap((section) => section.rows.map(rowOf));
  const people = sections.map((personSection) => [
    ...[
      text(personSection.user),
      number(exportHours(personSection.minutes), '0.00'),
      number(personSection.minutes, '0'),
    ],
  ]);
  const look = { stickyRowsCount: 1, rightToLeft: texts.isRightToLeft };
  return writeXlsxFile([
    {
      ...{ sheet: sheetName(texts.title), columns: columnsOf(widths.rows), ...look },
      data: [head, ...rows, totalOf(texts.total, minutes, 3)],
    },
    {
      ...{ sheet: sheetName(texts.byPerson), columns: columnsOf(widths.people), ...look },
      data: [[texts.user, texts.hours, texts.minutes].map(header), ...people, totalOf(texts.total, minutes, 0)],
    },
  ]).toBuffer();
};
