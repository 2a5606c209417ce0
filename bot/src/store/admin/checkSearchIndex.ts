import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { retentionStart } from '../../domain/dataLifecycle/retentionCutoff.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { mondayOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { entriesIn, WeekWords } from '../../domain/search/weekWordIndex.ts';
import type { FindingReport } from './storeCheckFinding.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';
import type { IndexedText, TeamRows } from './gatherTeamRows.ts';

// Checks that the search index of a team has exactly the words of the stored answers, for the weeks that count as
// indexed.

interface IndexChecks {
  readonly all: GatheredStore;
  readonly report: FindingReport;
  readonly orgId: OrgId;
}

interface Week {
  readonly words: WeekWords;
  readonly texts: IndexedText[];
}

/**
 * Returns the indexed weeks with their answers and their index rows. Reports index rows of weeks that the index never
 * reached.
 */
const weeksOf = (
  { report }: IndexChecks,
  { pk, runs, searchWords, searchProgress }: TeamRows,
): Map<LocalDate, Week> => {
  const weeks = new Map<LocalDate, Week>();
  const { indexedTo = null, writtenTo = null } = searchProgress ?? {};
  const weekOf = (monday: LocalDate): Week | undefined => {
    if (indexedTo === null || monday >= indexedTo) return undefined;
    const week = weeks.get(monday) ?? { words: new WeekWords(), texts: [] };
    weeks.set(monday, week);
    return week;
  };
  for (const { date, meetingId, answers } of runs.values())
    for (const { values } of answers) weekOf(mondayOf(date))?.words.add({ date, meetingId }, Object.values(values));
  for (const text of searchWords) {
    const week = weekOf(text.monday);
    if (week !== undefined) week.texts.push(text);
    // An interrupted write may have left rows of later weeks. Searches do not read them.
    else if (writtenTo === null || text.monday >= writtenTo)
      report('Team', { pk, rk: text.rk }, 'holds the words of a week that was never written');
  }
  return weeks;
};

/**
 * True if the index may still have words of removed answers of this date. This is allowed while a person of the
 * organisation is being erased, and for dates whose answers the nightly work is removing, because the words are removed
 * after the answers.
 */
const mayWait = ({ all, orgId }: IndexChecks, date: LocalDate): boolean => {
  const days = all.orgs.get(orgId)?.retentionDays ?? null;
  const night = all.nights.get(shardOf(orgId));
  const isLeaving = days !== null && (night === undefined || date >= retentionStart(night, days));
  return isLeaving || all.erasing.has(orgId);
};

const checkWeek = (checks: IndexChecks, pk: string, monday: LocalDate, { words, texts }: Week): void => {
  const missing = new Set(words.texts(Infinity).flatMap(({ bucket, text }) => entriesIn(bucket, text)));
  const stored = new Set(missing);
  for (const { rk, bucket, text } of texts) {
    const entries = entriesIn(bucket, text);
    for (const entry of entries) missing.delete(entry);
    const isExtra = (entry: string): boolean => !stored.has(entry) && !mayWait(checks, entry.slice(0, 10) as LocalDate);
    if (entries.some(isExtra)) checks.report('Team', { pk, rk }, 'holds words that no stored answer has');
  }
  if (missing.size > 0) checks.report('Team', { pk, rk: 'I' }, `lacks words of answers of the week of ${monday}`);
};

export const checkSearchIndex = (checks: IndexChecks, rows: TeamRows): void => {
  const { team, searchProgress } = rows;
  // The index of a deleted team, and an index that is being removed, are not checked, because their rows are deleted in
  // any order.
  if (team === undefined || team.state === 'DELETED' || searchProgress?.isClearing === true) return;
  for (const [monday, week] of weeksOf(checks, rows)) checkWeek(checks, rows.pk, monday, week);
};
