import type { OrgId } from '#contracts/core/ids.ts';
import { shardOf } from '../../domain/core/hashing.ts';
import { readAs, scanRows } from '../../store/kind.ts';
import type { ValueOf } from '../../store/kind.ts';
import { orgIndex, orgPartition, orgShards } from '../../store/kinds/organisationLookups.ts';
import type { StoredRow } from '../../store/port.ts';
import type { Deps } from '../core/deps.ts';

export type IndexedOrg = ValueOf<typeof orgIndex>;

/** All organisations of the installation from this one on, itself included, always in the same order. */
export const allOrgs = async function* (
  { store }: Pick<Deps, 'store'>,
  from: OrgId | undefined,
): AsyncGenerator<IndexedOrg> {
  const first = from === undefined ? orgShards[0] : shardOf(from);
  for (const shard of orgShards) {
    if (first !== undefined && shard < first) continue;
    // Ids consist of digits and capital letters.
    const range = { from: shard === first && from !== undefined ? from : '0', to: '[' };
    for await (const row of scanRows(store, orgIndex.table, orgPartition(shard), range))
      yield readAs(orgIndex, row).value;
  }
};

const readable = ({ log }: Pick<Deps, 'log'>, row: StoredRow): IndexedOrg | undefined => {
  try {
    return readAs(orgIndex, row).value;
  } catch (error) {
    log.error('org.unreadable', error, { key: row.rk });
    return undefined;
  }
};

/**
 * The organisations of one shard, for work on each; undefined = a row that cannot be read, which is logged and does
 * not stop the others.
 */
export const orgsOfShard = async function* (
  deps: Pick<Deps, 'store' | 'log'>,
  shard: string,
): AsyncGenerator<IndexedOrg | undefined> {
  for await (const row of scanRows(deps.store, orgIndex.table, orgPartition(shard), { from: '0', to: '[' }))
    yield readable(deps, row);
};

export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null = this is the last page. */
  readonly next: string | null;
}

/** The first `size` items, and the cursor of the next one. */
export const pageOf = async <T>(
  all: AsyncIterable<T>,
  size: number,
  placeOf: (one: T) => string,
): Promise<ListPage<T>> => {
  const items: T[] = [];
  for await (const one of all) {
    if (items.length === size) return { items, next: placeOf(one) };
    items.push(one);
  }
  return { items, next: null };
};
