import { StoreError } from '../tableStorePort.ts';
import type { Page, Row, StoredRow, Table, TableAdmin } from '../tableStorePort.ts';
import { isPlaced, orgOfPartition, rowOutside, storeOf } from './partitionAccountsAndPlaceTags.ts';
import type { PlacedDeps, WholeStore } from './partitionAccountsAndPlaceTags.ts';

// Reads and writes whole tables over several storage accounts. A scan notices a move, because its continuation contains
// the version of the places.

/**
 * Thrown if an organisation moved to another account during the scan of a table. The scan must begin again, because it
 * could miss rows.
 */
export class PlacesChangedError extends StoreError {
  constructor() {
    super('UNAVAILABLE', 'An organisation moved to another storage account during the scan. Start again.');
    this.name = 'PlacesChangedError';
  }
}

interface Position {
  readonly version: number;
  readonly index: number;
  readonly inner: string | undefined;
}

const encodePosition = ({ version, index, inner = '' }: Position): string => `${version}|${index}|${inner}`;

const decodePosition = (text: string): Position => {
  const [, version, index, inner] = /^(\d+)\|(\d+)\|(.*)$/s.exec(text) ?? [];
  if (version === undefined || index === undefined) throw new StoreError('INVALID', 'not a continuation of this store');
  return { version: Number(version), index: Number(index), inner: inner === '' ? undefined : inner };
};

/**
 * Returns the rows whose organisation belongs to this storage account. Any other row is the copy of a move that has not
 * switched yet, or the remainder of a move that has.
 */
const rowsAtPlace = async (
  { placements }: PlacedDeps,
  account: string,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> => {
  const own: StoredRow[] = [];
  for (const row of rows) {
    const place = await placements.locate(orgOfPartition(row.pk));
    if (place.account === account) own.push(rowOutside(place, row));
  }
  return own;
};

const scanPlaced = async (
  deps: PlacedDeps,
  table: Table,
  page: Parameters<TableAdmin['scanAll']>[1] = {},
): Promise<Page> => {
  const accounts = [...deps.accounts];
  const { version } = await deps.placements.state();
  const { continuation, ...request } = page;
  let at: Position | undefined =
    continuation === undefined ? { version, index: 0, inner: undefined } : decodePosition(continuation);
  for (;;) {
    const [name, store] = accounts[at.index] ?? [];
    if (at.version !== version || name === undefined || store === undefined) throw new PlacesChangedError();
    const inner: Page = await store.admin.scanAll(table, {
      ...request,
      ...(at.inner === undefined ? {} : { continuation: at.inner }),
    });
    const rows = await rowsAtPlace(deps, name, inner.rows);
    if ((await deps.placements.state()).version !== version) throw new PlacesChangedError();
    const isLast: boolean = inner.continuation === undefined && at.index === accounts.length - 1;
    if (isLast) return { rows };
    at =
      inner.continuation === undefined
        ? { version, index: at.index + 1, inner: undefined }
        : { version, index: at.index, inner: inner.continuation };
    if (rows.length > 0) return { rows, continuation: encodePosition(at) };
  }
};

const putPlaced = async (deps: PlacedDeps, table: Table, rows: readonly Row[]): Promise<void> => {
  const byStore = new Map<WholeStore, Row[]>();
  for (const row of rows) {
    const { account } = await deps.placements.find(orgOfPartition(row.pk));
    const store = storeOf(deps, account);
    byStore.set(store, [...(byStore.get(store) ?? []), row]);
  }
  await Promise.all([...byStore].map(([store, own]) => store.admin.bulkPut(table, own)));
};

export const placedAdmin = (deps: PlacedDeps): TableAdmin => ({
  scanAll: (table, page) => (isPlaced(table) ? scanPlaced(deps, table, page) : deps.main.admin.scanAll(table, page)),
  bulkPut: (table, rows) => (isPlaced(table) ? putPlaced(deps, table, rows) : deps.main.admin.bulkPut(table, rows)),
});
