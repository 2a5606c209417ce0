import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Key, Table } from '../tableStorePort.ts';
import { orgOfPartition, placedTables } from './partitionAccountsAndPlaceTags.ts';
import type { PlacedDeps, WholeStore } from './partitionAccountsAndPlaceTags.ts';

/** Rows of an organisation in a storage account to which the organisation does not belong. */
export interface Stray {
  readonly table: Table;
  /** Key of the first misplaced row. */
  readonly key: Key;
  readonly account: string;
  /** The storage account to which the organisation belongs. */
  readonly place: string;
  readonly rows: number;
}

const strayRows = async (
  { placements }: PlacedDeps,
  table: Table,
  [account, store]: readonly [string, WholeStore],
): Promise<Stray[]> => {
  const strays = new Map<OrgId, Stray>();
  let continuation: string | undefined;
  do {
    const request = { keysOnly: true, ...(continuation === undefined ? {} : { continuation }) };
    const page = await store.admin.scanAll(table, request);
    const { move } = await placements.state();
    for (const { pk, rk } of page.rows) {
      const orgId = orgOfPartition(pk);
      const place = (await placements.locate(orgId)).account;
      if (place === account || (move?.orgId === orgId && move.phase !== 'CLEAN')) continue;
      const before = strays.get(orgId) ?? { table, key: { pk, rk }, account, place, rows: 0 };
      strays.set(orgId, { ...before, rows: before.rows + 1 });
    }
    continuation = page.continuation;
  } while (continuation !== undefined);
  return [...strays.values()];
};

/**
 * Finds rows outside the storage account of their organisation. The unfinished copy of a running move is not reported.
 */
export const findMisplacedRows = async (deps: PlacedDeps): Promise<Stray[]> => {
  const strays: Stray[] = [];
  for (const account of deps.accounts)
    for (const table of placedTables) strays.push(...(await strayRows(deps, table, account)));
  return strays;
};
