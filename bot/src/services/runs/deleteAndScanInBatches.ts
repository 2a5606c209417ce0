import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { inOrg, outside, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Kind, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import type { Key, Range, StoredRow, Table } from '../../store/tableStorePort.ts';
import type { z } from 'zod';
import type { Deps } from '../core/deps.ts';
import { deleteRows } from './writeOutboxAndDueRows.ts';

// Building blocks of the deletion jobs. Each function works on the rows that exist when it runs, so a job may repeat
// the function after an interruption at any point.

export interface BatchedDeletionDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  /**
   * Returns false to stop the deletion before the next page or item. A later poll of the jobs deletes the remaining
   * rows.
   */
  readonly shouldContinue?: () => boolean;
}

/** Thrown if `shouldContinue` returns false. This is no failure: a later poll of the jobs continues the deletion. */
export class DeletionInterrupted extends Error {}

const requireContinue = ({ shouldContinue }: BatchedDeletionDeps): void => {
  if (shouldContinue?.() === false) throw new DeletionInterrupted('halted');
};

const pagesOf = async function* (
  deps: BatchedDeletionDeps,
  table: Table,
  pk: string,
  { range, keysOnly }: { readonly range: Range; readonly keysOnly: boolean },
): AsyncGenerator<readonly StoredRow[]> {
  let continuation: string | undefined;
  do {
    requireContinue(deps);
    const page = await deps.store.scan(table, pk, range, {
      keysOnly,
      ...(continuation === undefined ? {} : { continuation }),
    });
    yield page.rows;
    continuation = page.continuation;
  } while (continuation !== undefined);
};

interface Partition {
  readonly table: Table;
  readonly pk: string;
}

/**
 * Deletes the rows of a range whose keys `takes` accepts. It reads page by page, so that any number of rows needs
 * little memory.
 */
export const removeRange = async (
  deps: BatchedDeletionDeps,
  { table, pk }: Partition,
  range: Range,
  takes: (rk: string) => boolean = () => true,
): Promise<void> => {
  for await (const rows of pagesOf(deps, table, pk, { range, keysOnly: true })) {
    const keys = rows.filter((row) => takes(row.rk)).map((row): Key => ({ pk, rk: row.rk }));
    await deleteRows(deps.store, table, keys);
  }
};

const atOnce = 16;

/** Runs `work` for each row of a range whose key `takes` accepts, for several rows at a time. */
export const forEachRow = async (
  deps: BatchedDeletionDeps,
  { table, pk }: Partition,
  {
    range,
    takes = () => true,
    keysOnly = false,
  }: {
    readonly range: Range;
    readonly takes?: (rk: string) => boolean;
    readonly keysOnly?: boolean;
  },
  work: (row: StoredRow) => Promise<void>,
): Promise<void> => {
  for await (const rows of pagesOf(deps, table, pk, { range, keysOnly }))
    await forEachInBatches(
      deps,
      rows.filter((row) => takes(row.rk)),
      work,
    );
};

/** Runs `work` for each item, for at most 16 items at a time, so that the store stays responsive for other callers. */
export const forEachInBatches = async <T>(
  deps: BatchedDeletionDeps,
  all: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  await mapLimit(all, atOnce, async (item) => {
    requireContinue(deps);
    await work(item);
  });
};

/**
 * Deletes a row of the directory or of an account, but only if `isOurs` returns true for it: the row may belong to
 * another organisation by now.
 */
export const removeRowWhile = async <K, S extends z.ZodObject>(
  { store }: Pick<BatchedDeletionDeps, 'store'>,
  of: Kind<null, K, S>,
  key: K,
  isOurs: (value: z.output<S>) => boolean = () => true,
): Promise<void> => {
  const records = outside(store);
  for (;;) {
    const row = await records.get(of, key);
    if (row === undefined || !isOurs(row.value)) return;
    try {
      await records.delete(of, key, row.etag);
      return;
    } catch (error) {
      // Another writer has just replaced the row, so it is read and checked again.
      if (!isConflict(error)) throw error;
    }
  }
};

export const listTeamsOf = async (
  { store }: Pick<BatchedDeletionDeps, 'store'>,
  orgId: OrgId,
): Promise<ValueOf<typeof orgTeam>[]> =>
  (await inOrg(store, orgId).list(orgTeam, undefined, prefixRange('team|'))).map((row) => row.value);

export const listKeys = async (
  { store }: Pick<BatchedDeletionDeps, 'store'>,
  table: Table,
  pk: string,
  range: Range,
): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { rk } of scanRows(store, table, pk, { ...range, keysOnly: true })) keys.push(rk);
  return keys;
};
