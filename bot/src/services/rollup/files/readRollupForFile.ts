import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, TeamId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { mentionsOf } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import { rollupGroupings } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupFileFormat, RollupFileQuery } from '#contracts/rollup/rollupFileCalls.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { RollupGroupModel } from '../../../domain/rollup/rollupGroupModelAndOrder.ts';
import { rollupGroups } from '../../../domain/rollup/rollupGroupsAndTotals.ts';
import type { RollupLine } from '../../../domain/rollup/rollupRowTypes.ts';
import { formatDate, formatDay, formatList } from '../../../domain/wording/formatDatesListsAndDurations.ts';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { runSliced } from '../../core/slicedWork.ts';
import { byText } from '../../core/compareByNameOrText.ts';
import { openRollup, rollupSummary } from '../openRollupAndSummary.ts';
import type { OpenedRollup } from '../openRollupAndSummary.ts';
import { readLinkPatterns } from '../../tenancy/readAnswerLinks.ts';
import { formatRollupFigures } from './formatRollupFigures.ts';
import { fileItems, openGoalsOf } from './makeRollupFileItems.ts';
import type { FileReader } from './makeRollupFileItems.ts';
import type { FileHead, FileItem, FileLinks } from './rollupFileModel.ts';

// Reads the content of a roll-up's file in any format. A request that is not allowed or too large is rejected before
// the first byte is sent.

export interface RollupFileSource {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly zone: ZoneId;
  readonly head: FileHead;
  readonly links: FileLinks;
  /**
   * Each call yields the content from the beginning. For a workbook, it yields the groups of all groupings first, and
   * then the entries.
   */
  readonly batches: () => AsyncGenerator<readonly FileItem[]>;
}

const utc = zoneId.parse('UTC');

/** Estimated number of characters on a line of a PDF. */
const charactersOfLine = 90;

const linesOfText = (text: string): number => 1 + Math.floor(text.length / charactersOfLine);

const documentLines = (line: RollupLine, by: RollupGrouping): number => {
  const goals = openGoalsOf(line, by);
  const answers = line.member.answers.reduce((sum, { answer }) => sum + 1 + linesOfText(answer), 1);
  return answers + (goals.length === 0 ? 0 : goals.reduce((sum, goal) => sum + linesOfText(goal), 1));
};

/**
 * Returns the number of rows of a workbook, or the estimated number of lines of a PDF: a line for each heading (entry,
 * question, open goals), and at least one for each answer and each open goal.
 */
const sizeOf = async (format: RollupFileFormat, { groups, pause }: OpenedRollup): Promise<number> => {
  let size = 0;
  for (const { lines, head } of groups) {
    await pause();
    for (const line of lines)
      size += format === 'XLSX' ? Math.max(1, line.member.answers.length) : documentLines(line, head.by);
  }
  return size;
};

/** Throws TOO_LARGE if the roll-up is larger than the limit of the format. CSV and Markdown have no limit. */
const requireFitting = async (format: RollupFileFormat, opened: OpenedRollup): Promise<void> => {
  const most = { XLSX: limits.exportRows, PDF: limits.rollupPdfLines, CSV: null, MARKDOWN: null }[format];
  if (most === null) return;
  const lines = await sizeOf(format, opened);
  if (lines > most)
    throw new AppError('TOO_LARGE', { message: 'rollupFile.tooLarge', values: { format, lines, most } });
};

const linksOf = async ({ scope: { records, teams } }: OpenedRollup, publicUrl: string): Promise<FileLinks> => {
  const patterns = await readLinkPatterns(records);
  const present = teams.map(({ teamId, people }): [TeamId, AnswerLinks] => [
    teamId,
    { patterns, mentions: mentionsOf(people.filter(({ leftOn }) => leftOn === null)) },
  ]);
  return { byTeam: Object.fromEntries(present), publicUrl };
};

const namesOf = (names: readonly string[], t: Translate, locale: string): string =>
  formatList(t, [...names].sort(byText(locale)));

