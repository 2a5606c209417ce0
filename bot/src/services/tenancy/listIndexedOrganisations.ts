import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgIndex, orgPartition, orgShards } from '../../store/kinds/organisations/organisationIndex.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';

export type IndexedOrganisation = ValueOf<typeof orgIndex>;

/**
 * Yields all organisations of the installation, beginning with the organisation `from` (undefined = the first), always
 * in the same order.
 */
export const listIndexedOrganisations = async function* (
  { store }: Pick<Deps, 'store'>,
  from: OrgId | undefined,
): AsyncGenerator<IndexedOrganisation> {
  const first = from === undefined ? orgShards[0] : shardOf(from);
  for (const shard of orgShards) {
    if (first !== undefined && shard < first) continue;
    // Ids consist of digits and capital letters, so all of them lie between '0' and '['.
    const range = { from: shard === first && from !== undefined ? from : '0', to: '[' };
    for await (const row of scanRows(store, orgIndex.table, orgPartition(shard), range))
      yield readAs(orgIndex, row).value;
  }
};

const readable = ({ log }: Pick<Deps, 'log'>, row: StoredRow): IndexedOrganisation | undefined => {
  try {
    return readAs(orgIndex, row).value;
  } catch (error) {
    log.error('org.unreadable', error, { key: row.rk });
    return undefined;
  }
};

/**
 * Yields the organisations of one shard. For a row that cannot be read, logs the error and yields undefined, so that
 * the other organisations still follow.
 */
export const listOrganisationsOfShard = async function* (
  deps: Pick<Deps, 'store' | 'log'>,
  shard: string,
): AsyncGenerator<IndexedOrganisation | undefined> {
  for await (const row of scanRows(deps.store, orgIndex.table, orgPartition(shard), { from: '0', to: '[' }))
    yield readable(deps, row);
};

export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** Returns the first `size` items, and the cursor of the item after them (null if there is none). */
export const pageOfList = async <T>(
  all: AsyncIterable<T>,
  size: number,
  placeOf: (item: T) => string,
): Promise<ListPage<T>> => {
  const items: T[] = [];
  for await (const item of all) {
    if (items.length === size) return { items, next: placeOf(item) };
    items.push(item);
  }
  return { items, next: null };
};
