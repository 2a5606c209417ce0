import { restoreFromBlobContainer } from '../../../bot/src/backup/restoreFromBlobContainer.ts';
import type { BackupDeps } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import type { BlobContainer } from '../../../bot/src/gateways/blobContainerPort.ts';
import { claimFormat } from '../../../bot/src/store/storeFormatAndFillingMark.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { Row, TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { FakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { quietLog } from '../../support/worlds/teamWorldWithEngine.ts';

// Stores, containers and calls of the tests about backups to a container.

export type Opened = TableStore & { readonly admin: TableAdmin };

/** Creates a fake container in memory that, like the real one, never changes an existing blob. */
export const memoryBlobs = () => {
  const blobs = new Map<string, Uint8Array>();
  const container: BlobContainer = {
    put: (name, bytes) => {
      if (blobs.has(name)) return Promise.reject(new Error(`${name} is there`));
      blobs.set(name, bytes);
      return Promise.resolve();
    },
    get: (name) => Promise.resolve(blobs.get(name)),
    list: (prefix) => Promise.resolve([...blobs.keys()].filter((name) => name.startsWith(prefix)).sort()),
  };
  return { ...container, blobs };
};

export const inMemory = (): Opened => openSqliteStore({ file: ':memory:' });

const row = (index: number): Row => ({
  pk: `p${index % 5}`,
  rk: `r|${String(index).padStart(5, '0')}`,
  values: { v: 1, at: index, text: 'ü'.repeat(50), isOn: index % 2 === 0 },
});
export const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(index));

export const filled = async (store: Opened, each = 40): Promise<Opened> => {
  for (const table of tables) if (table !== 'Sys') await store.admin.bulkPut(table, rows(each));
  await store.admin.bulkPut('Accounts', [
    { pk: 'u:ann', rk: 'fam|1', values: { v: 1 } },
    { pk: 'u:ann', rk: 'p', values: { v: 1 } },
    { pk: 'tok:aa', rk: 't', values: { v: 1, kind: 'RESET' } },
  ]);
  await claimFormat(store);
  return store;
};

/** Returns the rows of a store as text, without the rows that a server writes for itself, such as leases. */
export const held = async (store: Opened, skip: RegExp = /^$/): Promise<string[]> => {
  const all: string[] = [];
  for (const table of tables)
    for (const { pk, rk, values } of await rowsOf(store.admin, table)) {
      const line = `${table} ${pk} ${rk} ${JSON.stringify(Object.entries(values).sort())}`;
      if (!/^Sys (?:lease|probe|backup|format) /.test(line) && !skip.test(line)) all.push(line);
    }
  return all.sort();
};
export const gone = /^Accounts (?:u:ann fam|tok:)|^Sys restored /;

let ids = 0;
export const depsOf = (
  store: Opened,
  blobs: BlobContainer,
  clock: FakeClock,
): BackupDeps & { log: ReturnType<typeof quietLog> } => ({
  ...{ store, blobs, clock, log: quietLog() },
  newId: () => {
    ids += 1;
    return `id${ids}`;
  },
});
export const small = { partSize: 1_000, pageRows: 10 };
export const always = () => true;

/** Returns a function that is true for the first `most` calls, so that a backup ends after as many steps. */
export const stepsUntil = (most: number) => {
  let steps = 0;
  return () => {
    steps += 1;
    return steps <= most;
  };
};

export const sentence = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'it was done';
};

export const restoring = (store: Opened, blobs: BlobContainer, clock: FakeClock, change = {}) =>
  restoreFromBlobContainer({ store, blobs, clock, id: undefined, isReplacing: false, ...change });