/** Returns the names of the chosen reports. The name of a deleted report comes from its runs. */
const reportNames = ({ scope: { teams }, set }: OpenedRollup, chosen: ReadonlySet<string>): string[] => {
  const runs = set.runs.map(({ run }) => [run.meetingId, run.meetingName] as const);
  const present = teams.flatMap(({ meetings }) => meetings.map(({ id, name }) => [id, name] as const));
  return [...new Map([...runs, ...present])].flatMap(([id, name]) => (chosen.has(id) ? [name] : []));
};

const headOf = async (
  opened: OpenedRollup,
  { meetings, people }: RollupFileQuery,
  t: Translate,
  locale: string,
): Promise<FileHead> => {
  const { total, runs } = await rollupSummary(opened);
  const { period, scope, set } = opened;
  const { from, to } = period;
  const isDay = from === to;
  const teams = scope.teams.map(({ teamName }) => teamName);
  const chosen = reportNames(opened, new Set(meetings));
  const names = people
    .map((id) => set.people.get(id)?.name ?? '')
    .map((name) => (name === '' ? t('rollup.former') : name));
  const dates = { from: formatDate(t, from), to: formatDate(t, to) };
  const range = t('rollup.range', dates);
  return {
    title: isDay ? t('rollupFile.dayTitle', { day: formatDay(t, from) }) : t('rollupFile.title', dates),
    filters: [
      { label: t('rollup.period'), value: isDay ? formatDate(t, from) : range },
      { label: t('rollup.team'), value: namesOf(teams, t, locale) },
      {
        label: t('rollup.reports'),
        value: meetings.length === 0 ? t('rollup.allReports') : namesOf(chosen, t, locale),
      },
      { label: t('rollup.people'), value: people.length === 0 ? t('rollup.everyone') : namesOf(names, t, locale) },
      { label: t('rollupFile.runs'), value: t('rollup.runs', runs) },
    ],
    ...{ facts: formatRollupFigures(total, t), figures: total },
    runs: [
      [t('rollupFile.runs'), runs.counted],
      [t('rollupFile.runsMissed'), runs.missed],
      [t('rollupFile.runsCancelled'), runs.cancelled],
    ],
  };
};

/**
 * Yields the items of a workbook: the groups of all groupings, then the entries in the order of the query's grouping.
 */
const workbookItems = async function* (
  { set, groups, pause }: OpenedRollup,
  reader: FileReader,
  locale: string,
): AsyncGenerator<readonly FileItem[]> {
  for (const by of rollupGroupings) {
    const grouped: readonly RollupGroupModel[] = await runSliced(
      rollupGroups(set, { by, byText: byText(locale) }),
      pause,
    );
    yield* fileItems({ groups: grouped, parts: 'GROUPS' }, reader, pause);
  }
  yield* fileItems({ groups, parts: 'ENTRIES' }, reader, pause);
};

export type FileSourceDeps = Pick<Deps, 'store' | 'clock' | 'translateFor' | 'publicUrl'>;

/**
 * Opens a roll-up for a file. Throws NOT_FOUND and INVALID_INPUT as the page of the roll-up does, and TOO_LARGE if it
 * is larger than the limit of the format.
 */
export const readRollupForFile = async (
  deps: FileSourceDeps,
  actor: Actor,
  query: RollupFileQuery,
): Promise<RollupFileSource> => {
  const opened = await openRollup(deps, actor, query);
  await requireFitting(query.format, opened);
  const { scope, period, groups, pause } = opened;
  const t = deps.translateFor(actor.locale);
  const own = scope.teams.flatMap(({ people }) => people).find(({ memberId }) => memberId === actor.memberId);
  const zone = own?.timezone ?? utc;
  const reader = { t, zone, teamNames: new Map(scope.teams.map(({ teamId, teamName }) => [teamId, teamName])) };
  const parts = query.format === 'CSV' ? 'ENTRIES' : 'ALL';
  return {
    ...{ ...period, zone, head: await headOf(opened, query, t, actor.locale) },
    links: await linksOf(opened, deps.publicUrl),
    batches: () =>
      query.format === 'XLSX'
        ? workbookItems(opened, reader, actor.locale)
        : fileItems({ groups, parts }, reader, pause),
  };
};
