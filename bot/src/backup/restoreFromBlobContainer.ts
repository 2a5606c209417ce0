import type { BlobContainer } from '../gateways/blobContainerPort.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { endFilling, formatMark, markFilling, refuseNewer } from '../store/storeFormatAndFillingMark.ts';
import { tables } from '../store/tableStorePort.ts';
import type { Table } from '../store/tableStorePort.ts';
import {
  interruptedBackup,
  emptyStore,
  fillingOf,
  isEmpty,
  isMoved,
  refuseWhileRunning,
  tallyOfTable,
} from './checkAndEmptyTargetStore.ts';
import { isOwnAccount } from '../store/placement/checkAndRegisterStorageAccounts.ts';
import type { WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { finishedBackups, readManifest, readPart } from './backupPartsAndManifest.ts';
import type { Manifest } from './backupPartsAndManifest.ts';
import { BackupRefused } from './backupRefusedError.ts';
import { restoredRow, survivesRestore } from './dropRowsAndRecordRestore.ts';
import { addRow, createTally, isSame } from './tableChecksum.ts';
import type { Tally } from './tableChecksum.ts';

// Restores a container backup into tables. No server can start on the tables during the restore. An interrupted restore
// starts again from the beginning.

export interface ContainerRestore {
  readonly store: WholeStore;
  readonly blobs: BlobContainer;
  readonly clock: Clock;
  /** Name of the backup; undefined = the latest finished backup. */
  readonly id: string | undefined;
  readonly isReplacing: boolean;
  /**
   * Further storage accounts. The restore empties these accounts, because it puts all organisations into the main
   * account.
   */
  readonly further?: readonly WholeStore[];
}

const chosen = async ({ blobs, id }: ContainerRestore): Promise<{ id: string; manifest: Manifest }> => {
  const name = id ?? (await finishedBackups(blobs)).at(-1);
  const manifest = name === undefined ? undefined : await readManifest(blobs, name);
  if (name === undefined || manifest === undefined)
    throw new BackupRefused(
      id === undefined ? 'There is no finished backup in the container.' : `There is no finished backup named ${id}.`,
    );
  return { id: name, manifest };
};

/**
 * Throws if a further account has rows and does not belong to these tables, because the restore would delete the rows
 * of another installation.
 */
const refuseForeignAccounts = async ({ store, further = [] }: ContainerRestore): Promise<void> => {
  for (const account of further)
    if (!(await isEmpty(account)) && !(await isOwnAccount(store, account)))
      throw new BackupRefused(
        'A storage account of TABLES_ACCOUNTS contains data that these tables do not know, perhaps of another installation. ' +
          'Remove it from TABLES_ACCOUNTS and restore again. Nothing was changed.',
      );
};

const checkTarget = async (work: ContainerRestore): Promise<void> => {
  const { store, clock, isReplacing, further = [] } = work;
  await refuseWhileRunning(store, clock, 'these tables');
  await refuseForeignAccounts(work);
  if (!isReplacing) refuseNewer(await formatMark(store));
  const isBrokenOff = (await fillingOf(store)) !== '';
  const stores = [store, ...further];
  const areEmpty = (await Promise.all(stores.map(isEmpty))).every(Boolean);
  if (!isReplacing && !isBrokenOff && !areEmpty)
    throw new BackupRefused('The tables already contain data. Add --replace to replace it with the backup.');
};

const fill = async (
  { store, blobs }: ContainerRestore,
  id: string,
  { parts }: Manifest,
): Promise<Map<Table, Tally>> => {
  const tallies = new Map(tables.map((table) => [table, createTally()]));
  for (const part of parts) {
    const rows = (await readPart(blobs, id, part)).filter(
      (row) => survivesRestore(part.table, row) && isMoved(part.table, row),
    );
    const tally = tallies.get(part.table);
    for (const row of rows) if (tally !== undefined) addRow(tally, row);
    await store.admin.bulkPut(part.table, rows);
  }
  return tallies;
};

const verify = async ({ store }: ContainerRestore, tallies: ReadonlyMap<Table, Tally>): Promise<void> => {
  for (const [table, tally] of tallies)
    if (!isSame(await tallyOfTable(store, table, isMoved), tally.counted()))
      throw new BackupRefused(`The table ${table} differs from the backup. Run the restore again.`);
};

/**
 * Fills the tables with a backup and verifies them. No table is changed before the whole backup was read. Throws
 * BackupRefused.
 */
export const restoreFromBlobContainer = async (
  work: ContainerRestore,
): Promise<{ readonly id: string; readonly rows: number; readonly madeAt: string }> => {
  const { id, manifest } = await chosen(work);
  for (const part of manifest.parts) await readPart(work.blobs, id, part);
  await checkTarget(work);
  const { store, clock } = work;
  const mark = { format: manifest.format, readableBy: manifest.readableBy };
  await markFilling(store, `restore ${id}`, mark);
  try {
    for (const account of work.further ?? []) await emptyStore(account);
    await emptyStore(store);
    await verify(work, await fill(work, id, manifest));
    await store.admin.bulkPut('Sys', [restoredRow(toInstant(clock.now()), manifest.madeAt)]);
    await endFilling(store, mark);
  } catch (error) {
    throw interruptedBackup('The restore', error);
  }
  return { id, rows: manifest.parts.reduce((sum, part) => sum + part.rows, 0), madeAt: manifest.madeAt };
};
