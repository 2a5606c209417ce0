import { directionOf } from '#contracts/text/languages.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import { exportColumns } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, TextsByColumn } from './exportColumns.ts';
import type { TimesheetExport } from './timesheetExport.ts';

/** The texts around the rows of a file, in the requester's locale: plain values, which can be sent to a worker. */
export interface SheetTexts {
  readonly title: string;
  /** Team and dates. */
  readonly subtitle: string;
  /** By the key of the column. */
  readonly columns: TextsByColumn;
  /** Heading of the people in the sums by person. */
  readonly user: string;
  readonly total: string;
  readonly byPerson: string;
  readonly gaps: string;
  /** BCP 47. */
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

const textsOfColumn = (column: ExportColumn, words: Words): ColumnTexts => {
  const choices = column.type === 'CHOICE' ? Object.entries(column.choices) : [];
  return {
    head: words(column.label),
    choices: Object.fromEntries(choices.map(([value, key]) => [value, words(key)])),
  };
};

/** The texts of every column, by its key. */
export const columnTexts = (columns: readonly ExportColumn[], words: Words): TextsByColumn =>
  Object.fromEntries(columns.map((column) => [column.key, textsOfColumn(column, words)]));

export const sheetTexts = (
  { teamName, from, to, locale }: TimesheetExport,
  words: Words,
  columns: readonly ExportColumn[] = exportColumns,
): SheetTexts => ({
  title: words('sheetFile.title'),
  subtitle: words('sheetFile.subtitle', { team: teamName, from, to }),
  columns: columnTexts(columns, words),
  user: words('sheetFile.user'),
  total: words('sheetFile.total'),
  byPerson: words('sheetFile.byPerson'),
  gaps: words('sheetFile.gaps'),
  locale,
  isRightToLeft: directionOf(locale) === 'rtl',
});
