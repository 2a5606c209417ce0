import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from 'write-excel-file/node';
import type { RollupFigures, RollupGrouping } from '#contracts/reports/rollup.ts';
import { firstLink } from '../files/sheetLinks.ts';
import { dayCell, headCell, numberCell, sheetName, textCell } from '../files/workbookCells.ts';
import { maxCellLinks, maxCellUrlLength, workbookHyperlinks } from '../files/workbookHyperlinks.ts';
import type { CellLink } from '../files/workbookHyperlinks.ts';
import { answerColumns, figureColumns, headOf, rowsOf } from './fileColumns.ts';
import type { AnswerColumn, AnswerRow, FigureColumn } from './fileColumns.ts';
import { linksFor } from './rollupFileModel.ts';
import type { FileEntry, FileGroup, FileHead, FileItem, FileLinks, RollupFileTexts } from './rollupFileModel.ts';

// Writes a roll-up as a workbook: a sheet with the sums, a sheet for each grouping, and a sheet with all answers.

const minutesOfDay = 1440;
const figureWidth = 12;
const nameWidth = 30;

/** Returns a cell with a local time. Spreadsheets have no time zones, so the cell shows the written time. */
const timeCell = (value: string): Cell => ({
  value: new Date(`${value}:00Z`),
  type: Date,
  format: 'yyyy-mm-dd hh:mm',
});

const figureCell = ({ type, value }: FigureColumn, figures: RollupFigures): Cell => {
  const number = value(figures);
  if (number === null) return null;
  if (type === 'COUNT') return numberCell(number, '0');
  // A spreadsheet stores a duration as a part of a day.
  return type === 'DURATION' ? numberCell(number / minutesOfDay, '[h]:mm') : numberCell(number, '0.00');
};

const answerCell = (column: AnswerColumn, row: AnswerRow): Cell => {
  const value = column.value(row);
  if (value === null) return null;
  if (typeof value === 'number') return numberCell(value, Number.isInteger(value) ? '0' : '0.######');
  if (column.type === 'DATE' || column.type === 'VALUE') return dayCell(value);
  return column.type === 'TIME' ? timeCell(value) : textCell(value);
};

interface Sheet {
  readonly columns: { readonly width: number }[];
  readonly data: Cell[][];
}

const summarySheet = ({ title, filters, runs, figures }: FileHead, { heads }: RollupFileTexts): Sheet => ({
  columns: [{ width: 40 }, { width: 60 }],
  data: [
    [headCell(title)],
    ...filters.slice(0, -1).map(({ label, value }) => [textCell(label), textCell(value)]),
    ...runs.map(([label, count]) => [textCell(label), numberCell(count, '0')]),
    ...figureColumns.map((column) => [textCell(headOf(heads, column)), figureCell(column, figures)]),
  ],
});

/** Returns the cells before the figures in the sheet of a grouping. */
const firstCells: Readonly<Record<RollupGrouping, (group: FileGroup) => Cell[]>> = {
  PERSON: ({ title, notes }) => [textCell(title), textCell(notes.join(' · '))],
  DAY: ({ date }) => [date === null ? null : dayCell(date)],
  QUESTION: ({ title, question }) =>
    question === null
      ? []
      : [
          ...[textCell(question.meeting), textCell(title), numberCell(question.answers, '0')],
          question.average === null ? null : numberCell(question.average, '0.00'),
          textCell(question.counts),
        ],
};

const firstHeads = (by: RollupGrouping, texts: RollupFileTexts): readonly (readonly [string, number])[] => {
  const { heads, person, question, answers, average, distribution } = texts;
  switch (by) {
    case 'PERSON':
      return [
        [person, nameWidth],
        ['', 20],
      ];
    case 'DAY':
      return [[heads['date'] ?? '', figureWidth]];
    case 'QUESTION':
      return [
        ...([
          [heads['meeting'] ?? '', nameWidth],
          [question, 40],
          [answers, figureWidth],
        ] as const),
        ...([
          [average, figureWidth],
          [distribution, 40],
        ] as const),
      ];
  }
};

const groupSheet = (by: RollupGrouping, groups: readonly FileGroup[], texts: RollupFileTexts): Sheet => {
  const first = firstHeads(by, texts);
  const heads = [...first.map(([label]) => label), ...figureColumns.map((column) => headOf(texts.heads, column))];
  return {
    columns: [...first.map(([, width]) => ({ width })), ...figureColumns.map(() => ({ width: figureWidth }))],
    data: [
      heads.map((label) => (label === '' ? null : headCell(label))),
      ...groups.map((group) => [
        ...firstCells[by](group),
        ...figureColumns.map((column) => figureCell(column, group.figures)),
      ]),
    ],
  };
};

const shownColumns = answerColumns.filter(({ width }) => width !== undefined);

const answerSheet = (rows: readonly AnswerRow[], { heads }: RollupFileTexts): Sheet => ({
  columns: shownColumns.map(({ width }) => ({ width: width ?? figureWidth })),
  data: [
    shownColumns.map((column) => headCell(headOf(heads, column))),
    ...rows.map((row) => shownColumns.map((column) => answerCell(column, row))),
  ],
});

/** Returns the first link of each answer. The answers beyond the maximum number of links stay plain. */
const linksOfRows = (rows: readonly AnswerRow[], links: FileLinks): CellLink[] => {
  const column = shownColumns.findIndex(({ key }) => key === 'answer');
  const found: CellLink[] = [];
  for (const [index, { entry, answer }] of rows.entries()) {
    if (found.length >= maxCellLinks) return found;
    const url = answer === null ? undefined : firstLink(linksFor(links, entry), answer.text, maxCellUrlLength);
    if (url !== undefined) found.push({ row: index + 1, column, url });
  }
  return found;
};

interface WorkbookContent {
  readonly head: FileHead;
  readonly items: readonly FileItem[];
  readonly links: FileLinks;
}

export const rollupWorkbook = ({ head, items, links }: WorkbookContent, texts: RollupFileTexts): Promise<Buffer> => {
  const groups: FileGroup[] = [];
  const entries: FileEntry[] = [];
  for (const item of items)
    if (item.kind === 'GROUP') groups.push(item.group);
    else entries.push(item.entry);
  const rows = entries.flatMap(rowsOf);
  const { SUMMARY, PERSON, DAY, QUESTION, ANSWERS } = texts.sheets;
  const look = { stickyRowsCount: 1, rightToLeft: texts.isRightToLeft };
  const sheetOf = (by: RollupGrouping): Sheet =>
    groupSheet(
      by,
      groups.filter((group) => group.by === by),
      texts,
    );
  return writeXlsxFile(
    [
      { sheet: sheetName(SUMMARY), rightToLeft: texts.isRightToLeft, ...summarySheet(head, texts) },
      { sheet: sheetName(PERSON), ...look, ...sheetOf('PERSON') },
      { sheet: sheetName(DAY), ...look, ...sheetOf('DAY') },
      { sheet: sheetName(QUESTION), ...look, ...sheetOf('QUESTION') },
      { sheet: sheetName(ANSWERS), ...look, ...answerSheet(rows, texts) },
    ],
    { features: [workbookHyperlinks(linksOfRows(rows, links), 4)] },
  ).toBuffer();
};
