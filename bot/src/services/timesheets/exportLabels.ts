import { directionOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { exportColumns } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, TextsByColumn } from './exportColumns.ts';
import type { TimesheetExport } from './readTimesheetExport.ts';

/**
 * The texts of a file besides its rows, in the requester's language, as plain values that can be copied to a worker
 * thread.
 */
export interface SheetTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: TextsByColumn;
  readonly user: string;
  readonly total: string;
  readonly byPerson: string;
  readonly gaps: string;
  /** Language of the texts as a BCP 47 tag. */
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

const textsOfColumn = (column: ExportColumn, t: Translate): ColumnTexts => {
  const choices = column.type === 'CHOICE' ? Object.entries(column.choices) : [];
  return {
    head: t(column.label),
    choices: Object.fromEntries(choices.map(([value, key]) => [value, t(key)])),
  };
};

export const columnTexts = (columns: readonly ExportColumn[], t: Translate): TextsByColumn =>
  Object.fromEntries(columns.map((column) => [column.key, textsOfColumn(column, t)]));

export const sheetTexts = (
  { teamName, from, to, locale }: Omit<TimesheetExport, 'links'>,
  t: Translate,
  columns: readonly ExportColumn[] = exportColumns,
): SheetTexts => ({
  title: t('sheetFile.title'),
  subtitle: t('sheetFile.subtitle', { team: teamName, from, to }),
  columns: columnTexts(columns, t),
  user: t('sheetFile.user'),
  total: t('sheetFile.total'),
  byPerson: t('sheetFile.byPerson'),
  gaps: t('sheetFile.gaps'),
  locale,
  isRightToLeft: directionOf(locale) === 'rtl',
});
