import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { encode } from '../store/rowCodec.ts';
import { isOfPlaces } from '../store/placement/organisationPlaceKinds.ts';
import { restored } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import type { Row, Table, TableAdmin, TableStore } from '../store/tableStorePort.ts';

// Selects the rows of a backup that a restore keeps. It drops sessions and codes, because ended sessions and used codes
// would become valid again. It also drops the rows of old processes, such as the record of the last nightly work:
// without that record the nightly work runs again and repairs planned runs and copies of vacations.

const isSession = (row: Row): boolean => row.pk.startsWith('u:') && row.rk.startsWith('fam|');
/**
 * True for a code that a restore removes. A code that undoes a deletion is kept, because using it twice has the same
 * result.
 */
const isCode = (row: Row): boolean => row.pk.startsWith('tok:') && row.values['kind'] !== 'UNDELETE';
export const isOfProcesses = ({ pk, rk }: Row): boolean =>
  pk === 'lease' || pk === 'probe' || pk === 'backup' || isOfPlaces(pk) || (pk === 'saga' && rk.startsWith('night|'));

/**
 * True for a row of the search index. A backup of tables in use reads the rows one after the other, so the index in the
 * backup may lack rows. After the restore, the server builds the index again.
 */
const isOfSearchIndex = ({ rk }: Row): boolean => rk === 'I' || rk.startsWith('I|');

export const survivesRestore = (table: Table, row: Row): boolean => {
  if (table === 'Team') return !isOfSearchIndex(row);
  if (table === 'Accounts') return !isSession(row) && !isCode(row);
  return table !== 'Sys' || !isOfProcesses(row);
};

const touched = ['Accounts', 'Sys'] as const;

/**
 * Deletes the sessions, codes and rows of old processes from a restored store file. The search index remains, because
 * the backup of a file is a copy of one instant. No other process may use the store.
 */
export const removeOthers = async (store: TableStore & { readonly admin: TableAdmin }): Promise<void> => {
  for (const table of touched) {
    let continuation: string | undefined;
    do {
      const page = await store.admin.scanAll(table, continuation === undefined ? {} : { continuation });
      const gone = page.rows.filter((row) => !survivesRestore(table, row));
      await Promise.all(gone.map((row) => store.delete(table, row, row.etag)));
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
};

/**
 * Returns the row that records a restore at `instant` of a backup made at `from`. Because of this row, the engine knows
 * that messages due until `instant` may already have been sent.
 */
export const restoredRow = (instant: Instant, from: Instant): Row => ({
  ...restored.at(null, undefined),
  values: encode(restored, { at: instant, from }),
});
