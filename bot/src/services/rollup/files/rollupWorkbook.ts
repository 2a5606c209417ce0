import type { RollupFigures, RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { firstLink } from '../../files/exportedTextLinks.ts';
import { maxCellLinks, maxCellUrlLength, writeWorkbook } from '../../files/writeWorkbook.ts';
import type { CellLink, WorkbookSheet } from '../../files/writeWorkbook.ts';
import { dayCell, headCell, numberCells, textCell, timeCell } from '../../files/workbookCells.ts';
import type { Cell } from '../../files/workbookCells.ts';
import { answerColumns, figureColumns, headOf, rowsOf } from './rollupFileColumns.ts';
import type { AnswerColumn, AnswerRow, FigureColumn } from './rollupFileColumns.ts';
import { linksFor } from './rollupFileModel.ts';
import type {
  FileEntry,
  FileGroup,
  FileHead,
  FileItem,
  FileLinks,
  FileQuestion,
  RollupFileTexts,
} from './rollupFileModel.ts';

// Writes a roll-up as a workbook: a sheet with the totals, a sheet for each grouping, and a sheet with all answers.

const minutesOfDay = 1440;
const figureWidth = 12;
const nameWidth = 30;

const countCell = numberCells('0');
const averageCell = numberCells('0.00');
const valueCell = numberCells('0.######');
const durationCell = numberCells('[h]:mm');

const figureCell = ({ type, value }: FigureColumn, figures: RollupFigures): Cell => {
  const number = value(figures);
  if (number === null) return null;
  if (type === 'COUNT') return countCell(number);
  // Spreadsheets store a duration as a fraction of a day.
  return type === 'DURATION' ? durationCell(number / minutesOfDay) : averageCell(number);
};

const answerCell = (column: AnswerColumn, row: AnswerRow): Cell => {
  const value = column.value(row);
  if (value === null) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? countCell(value) : valueCell(value);
  if (column.type === 'DATE' || column.type === 'VALUE') return dayCell(value);
  return column.type === 'TIME' ? timeCell(value) : textCell(value);
};

type Sheet = Pick<WorkbookSheet, 'widths' | 'rows'>;

const summarySheet = ({ title, filters, runs, figures }: FileHead, { heads }: RollupFileTexts): Sheet => ({
  widths: [40, 60],
  rows: [
    [headCell(title)],
    ...filters.slice(0, -1).map(({ label, value }) => [textCell(label), textCell(value)]),
    ...runs.map(([label, count]) => [textCell(label), countCell(count)]),
    ...figureColumns.map((column) => [textCell(headOf(heads, column)), figureCell(column, figures)]),
  ],
});

const dateCells = ({ dates }: FileQuestion): Cell[] =>
  dates === null ? [null, null, null] : [averageCell(dates.median), dayCell(dates.earliest), dayCell(dates.latest)];

/** Returns the cells to the left of the figures, in the sheet of each grouping. */
const firstCells: Readonly<Record<RollupGrouping, (group: FileGroup) => Cell[]>> = {
  PERSON: ({ title, notes }) => [textCell(title), textCell(notes.join(' · '))],
  DAY: ({ date }) => [date === null ? null : dayCell(date)],
  QUESTION: ({ title, question }) =>
    question === null
      ? []
      : [
          ...[textCell(question.meeting), textCell(title), countCell(question.answers)],
          question.average === null ? null : averageCell(question.average),
          ...dateCells(question),
          textCell(question.counts),
        ],
};

const firstHeads = (by: RollupGrouping, texts: RollupFileTexts): readonly (readonly [string, number])[] => {
  const { heads, person, question, answers, average, medianDays, earliestDate, latestDate, distribution } = texts;
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
          [medianDays, figureWidth],
          [earliestDate, figureWidth],
          [latestDate, figureWidth],
          [distribution, 40],
        ] as const),
      ];
  }
};

const groupSheet = (by: RollupGrouping, groups: readonly FileGroup[], texts: RollupFileTexts): Sheet => {
  const first = firstHeads(by, texts);
  const heads = [...first.map(([label]) => label), ...figureColumns.map((column) => headOf(texts.heads, column))];
  return {
    widths: [...first.map(([, width]) => width), ...figureColumns.map(() => figureWidth)],
    rows: [
      heads.map((label) => (label === '' ? null : headCell(label))),
      ...groups.map((group) => [
        ...firstCells[by](group),
        ...figureColumns.map((column) => figureCell(column, group.figures)),
      ]),
    ],
  };
};

const shownColumns = answerColumns.filter(({ width }) => width !== undefined);

const answerSheet = (rows: readonly AnswerRow[], { heads }: RollupFileTexts): Sheet => {
  const cells = function* (): Generator<readonly Cell[]> {
    yield shownColumns.map((column) => headCell(headOf(heads, column)));
    for (const row of rows) yield shownColumns.map((column) => answerCell(column, row));
  };
  return { widths: shownColumns.map(({ width }) => width ?? figureWidth), rows: cells() };
};

/** Returns the first link of each answer. Once the maximum number of links is reached, further answers have none. */
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
  /** Creation time that is written into the file, in epoch ms. */
  readonly at: number;
}

export const rollupWorkbook = (
  { head, items, links, at }: WorkbookContent,
  texts: RollupFileTexts,
): Promise<Buffer> => {
  const groups: FileGroup[] = [];
  const entries: FileEntry[] = [];
  for (const item of items)
    if (item.kind === 'GROUP') groups.push(item.group);
    else entries.push(item.entry);
  const rows = entries.flatMap(rowsOf);
  const { SUMMARY, ANSWERS } = texts.sheets;
  const groupings = (['PERSON', 'DAY', 'QUESTION'] as const).map((by): WorkbookSheet => {
    const own = groups.filter((group) => group.by === by);
    return { name: texts.sheets[by], hasHeadings: true, ...groupSheet(by, own, texts), links: [] };
  });
  return writeWorkbook(
    [
      { name: SUMMARY, hasHeadings: false, ...summarySheet(head, texts), links: [] },
      ...groupings,
      { name: ANSWERS, hasHeadings: true, ...answerSheet(rows, texts), links: linksOfRows(rows, links) },
    ],
    { isRightToLeft: texts.isRightToLeft, at },
  );
};
