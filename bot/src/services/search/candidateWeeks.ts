import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate, dateOfReverse } from '../../domain/core/reversedDateKeys.ts';
import { addDays, mondayOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { compareRuns, indexedTerms, runOfName, runsWithWord } from '../../domain/search/weekWordIndex.ts';
import type { IndexedTerm, RunOfTeam } from '../../domain/search/weekWordIndex.ts';
import type { SearchTerm } from '../../domain/search/splitAndMatchWords.ts';
import { readAs, scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { bucketKey, searchProgress, searchWords } from '../../store/kinds/search/searchIndex.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import type { Pause } from '../core/slicedWork.ts';

// Finds the runs of a team that may contain the searched words, week by week, newest first. Of weeks that are not in
// the search index, all runs are returned.

export interface WeekOfTeam {
  readonly teamId: TeamId;
  readonly monday: LocalDate;
  /** The runs of the week that may contain the searched words, newest first. */
  readonly runs: readonly RunOfTeam[];
}

export interface SearchedDates {
  readonly from: LocalDate | undefined;
  readonly to: LocalDate;
}

export interface CandidateQuery extends SearchedDates {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId | undefined;
  readonly terms: readonly SearchTerm[];
  readonly pause: Pause;
}

const scan = (records: Records<OrgId>, teamId: TeamId, range: Parameters<typeof scanPages>[3]) =>
  scanPages(records.store, 'Team', teamPartition(records.scope, teamId), range);

const keysAtOnce = 200;

/**
 * Returns the runs of the team between two dates. It reads only keys, page by page; the next page begins after the last
 * run of the page, so that the remaining rows of that run are skipped.
 */
const runsBetween = async (
  { store, scope }: Records<OrgId>,
  teamId: TeamId,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<RunOfTeam[]> => {
  const runs: RunOfTeam[] = [];
  const end = `D|${to}}`;
  for (let begin = `D|${from}|`; ;) {
    const page = await store.scan(
      'Team',
      teamPartition(scope, teamId),
      { from: begin, to: end },
      {
        limit: keysAtOnce,
        keysOnly: true,
      },
    );
    for (const { rk } of page.rows) {
      const [, date, meetingId, what] = rk.split('|');
      if (what === '0') runs.push({ date: date as LocalDate, meetingId: meetingId as MeetingId });
    }
    const last = page.rows.at(-1)?.rk.split('|');
    if (last === undefined || page.continuation === undefined) return runs;
    begin = `D|${last[1] ?? ''}|${last[2] ?? ''}}`;
  }
};

interface BucketWeek {
  readonly monday: LocalDate;
  readonly texts: readonly string[];
}

/**
 * Yields the index texts of one bucket, week by week, newest first. Each word belongs to one of 16 buckets, whose rows
 * can be read separately.
 */
const weeksOfBucket = async function* (
  records: Records<OrgId>,
  teamId: TeamId,
  bucket: number,
  { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
): AsyncGenerator<BucketWeek> {
  const prefix = `I|${bucketKey(bucket)}|`;
  const range = { from: `${prefix}${reverseDate(last)}|`, to: `${prefix}${reverseDate(first)}}` };
  let monday: LocalDate | undefined;
  let texts: string[] = [];
  for await (const rows of scan(records, teamId, range))
    for (const row of rows) {
      const of = dateOfReverse(row.rk.split('|')[2] ?? '');
      if (monday !== undefined && of !== monday) {
        yield { monday, texts };
        texts = [];
      }
      monday = of;
      texts.push(readAs(searchWords, row).value.text);
    }
  if (monday !== undefined) yield { monday, texts };
};

const runsWithAll = (terms: readonly IndexedTerm[], texts: ReadonlyMap<number, readonly string[]>): RunOfTeam[] => {
  let names: readonly string[] | undefined;
  for (const term of terms) {
    const found = new Set((texts.get(term.bucket) ?? []).flatMap((text) => runsWithWord(text, term)));
    names = names === undefined ? [...found] : names.filter((name) => found.has(name));
    if (names.length === 0) return [];
  }
  return (names ?? []).map(runOfName);
};

/**
 * Yields the indexed weeks with at least one run that contains all words, newest first. The buckets of the words are
 * read in parallel, and only a week that all of them have is compared.
 */
const indexedWeeks = async function* (
  records: Records<OrgId>,
  { teamId, terms, pause }: CandidateQuery,
  weeks: { readonly first: LocalDate; readonly last: LocalDate },
): AsyncGenerator<WeekOfTeam> {
  const words = indexedTerms(terms);
  const buckets = [...new Set(words.map(({ bucket }) => bucket))].map((bucket) => ({
    bucket,
    weeks: weeksOfBucket(records, teamId, bucket, weeks),
  }));
  const heads = await Promise.all(buckets.map(({ weeks: list }) => list.next()));
  for (;;) {
    await pause();
    const mondays = heads.map((head) => (head.done === true ? undefined : head.value.monday));
    if (mondays.includes(undefined)) return;
    const oldest = mondays.reduce((a, b) => (a !== undefined && b !== undefined && a < b ? a : b));
    if (oldest === undefined) return;
    if (mondays.every((monday) => monday === oldest)) {
      const texts = new Map(
        heads.map((head, index) => [buckets[index]?.bucket ?? 0, head.done === true ? [] : head.value.texts]),
      );
      const runs = runsWithAll(words, texts);
      if (runs.length > 0) yield { teamId, monday: oldest, runs };
      for (const [index, { weeks: list }] of buckets.entries()) heads[index] = await list.next();
    } else
      for (const [index, { weeks: list }] of buckets.entries())
        if (mondays[index] !== oldest) heads[index] = await list.next();
  }
};

/** Yields the weeks with runs that are not indexed, newest first, down to the week that begins on `first`. */
const directWeeks = async function* (
  records: Records<OrgId>,
  { teamId, to }: CandidateQuery,
  first: LocalDate,
): AsyncGenerator<WeekOfTeam> {
  for (let monday = mondayOf(to); monday >= first; monday = addDays(monday, -7)) {
    const runs = await runsBetween(records, teamId, { from: monday, to: addDays(monday, 6) });
    if (runs.length > 0) yield { teamId, monday, runs };
  }
};

export interface SearchedTeam {
  readonly teamId: TeamId;
  /** The Monday up to which the team is indexed: all weeks before it are; null if no week is. */
  readonly indexedTo: LocalDate | null;
  /** Date of the team's oldest run, answer or day off; null if the team has none of these. */
  readonly oldest: LocalDate | null;
}

/**
 * Returns up to which week a team is indexed, at most up to `final`: if the clock of an instance was ahead, the index
 * may contain later weeks, whose answers may still change. Searches read such weeks without the index.
 */
export const searchedTeam = async (
  records: Records<OrgId>,
  teamId: TeamId,
  final: LocalDate,
): Promise<SearchedTeam> => {
  const pk = teamPartition(records.scope, teamId);
  const [progress, first] = await Promise.all([
    records.get(searchProgress, { teamId }),
    records.store.scan('Team', pk, { from: 'D|', to: 'D}' }, { limit: 1, keysOnly: true }),
  ]);
  const value = progress?.value;
  const indexedTo = value === undefined || value.isClearing ? null : value.indexedTo;
  return {
    teamId,
    indexedTo: indexedTo !== null && indexedTo > final ? final : indexedTo,
    oldest: (first.rows[0]?.rk.split('|')[1] as LocalDate | undefined) ?? null,
  };
};

/** Yields the weeks of a team with runs that may contain all words, newest first. */
export const candidateWeeks = async function* (
  records: Records<OrgId>,
  { indexedTo, oldest }: SearchedTeam,
  query: CandidateQuery,
): AsyncGenerator<WeekOfTeam> {
  if (oldest === null) return;
  const { from, to, meetingId } = query;
  const first = mondayOf(from === undefined || from < oldest ? oldest : from);
  const last = indexedTo === null || addDays(indexedTo, -7) > mondayOf(to) ? mondayOf(to) : addDays(indexedTo, -7);
  const isWanted = (run: RunOfTeam): boolean =>
    (from === undefined || run.date >= from) &&
    run.date <= to &&
    (meetingId === undefined || run.meetingId === meetingId);
  const wanted = (week: WeekOfTeam): WeekOfTeam => ({ ...week, runs: week.runs.filter(isWanted).sort(compareRuns) });
  const directFrom = indexedTo === null || indexedTo < first ? first : indexedTo;
  for await (const week of directWeeks(records, query, directFrom)) yield wanted(week);
  if (indexedTo !== null && last >= first)
    for await (const week of indexedWeeks(records, query, { first, last })) yield wanted(week);
};
