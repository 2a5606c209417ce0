import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from 'write-excel-file/node';
import { exportColumns, hasTotal, textsOf } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, ExportRow, TotalColumn } from './exportColumns.ts';
import { firstLink, noSheetLinks } from '../files/sheetLinks.ts';
import type { SheetLinks } from '../files/sheetLinks.ts';
import { maxCellLinks, maxCellUrlLength, workbookHyperlinks } from '../files/workbookHyperlinks.ts';
import type { CellLink } from '../files/workbookHyperlinks.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { PersonSection } from './timesheetExport.ts';
import type { TimeSums } from '../../domain/timesheets/sheetTotals.ts';
import { spreadsheetText } from '../../domain/timesheets/spreadsheetText.ts';

// Writes a timesheet as a workbook: the first sheet has all rows, the second one the sum of each person. Texts are stored with
// the text type, so that none of them becomes a formula.

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

const header = (text: string): Cell => ({ value: libraryText(text), type: String, fontWeight: 'bold' });
const text = (value: string): Cell => (value === '' ? null : { value: libraryText(value), type: String });
const number = (value: number, format: string, isBold = false): Cell => ({
  ...{ value, type: Number, format },
  ...(isBold ? { fontWeight: 'bold' as const } : {}),
});
/** Returns a date cell. Spreadsheets have no time zones, so the cell shows the written day. */
const day = (date: string): Cell => ({ value: new Date(`${date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' });

const numberFormats = ['0', '0.0', '0.00'] as const;
const formatOf = (decimals: number): string => numberFormats[decimals] ?? '0.00';

/**
 * A function that returns the cell of one column for a row. It is created once for each file, so that a row needs no
 * work besides its cells.
 */
type CellWriter = (row: ExportRow) => Cell;

const cellWriter = (column: ExportColumn, { choices }: ColumnTexts): CellWriter => {
  switch (column.type) {
    case 'DATE':
      return (row) => day(column.value(row));
    case 'NUMBER': {
      const format = formatOf(column.decimals);
      return (row) => number(column.value(row), format);
    }
    case 'CHOICE':
      return (row) => text(choices[column.value(row)] ?? '');
    case 'NAME':
    case 'CODE':
    case 'TEXT':
      return (row) => text(column.value(row));
  }
};

const totalCell = ({ total, decimals }: TotalColumn, minutes: number, isBold = false): Cell =>
  number(total({ minutes }), formatOf(decimals), isBold);

const totalRow = (label: string, others: readonly ExportColumn[], minutes: number): Cell[] => [
  header(label),
  ...others.map((column) => (hasTotal(column) ? totalCell(column, minutes, true) : null)),
];

const widthOfPeople = 30;
const widthOf = ({ formats }: ExportColumn): { width: number } => ({ width: formats.xlsx?.width ?? 10 });

/** Returns a valid name for a sheet. Sheet names have at most 31 characters, and some characters are not allowed. */
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

interface SheetContent {
  readonly columns: { width: number }[];
  readonly data: Cell[][];
}

const allRows = (
  sections: readonly PersonSection[],
  { minutes }: TimeSums,
  texts: SheetTexts,
  columns: readonly ExportColumn[],
): SheetContent => {
  const head = columns.map((column) => header(textsOf(texts.columns, column).head));
  const writers = columns.map((column) => cellWriter(column, textsOf(texts.columns, column)));
  const rows = sections.flatMap((section) => section.rows.map((row) => writers.map((write) => write(row))));
  return { columns: columns.map(widthOf), data: [head, ...rows, totalRow(texts.total, columns.slice(1), minutes)] };
};

const sumsByPerson = (
  sections: readonly PersonSection[],
  { minutes }: TimeSums,
  texts: SheetTexts,
  columns: readonly ExportColumn[],
): SheetContent => {
  const totals = columns.filter(hasTotal);
  const heads = [texts.user, ...totals.map((column) => textsOf(texts.columns, column).head)].map(header);
  const people = sections.map((section) => [
    text(section.user),
    ...totals.map((column) => totalCell(column, section.minutes)),
  ]);
  return {
    columns: [{ width: widthOfPeople }, ...totals.map(widthOf)],
    data: [heads, ...people, totalRow(texts.total, totals, minutes)],
  };
};

interface WorkbookChoices {
  readonly columns?: readonly ExportColumn[];
  readonly links?: SheetLinks;
}

/**
 * Returns the links of the rows below the heading. A cell can have one link, so only the first link of each text is
 * used. The texts beyond the maximum number of links stay plain.
 */
const linksOfRows = (
  sections: readonly PersonSection[],
  columns: readonly ExportColumn[],
  links: SheetLinks,
): readonly CellLink[] => {
  const found: CellLink[] = [];
  const texts = [...columns.entries()].filter(([, { type }]) => type === 'TEXT');
  let row = 0;
  for (const section of sections)
    for (const exported of section.rows) {
      row += 1;
      for (const [index, column] of texts) {
        if (found.length >= maxCellLinks) return found;
        const url = firstLink(links, String(column.value(exported)), maxCellUrlLength);
        if (url !== undefined) found.push({ row, column: index, url });
      }
    }
  return found;
};

export const sheetWorkbook = (
  sections: readonly PersonSection[],
  sums: TimeSums,
  texts: SheetTexts,
  { columns = exportColumns, links = noSheetLinks }: WorkbookChoices = {},
): Promise<Buffer> => {
  const written = columns.filter(({ formats }) => formats.xlsx !== undefined);
  const cellLinks = linksOfRows(sections, written, links);
  const look = { stickyRowsCount: 1, rightToLeft: texts.isRightToLeft };
  return writeXlsxFile(
    [
      { sheet: sheetName(texts.title), ...look, ...allRows(sections, sums, texts, written) },
      { sheet: sheetName(texts.byPerson), ...look, ...sumsByPerson(sections, sums, texts, written) },
    ],
    { features: [workbookHyperlinks(cellLinks)] },
  ).toBuffer();
};
