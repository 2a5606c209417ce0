import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from 'write-excel-file/node';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, PersonSection } from './timesheetExport.ts';
import type { SheetTexts } from './sheetTexts.ts';
import type { Sums } from '../domain/sheetTotals.ts';

// A timesheet as a workbook: all rows on the first sheet, what each person comes to on the second. Texts are written as texts, so
// that nothing in them is ever a formula.

const header = (text: string): Cell => ({ value: text, type: String, fontWeight: 'bold' });
const text = (value: string): Cell => (value === '' ? null : { value: value.toWellFormed(), type: String });
const number = (value: number, format: string, isBold = false): Cell => ({
  ...{ value, type: Number, format },
  ...(isBold ? { fontWeight: 'bold' as const } : {}),
});
/** Spreadsheets know no zones: the day is the one that stands there. */
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

/** Names of sheets are short, and some signs stand for other things in them. */
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

export const sheetWorkbook = (
  sections: readonly PersonSection[],
  { minutes }: Sums,
  texts: SheetTexts,
): Promise<Buffer> => {
  const head = [texts.date, texts.user, texts.meeting, texts.task, texts.hours, texts.minutes].map(header);
  const rows = sections.flatMap((section) => section.rows.map(rowOf));
  const people = sections.map((one) => [
    ...[text(one.user), number(exportHours(one.minutes), '0.00'), number(one.minutes, '0')],
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
