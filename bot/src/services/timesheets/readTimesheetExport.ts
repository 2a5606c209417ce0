import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mentionsOf, noLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { DownloadFilter, ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { mondayOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { week as weekKind } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { readLinkPatterns } from '../tenancy/readAnswerLinks.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { readExportRow } from './exportColumns.ts';
import type { ExportRow } from './exportColumns.ts';
import { readFilter } from './timesheetFilterAndZone.ts';
import type { ReadFilter } from './timesheetFilterAndZone.ts';
import { sheetTasks } from './findTasksAndMeetingNames.ts';

// Reads the content of an export in any format: the rows of a filter and their exact sums.

export interface TimesheetExport {
  readonly format: ExportFormat;
  readonly teamName: string;
  /** Link patterns and mentions for the texts of tasks. Empty for CSV files, which have no links. */
  readonly links: AnswerLinks;
  /** First day of the export; the last day is `to`. Both are included. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Language tag (BCP 47) of the person who requested the file. */
  readonly locale: string;
  /**
   * Each call yields the rows from the beginning: newest day first, members of a day sorted by id. The rows come in
   * batches, because an await for each row would be slow; only one batch is in memory at a time.
   */
  readonly batches: () => AsyncGenerator<readonly ExportRow[]>;
}

/**
 * Returns the states of all stored weeks of the filter by `monday member`, with one scan instead of one read for each
 * row.
 */
const weekStatesOf = async (
  records: ReadFilter['records'],
  { teamId, from, to }: ReadFilter['scope'],
): Promise<ReadonlyMap<string, WeekState>> => {
  const range = { from: `W|${reverseDate(mondayOf(to))}|`, to: `W|${reverseDate(mondayOf(from))}}` };
  const rows = await records.list(weekKind, { teamId }, range);
  return new Map(rows.map(({ value }) => [`${value.monday} ${value.memberId}`, value.state]));
};

const rowsOf = async function* ({ records, scope, names }: ReadFilter): AsyncGenerator<readonly ExportRow[]> {
  const states = await weekStatesOf(records, scope);
  for await (const batch of sheetTasks(records, scope)) {
    const rows: ExportRow[] = [];
    for (const task of batch) {
      const weekState = states.get(`${mondayOf(task.date)} ${task.memberId}`) ?? 'OPEN';
      rows.push(await readExportRow(task, names, weekState));
    }
    yield rows;
  }
};

const countRows = async ({ records, scope }: ReadFilter): Promise<number> => {
  let rows = 0;
  for await (const batch of sheetTasks(records, scope)) rows += batch.length;
  return rows;
};

/** Throws TOO_LARGE if there are more rows than the limit of the format. CSV files have no limit. */
const requireFitting = (format: ExportFormat, rows: number): void => {
  const most = { XLSX: limits.exportRows, PDF: limits.exportRowsPdf, CSV: Infinity }[format];
  if (rows > most) throw new AppError('TOO_LARGE', { message: 'timesheet.exportTooLarge', values: { rows } });
};

/**
 * Returns the number of rows that a download would have. Throws the same errors as the download, so that a client can
 * check it first.
 */
export const exportSize = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  filter: DownloadFilter,
): Promise<number> => {
  const rows = await countRows(await readFilter(deps, actor, filter));
  requireFitting(filter.format, rows);
  return rows;
};

/**
 * Returns the data that turns parts of tasks into links: the link patterns of the organisation, and the present members
 * of the team.
 */
const linksOf = async ({ records, names }: ReadFilter): Promise<AnswerLinks> => ({
  patterns: await readLinkPatterns(records),
  mentions: mentionsOf([...names.people.values()].filter(({ leftOn }) => leftOn === null)),
});

/**
 * Returns the data from which a file is written. A request that is not allowed or too large is rejected before the
 * first byte of the file is sent.
 */
export const exportOf = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  filter: DownloadFilter,
): Promise<TimesheetExport> => {
  const read = await readFilter(deps, actor, filter);
  if (filter.format !== 'CSV') requireFitting(filter.format, await countRows(read));
  const { teamName, scope } = read;
  return {
    links: filter.format === 'CSV' ? noLinks : await linksOf(read),
    ...{ format: filter.format, teamName, from: scope.from, to: scope.to, locale: actor.locale },
    batches: () => rowsOf(read),
  };
};
