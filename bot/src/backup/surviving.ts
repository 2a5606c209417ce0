import type { Instant } from '#contracts/ids.ts';
import { encode } from '../store/codec.ts';
import { restored } from '../store/kinds/installation.ts';
import type { Row, Table, TableAdmin, TableStore } from '../store/port.ts';

// What of a backup comes back. Sessions and codes do not: those that were ended or used up since would be good again. Nor
// does what belongs to processes that are gone; and the nights are done anew, so that plans and copies are repaired.

const isSession = (row: Row): boolean => row.pk.startsWith('u:') && row.rk.startsWith('fam|');
/** The link that undoes a deletion stays: using it twice leads to the same. */
const isCode = (row: Row): boolean => row.pk.startsWith('tok:') && row.values['kind'] !== 'UNDELETE';
export const isOfProcesses = ({ pk, rk }: Row): boolean =>
  pk === 'lease' || pk === 'probe' || pk === 'backup' || (pk === 'saga' && rk.startsWith('night|'));

export const survives = (table: Table, row: Row): boolean => {
  if (table === 'Accounts') return !isSession(row) && !isCode(row);
  return table !== 'Sys' || !isOfProcesses(row);
};

/** Tables that hold what does not survive. */
const touched = ['Accounts', 'Sys'] as const;

/** Removes what does not survive from a store that nobody else uses. */
export const removeOthers = async (store: TableStore & { readonly admin: TableAdmin }): Promise<void> => {
  for (const table of touched) {
    let continuation: string | undefined;
    do {
      const page = await store.admin.scanAll(table, continuation === undefined ? {} : { continuation });
      const gone = page.rows.filter((row) => !survives(table, row));
      await Promise.all(gone.map((row) => store.delete(table, row, row.etag)));
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
};

/** The word to the engine that what was due until `at` may have been sent. */
export const restoredRow = (at: Instant, from: Instant): Row => ({
  ...restored.at(null, undefined),
  values: encode(restored, { at, from }),
});
