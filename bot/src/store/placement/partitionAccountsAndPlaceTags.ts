import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { StoreError } from '../tableStorePort.ts';
import type { Etag, StoredRow, Table, TableAdmin, TableStore } from '../tableStorePort.ts';
import type { NewPlaceDeps } from './placeNewOrganisation.ts';
import type { Place, Placements } from './cachedOrganisationPlaces.ts';

export type WholeStore = TableStore & { readonly admin: TableAdmin };

export interface PlacedDeps extends NewPlaceDeps {
  readonly main: WholeStore;
  readonly placements: Placements;
  /** All storage accounts by name. The main account is the first. */
  readonly accounts: ReadonlyMap<string, WholeStore>;
}

/** Tables whose partitions belong to an organisation. Their partition keys begin with its id. */
export const placedTables = ['Org', 'Team', 'Usage'] as const satisfies readonly Table[];
const placed: ReadonlySet<Table> = new Set<Table>(placedTables);
export const isPlaced = (table: Table): boolean => placed.has(table);

export const orgOfPartition = (pk: string): OrgId => (pk.split('|', 1)[0] ?? '') as OrgId;

export const storeOf = ({ accounts }: Pick<PlacedDeps, 'accounts'>, account: string): WholeStore => {
  const store = accounts.get(account);
  if (store === undefined)
    throw new StoreError('UNAVAILABLE', `The storage account ${account} is not in TABLES_ACCOUNTS of this instance.`);
  return store;
};

/**
 * Character between the tag of a place and an etag or a continuation that the storage account returned. No etag or
 * continuation of a storage account begins with it.
 */
export const separator = '~';

/** Puts the tag of the place before an etag or a continuation, so that no other place accepts it. */
export const outward = ({ tag }: Place, text: string): string => (tag === '' ? text : `${tag}${separator}${text}`);

export const rowOutside = (place: Place, row: StoredRow): StoredRow =>
  place.tag === '' ? row : { ...row, etag: outward(place, row.etag) as Etag };
