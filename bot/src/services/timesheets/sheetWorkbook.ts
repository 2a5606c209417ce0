import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { exportColumns, hasTotal, textsOf } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, ExportRow, TotalColumn } from './exportColumns.ts';
import { firstLink, noSheetLinks } from '../files/exportedTextLinks.ts';
import type { SheetLinks } from '../files/exportedTextLinks.ts';
import { maxCellLinks, maxCellUrlLength, writeWorkbook } from '../files/writeWorkbook.ts';
import type { CellLink, WorkbookSheet } from '../files/writeWorkbook.ts';
import { dayCell, headCell, numberCells, textCell } from '../files/workbookCells.ts';
import type { Cell, NumberFormat } from '../files/workbookCells.ts';
import type { SheetTexts } from './exportLabels.ts';
import type { PersonSection } from './groupExportByPerson.ts';
import type { TimeSums } from '../../domain/timesheets/collectTimeSums.ts';

// Writes a timesheet as a workbook: the first sheet has all rows, and the second sheet has the sum of each person.

const numberFormats = ['0', '0.0', '0.00'] as const;
const formatOf = (decimals: number): NumberFormat => numberFormats[decimals] ?? '0.00';

/**
 * Returns the cell of one column for a row. Such a function is created once for each column and file, so that a row
 * needs no work besides its cells.
 */
type CellWriter = (row: ExportRow) => Cell;

/** Number of different dates or names of a column whose cells are cached while a file is written. */
const repeated = { capacity: 1_000 };

const cellWriter = (column: ExportColumn, { choices }: ColumnTexts): CellWriter => {
  switch (column.type) {
    case 'DATE': {
      const day = boundedMemo(dayCell, repeated);
      return (row) => day(column.value(row));
    }
    case 'NUMBER': {
      const number = numberCells(formatOf(column.decimals));
      return (row) => number(column.value(row));
    }
    case 'CHOICE':
      return (row) => textCell(choices[column.value(row)] ?? '');
    case 'NAME': {
      const name = boundedMemo(textCell, repeated);
      return (row) => name(column.value(row));
    }
    case 'CODE':
    case 'TEXT':
      return (row) => textCell(column.value(row));
  }
};

const totalCell = ({ total, decimals }: TotalColumn, minutes: number, isBold = false): Cell =>
  numberCells(formatOf(decimals), isBold)(total({ minutes }));

const totalRow = (label: string, others: readonly ExportColumn[], minutes: number): readonly Cell[] => [
  headCell(label),
  ...others.map((column) => (hasTotal(column) ? totalCell(column, minutes, true) : null)),
];

const widthOfPeople = 30;
const widthOf = ({ formats }: ExportColumn): number => formats.xlsx?.width ?? 10;

type SheetContent = Pick<WorkbookSheet, 'widths' | 'rows'>;

const allRows = (
  sections: readonly PersonSection[],
  { minutes }: TimeSums,
  texts: SheetTexts,
  columns: readonly ExportColumn[],
): SheetContent => {
  const rows = function* (): Generator<readonly Cell[]> {
    yield columns.map((column) => headCell(textsOf(texts.columns, column).head));
    const writers = columns.map((column) => cellWriter(column, textsOf(texts.columns, column)));
    for (const section of sections) for (const row of section.rows) yield writers.map((write) => write(row));
    yield totalRow(texts.total, columns.slice(1), minutes);
  };
  return { widths: columns.map(widthOf), rows: rows() };
};

const sumsByPerson = (
  sections: readonly PersonSection[],
  { minutes }: TimeSums,
  texts: SheetTexts,
  columns: readonly ExportColumn[],
): SheetContent => {
  const totals = columns.filter(hasTotal);
  const heads = [texts.user, ...totals.map((column) => textsOf(texts.columns, column).head)].map(headCell);
  const people = sections.map((section) => [
    textCell(section.user),
    ...totals.map((column) => totalCell(column, section.minutes)),
  ]);
  return {
    widths: [widthOfPeople, ...totals.map(widthOf)],
    rows: [heads, ...people, totalRow(texts.total, totals, minutes)],
  };
};

interface WorkbookChoices {
  /** Creation time that is written into the file, in epoch ms. */
  readonly at: number;
  readonly columns?: readonly ExportColumn[];
  readonly links?: SheetLinks;
}

/**
 * Returns the links of the rows below the heading. A cell can have only one link, so only the first link of each text
 * is used. Once the maximum number of links is reached, further texts have none.
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
  { at, columns = exportColumns, links = noSheetLinks }: WorkbookChoices,
): Promise<Buffer> => {
  const written = columns.filter(({ formats }) => formats.xlsx !== undefined);
  const rows = allRows(sections, sums, texts, written);
  const people = sumsByPerson(sections, sums, texts, written);
  return writeWorkbook(
    [
      { name: texts.title, hasHeadings: true, ...rows, links: linksOfRows(sections, written, links) },
      { name: texts.byPerson, hasHeadings: true, ...people, links: [] },
    ],
    { isRightToLeft: texts.isRightToLeft, at },
  );
};
