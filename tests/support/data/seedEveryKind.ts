import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { idsIn } from './seededIdsAndNames.ts';
import type { IdsIn } from './seededIdsAndNames.ts';
import { seedObserverAndBlockerRows } from './everyKind/seedObserverAndBlockerRows.ts';
import { seedAccounts, seedDirectory, seedWork } from './everyKind/seedAccountRows.ts';
import { seedOrg, seedTeam } from './everyKind/seedOrganisationRows.ts';
import { seedRun } from './everyKind/seedRunRows.ts';
import type { Seeding } from './everyKind/seedingInstantsAndInserts.ts';

// Seeds an organisation with at least one row of every kind. A test fails if a kind is missing here.

/**
 * Kinds of rows that belong to the installation and not to one organisation. `organisationPlace` contains only the
 * organisation's id and data about its storage account, and stays after the organisation is deleted.
 */
export const installationKinds: ReadonlySet<string> = new Set([
  'shardLease',
  'probe',
  'nightly',
  'monthsClosed',
  'invoiceNumbers',
  'storeFormat',
  'restored',
  'backupState',
  'backupPart',
  'placesState',
  'organisationPlace',
  'accountMark',
]);

export const seedEveryKind = async (store: TableStore, name: string): Promise<IdsIn> => {
  const ids = idsIn(name);
  const records = inOrg(store, ids.orgId);
  const rows = outside(store);
  const seeding: Seeding = {
    ...{ name, ids, store },
    own: (of, key, value) => records.insert(of, key, value),
    shared: (of, key, value) => rows.insert(of, key, value),
  };
  for (const seed of [seedOrg, seedTeam, seedRun, seedObserverAndBlockerRows, seedDirectory, seedAccounts, seedWork])
    await seed(seeding);
  return ids;
};
