import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { runTransactionsInSequence } from '../../bot/src/store/runTransactionsInSequence.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { tables } from '../../bot/src/store/tableStorePort.ts';
import type { Table, TableAdmin, TableStore } from '../../bot/src/store/tableStorePort.ts';

/** Runs the work in a new temporary folder, which is deleted when the work ends. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const opened = async <T>(file: string, work: (store: SqliteStore) => Promise<T>): Promise<T> => {
  const store = openSqliteStore({ file });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

export const withFileStore = <T>(work: (store: SqliteStore) => Promise<T>): Promise<T> =>
  withFolder((folder) => opened(storeFile(folder), work));

export const withCopy = <T>(file: string, work: (store: SqliteStore) => Promise<T>): Promise<T> =>
  withFolder((folder) => {
    copyFileSync(file, storeFile(folder));
    return opened(storeFile(folder), work);
  });

export const inMemory = (): SqliteStore => openSqliteStore({ file: ':memory:' });

/**
 * Writes the rows of a store into a file, from which other stores start. The rows are made in memory first, because
 * seeding through the services is slow on a file.
 */
export const saveAs = async ({ admin }: { readonly admin: TableAdmin }, file: string): Promise<void> => {
  const saved = openSqliteStore({ file });
  for (const table of tables) {
    let continuation: string | undefined;
    do {
      const page = await admin.scanAll(table, continuation === undefined ? {} : { continuation });
      await saved.admin.bulkPut(table, page.rows);
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
  await saved.close();
};

export interface CountingStore extends TableStore {
  /** Returns the number of calls by table since the last call of this function. */
  takeCalls(): ReadonlyMap<Table, number>;
}

/** The counted operations. `inOrder` is not counted itself, because it calls `transact` for each transaction. */
type Operation = Exclude<keyof TableStore, 'close' | 'inOrder'>;
const operations: readonly Operation[] = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'];

export const countingStore = (inner: TableStore): CountingStore => {
  let calls = new Map<Table, number>();
  const wrap =
    (name: Operation) =>
    (table: Table, ...parameters: unknown[]): Promise<unknown> => {
      calls.set(table, (calls.get(table) ?? 0) + 1);
      return (inner[name] as (...items: unknown[]) => Promise<unknown>)(table, ...parameters);
    };
  const wrapped = Object.fromEntries(operations.map((name) => [name, wrap(name)])) as unknown as Pick<
    TableStore,
    Operation
  >;
  return {
    ...wrapped,
    inOrder: runTransactionsInSequence(wrapped.transact),
    close: () => inner.close(),
    takeCalls: () => {
      const taken = calls;
      calls = new Map();
      return taken;
    },
  };
};

export const sumOf = (calls: ReadonlyMap<Table, number>): number => [...calls.values()].reduce((a, b) => a + b, 0);
