import type { LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { finalMonday, WeekWords, wordBuckets, withoutRunsBefore } from '../../domain/search/weekWordIndex.ts';
import { reverseDate } from '../../domain/core/reversedDateKeys.ts';
import { addDays, mondayOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, readAs, scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer } from '../../store/kinds/answers/answerAndHistory.ts';
import { bucketKey, searchProgress, searchWords } from '../../store/kinds/search/searchIndex.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { isConflict, prefixRange, StoreError } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import { isOlder } from '../../domain/dataLifecycle/retentionCutoff.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { startSlices } from '../core/slicedWork.ts';
import { DeletionInterrupted, removeRange } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';

// Writes the search index of a team. A week is indexed once, when its answers can no longer change, so saving an answer
// writes nothing to the index. Searches read the answers of later weeks directly.

interface TeamPlace {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
}

type Progress = Stored<ValueOf<typeof searchProgress>>;

const empty: ValueOf<typeof searchProgress> = { indexedTo: null, writtenTo: null, isClearing: false, writer: null };

/**
 * Largest number of characters in a row (`partLength`), and of characters and rows in a transaction. They are below the
 * limits of the store.
 */
const partLength = 150_000;
const transactionLength = 900_000;
const transactionRows = 90;

const stepOf = (
  records: Records<OrgId>,
  teamId: TeamId,
  before: Progress | undefined,
  fields: Partial<ValueOf<typeof searchProgress>>,
): RecordStep => {
  const value = { ...(before?.value ?? empty), writer: null, ...fields };
  return before === undefined
    ? records.insertStep(searchProgress, { teamId }, value)
    : records.replaceStep(searchProgress, { teamId }, value, before.etag);
};

interface Advance {
  readonly before: Progress | undefined;
  readonly fields: Partial<ValueOf<typeof searchProgress>>;
  readonly steps: readonly RecordStep[];
}

interface Indexing {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly newId: () => string;
}

/**
 * Writes the progress row and the given steps in one transaction, and returns the row as it is now. Throws CONFLICT if
 * another writer changed the row before this write, or between this write and the read after it.
 */
const advance = async ({ records, teamId, newId }: Indexing, { before, fields, steps }: Advance): Promise<Progress> => {
  const writer = newId();
  await records.transact([stepOf(records, teamId, before, { ...fields, writer }), ...steps]);
  const after = await records.get(searchProgress, { teamId });
  if (after?.value.writer !== writer) throw new StoreError('CONFLICT', 'The progress of the search index was changed.');
  return after;
};

/**
 * Returns the date of the team's first run, answer or day off on or after `from`; undefined if there is none. `from`
 * null = from the beginning.
 */
const nextDate = async ({ store, scope }: Records<OrgId>, teamId: TeamId, from: LocalDate | null) => {
  const range = { from: from === null ? 'D|' : `D|${from}|`, to: 'D}' };
  const page = await store.scan('Team', teamPartition(scope, teamId), range, { limit: 1, keysOnly: true });
  return page.rows[0]?.rk.split('|')[1] as LocalDate | undefined;
};

const isAnswer = ({ rk }: StoredRow): boolean => rk.split('|')[3] === 'a';

/** Returns the words of all answers of the week that begins on `monday`. */
const wordsOfWeek = async (records: Records<OrgId>, teamId: TeamId, monday: LocalDate): Promise<WeekWords> => {
  const words = new WeekWords();
  const pause = await startSlices();
  const range = { from: `D|${monday}|`, to: `D|${addDays(monday, 7)}|` };
  for await (const rows of scanPages(records.store, 'Team', teamPartition(records.scope, teamId), range))
    for (const row of rows.filter(isAnswer)) {
      const { value } = readAs(answer, row);
      words.add(value, Object.values(value.values));
      await pause();
    }
  return words;
};

/** Returns the rows that this week already has in the index, by key. An interrupted write may have left them. */
const leftRows = async (
  { store, scope }: Records<OrgId>,
  teamId: TeamId,
  monday: LocalDate,
): Promise<Map<string, StoredRow>> => {
  const left = new Map<string, StoredRow>();
  for (let bucket = 0; bucket < wordBuckets; bucket += 1) {
    const range = { ...prefixRange(`I|${bucketKey(bucket)}|${reverseDate(monday)}|`), keysOnly: true };
    for await (const rows of scanPages(store, 'Team', teamPartition(scope, teamId), range))
      for (const row of rows) left.set(row.rk, row);
  }
  return left;
};

const weekSteps = (
  records: Records<OrgId>,
  week: { readonly teamId: TeamId; readonly monday: LocalDate },
  words: WeekWords,
  left: Map<string, StoredRow>,
): { readonly step: RecordStep; readonly length: number }[] => {
  const written = words.texts(partLength).map(({ bucket, part, text }) => {
    const key = { ...week, bucket, part };
    const { rk } = searchWords.at(records.scope, key);
    const old = left.get(rk);
    left.delete(rk);
    return {
      step:
        old === undefined
          ? records.insertStep(searchWords, key, { text })
          : records.replaceStep(searchWords, key, { text }, old.etag),
      length: text.length,
    };
  });
  const removed = [...left.values()].map(({ pk, rk }) => ({
    step: { table: searchWords.table, pk, step: { do: 'delete', key: { pk, rk } } } satisfies RecordStep,
    length: 0,
  }));
  return [...written, ...removed];
};

/**
 * Divides steps into transactions within the limits of the store. The result has at least one transaction, which may be
 * empty.
 */
const transactionsOf = (steps: ReturnType<typeof weekSteps>): RecordStep[][] => {
  const transactions: RecordStep[][] = [[]];
  let length = 0;
  for (const item of steps) {
    const last = transactions.at(-1) ?? [];
    if (last.length === transactionRows || (last.length > 0 && length + item.length > transactionLength)) {
      transactions.push([item.step]);
      length = item.length;
    } else {
      last.push(item.step);
      length += item.length;
    }
  }
  return transactions;
};

const indexWeek = async (indexing: Indexing, before: Progress, monday: LocalDate): Promise<Progress> => {
  const { records, teamId } = indexing;
  const next = addDays(monday, 7);
  const { writtenTo } = before.value;
  const words = await wordsOfWeek(records, teamId, monday);
  const hasLeft = writtenTo !== null && writtenTo > monday;
  const left = hasLeft ? await leftRows(records, teamId, monday) : new Map<string, StoredRow>();
  const transactions = transactionsOf(weekSteps(records, { teamId, monday }, words, left));
  let progress = before;
  for (const [index, steps] of transactions.entries()) {
    const isLast = index === transactions.length - 1;
    const fields = { writtenTo: hasLeft ? writtenTo : next, ...(isLast ? { indexedTo: next } : {}) };
    progress = await advance(indexing, { before: progress, fields, steps });
  }
  return progress;
};

export const finalMondayAt = (now: number): LocalDate => finalMonday(toInstant(now).slice(0, 10) as LocalDate);

/**
 * Returns the progress row of the team, and creates it if it is missing; undefined for a deleted team without a row.
 * Later writes only replace the row, so they fail once the deletion of the team has removed it.
 */
const begunProgress = async (indexing: Indexing): Promise<Progress | undefined> => {
  const { records, teamId } = indexing;
  const existing = await records.get(searchProgress, { teamId });
  if (existing !== undefined) return existing;
  const team = await records.get(teamKind, { teamId });
  if (team === undefined || team.value.state === 'DELETED') return undefined;
  return advance(indexing, { before: undefined, fields: {}, steps: [] });
};

/** Stores that all weeks before `end` are indexed, unless this is already stored. */
const finish = async ({ records, teamId }: Indexing, before: Progress, end: LocalDate): Promise<void> => {
  const { indexedTo, writer } = before.value;
  if (indexedTo !== end || writer !== null)
    await records.transact([stepOf(records, teamId, before, { indexedTo: end })]);
};

/**
 * Indexes, one after the other, all weeks of a team whose answers are final and that are not indexed yet. After a
 * CONFLICT it stops, because another writer does the work.
 */
export const indexTeam = async (deps: BatchedDeletionDeps, { orgId, teamId }: TeamPlace): Promise<void> => {
  const indexing = { records: inOrg(deps.store, orgId), teamId, newId: deps.newId };
  const end = finalMondayAt(deps.clock.now());
  try {
    let progress = await begunProgress(indexing);
    while (progress?.value.isClearing === false) {
      if (deps.shouldContinue?.() === false) throw new DeletionInterrupted('halted');
      const { indexedTo } = progress.value;
      // If the clock was set back, weeks that are already indexed may still get answers. So nothing is indexed, and the
      // index counts as complete only up to the new `end`.
      const date =
        indexedTo !== null && indexedTo >= end ? undefined : await nextDate(indexing.records, teamId, indexedTo);
      const monday = date === undefined ? undefined : mondayOf(date);
      if (monday === undefined || monday >= end) {
        await finish(indexing, progress, end);
        return;
      }
      progress = await indexWeek(indexing, progress, monday);
    }
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/**
 * Changes the progress row, so that an index write that began earlier fails. A missing row is not created: later index
 * work reads the current answers anyway, and a deleted team must not get a row again.
 */
const changeProgress = (
  records: Records<OrgId>,
  teamId: TeamId,
  fields: Partial<ValueOf<typeof searchProgress>>,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await records.get(searchProgress, { teamId });
    if (before !== undefined) await records.transact([stepOf(records, teamId, before, fields)]);
  });

/**
 * Removes the index of a team, and writes it again from the stored answers. The erasure of a person calls it after the
 * answers are erased. Safe to repeat after an interruption.
 */
export const rebuildTeamIndex = async (deps: BatchedDeletionDeps, place: TeamPlace): Promise<void> => {
  const { orgId, teamId } = place;
  const records = inOrg(deps.store, orgId);
  const change = (fields: Partial<ValueOf<typeof searchProgress>>): Promise<void> =>
    changeProgress(records, teamId, fields);
  // After this change, an index write that began before the erasure fails, so that it cannot store erased words.
  await change({ indexedTo: null, isClearing: true });
  await removeRange(deps, { table: 'Team', pk: teamPartition(orgId, teamId) }, prefixRange('I|'));
  await change({ indexedTo: null, writtenTo: null, isClearing: false });
  await indexTeam(deps, place);
};

/**
 * Removes the days before `from` from the index rows of the week that contains `from`. The later days of this week
 * stay.
 */
const trimFirstWeek = async (records: Records<OrgId>, teamId: TeamId, from: LocalDate): Promise<void> => {
  const monday = mondayOf(from);
  const pk = teamPartition(records.scope, teamId);
  for (const { rk } of (await leftRows(records, teamId, monday)).values())
    await retryOnConflict(async () => {
      const row = await records.store.get('Team', { pk, rk });
      if (row === undefined) return;
      const { value } = readAs(searchWords, row);
      const text = withoutRunsBefore(value.text, from);
      if (text === value.text) return;
      if (text === '') await records.store.delete('Team', row, row.etag);
      else {
        const [, bucket, , part] = rk.split('|');
        const key = { teamId, bucket: Number(bucket), monday, part: Number(part) };
        await records.replace(searchWords, key, { text }, row.etag);
      }
    });
};

/** Removes the words of days before `from`. Retention calls it after the answers of these days are removed. */
export const trimTeamIndex = async (
  deps: BatchedDeletionDeps,
  { orgId, teamId }: TeamPlace,
  from: LocalDate,
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  // After this change, an index write that began before the removal fails, so that it cannot store removed words.
  await changeProgress(records, teamId, {});
  for (let bucket = 0; bucket < wordBuckets; bucket += 1) {
    const prefix = `I|${bucketKey(bucket)}|`;
    const range = { from: `${prefix}${reverseDate(mondayOf(from))}`, to: prefixRange(prefix).to };
    await removeRange(deps, { table: 'Team', pk: teamPartition(orgId, teamId) }, range, (rk) => isOlder(rk, from));
  }
  await trimFirstWeek(records, teamId, from);
};
