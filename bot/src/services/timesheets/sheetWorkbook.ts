import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from 'write-excel-file/node';
import { exportColumns, hasTotal, textsOf } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, ExportRow, TotalColumn } from './exportColumns.ts';
import { firstLink, noSheetLinks } from '../files/sheetLinks.ts';
import {
  dayCell as day,
  headCell as header,
  numberCell as number,
  sheetName,
  textCell as text,
} from '../files/workbookCells.ts';
import type { SheetLinks } from '../files/sheetLinks.ts';
import { maxCellLinks, maxCellUrlLength, workbookHyperlinks } from '../files/workbookHyperlinks.ts';
import type { CellLink } from '../files/workbookHyperlinks.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { PersonSection } from './timesheetExport.ts';
import type { TimeSums } from '../../domain/timesheets/sheetTotals.ts';

// Writes a timesheet as a workbook: the first sheet has all rows, the second one the sum of each person.

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
