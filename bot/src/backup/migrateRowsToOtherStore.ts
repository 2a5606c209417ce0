import { randomUUID } from 'node:crypto';
import type { Clock } from '../domain/core/clockPort.ts';
import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { probe } from '../store/kinds/operations/readinessProbe.ts';
import { listUsedAccounts } from '../store/placement/checkAndRegisterStorageAccounts.ts';
import { checkFormat, endFilling, formatMark, markFilling, refuseNewer } from '../store/storeFormatAndFillingMark.ts';
import type { BuildFormat } from '../store/storeFormatAndFillingMark.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import { tables } from '../store/tableStorePort.ts';
import type { Table } from '../store/tableStorePort.ts';
import {
  interruptedBackup,
  emptyStore,
  fillingOf,
  isEmpty,
  isMoved,
  pagesOf,
  refuseWhileRunning,
  tallyOfTable,
} from './checkAndEmptyTargetStore.ts';
import type { WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { BackupRefused } from './backupRefusedError.ts';
import { isSame } from './tableChecksum.ts';

// Copies a store into another, empty store, which may have another engine. Rows that serve only running processes, such
// as leases, are not copied. An interrupted copy continues at its last position. At the end the rows of both stores are
// compared. The source is not changed.

export interface Migration {
  readonly from: WholeStore;
  readonly to: WholeStore;
  readonly clock: Clock;
  /** If true, the rows of the target are deleted first. */
  readonly isReplacing?: boolean;
  /** Called after each page with the number of its copied rows. */
  readonly onPage?: (table: Table, rows: number) => void;
}

const word = 'migrate';

interface Reached {
  readonly table: Table;
  readonly continuation: string | undefined;
}

/**
 * Reads the progress that an interrupted migration left in its target, such as `migrate|Team|continuation`. Undefined =
 * no migration was interrupted.
 */
const reachedBy = (filling: string): Reached | undefined => {
  const [what, table, continuation = ''] = filling.split('|');
  const existing = tables.find((item) => item === table);
  if (what !== word || existing === undefined) return undefined;
  return { table: existing, continuation: continuation === '' ? undefined : continuation };
};

const progress = (table: Table, continuation = ''): string => `${word}|${table}|${continuation}`;

const markOf = async (store: WholeStore): Promise<BuildFormat> =>
  (await formatMark(store)) ?? { format: 1, readableBy: 1 };

/**
 * Throws if organisations are in further storage accounts: the copy reads only the main account and would lose them.
 */
const refuseFurtherAccounts = async (from: WholeStore): Promise<void> => {
  const [account] = await listUsedAccounts(from);
  if (account !== undefined)
    throw new BackupRefused(
      `Organisations of the store are in the storage account ${account}. Move them to main with move-organisation first, or restore a backup.`,
    );
};

/**
 * Throws if both places are the same store, because emptying the target would then delete the source. Names are not
 * enough: a link or another spelling also leads to the store. A probe row is written to the target and looked for in
 * the source.
 */
const refuseSameStore = async ({ from, to, clock }: Migration): Promise<void> => {
  const key = { instanceId: randomUUID() };
  const etag = await outside(to).touch(probe, key, { at: toInstant(clock.now()) });
  const isSameStore = (await outside(from).get(probe, key)) !== undefined;
  await outside(to).delete(probe, key, etag);
  if (isSameStore) throw new BackupRefused('FROM and TO are the same store.');
};

const start = async ({ from, to, clock, isReplacing = false }: Migration): Promise<Reached> => {
  await checkFormat(from);
  await refuseWhileRunning(from, clock, 'the store to be moved');
  await refuseFurtherAccounts(from);
  const filling = await fillingOf(to);
  const beginning = { table: tables[0], continuation: undefined };
  if (isReplacing) {
    await refuseWhileRunning(to, clock, 'the store to move into');
    await refuseSameStore({ from, to, clock });
    await markFilling(to, progress(tables[0]), await markOf(from));
    await emptyStore(to);
    return beginning;
  }
  refuseNewer(await formatMark(to));
  const reached = reachedBy(filling);
  if (reached !== undefined) return reached;
  if (filling !== '' || !(await isEmpty(to)))
    throw new BackupRefused('The target store already contains data. Add --replace to replace it.');
  return beginning;
};

const copyTable = async ({ from, to, onPage }: Migration, { table, continuation }: Reached): Promise<void> => {
  const mark = await markOf(from);
  await markFilling(to, progress(table, continuation), mark);
  for await (const page of pagesOf(from, table, continuation)) {
    const rows = page.rows.filter((row) => isMoved(table, row));
    await to.admin.bulkPut(table, rows);
    if (page.continuation !== undefined) await markFilling(to, progress(table, page.continuation), mark);
    onPage?.(table, rows.length);
  }
};

const verify = async ({ from, to }: Migration): Promise<number> => {
  let rows = 0;
  for (const table of tables) {
    const [source, target] = [await tallyOfTable(from, table, isMoved), await tallyOfTable(to, table, isMoved)];
    if (!isSame(source, target))
      throw new BackupRefused(
        `The table ${table} differs: ${source.rows} rows in the source, ${target.rows} in the target. Start again with --replace.`,
      );
    rows += source.rows;
  }
  return rows;
};

const moved = async (work: Migration, reached: Reached): Promise<number> => {
  const first = tables.indexOf(reached.table);
  for (const [at, table] of tables.entries())
    if (at >= first) await copyTable(work, { table, continuation: at === first ? reached.continuation : undefined });
  const rows = await verify(work);
  await endFilling(work.to, await markOf(work.from));
  return rows;
};

/** Copies the store and verifies the copy. Returns the number of copied rows. Throws BackupRefused. */
export const migrateRowsToOtherStore = async (work: Migration): Promise<number> => {
  const reached = await start(work);
  try {
    return await moved(work, reached);
  } catch (error) {
    throw interruptedBackup('The move', error);
  }
};
