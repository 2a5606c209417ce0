import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { tables } from '../../bot/src/store/port.ts';
import type { Row, Table, TableAdmin, TableStore } from '../../bot/src/store/port.ts';

export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** An embedded store on a file of its own, as it runs in production. */
export const withFileStore = <T>(work: (store: SqliteStore) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const store = openSqliteStore({ file: path.join(folder, 'rollcall.db') });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });

export const inMemory = (): SqliteStore => openSqliteStore({ file: ':memory:' });

export interface Rows {
  readonly table: Table;
  readonly rows: readonly Row[];
}

/** What a store holds, to be put into any number of others: seeding through the services is slow on a file. */
export const rowsIn = async ({ admin }: { readonly admin: TableAdmin }): Promise<Rows[]> => {
  const all: Rows[] = [];
  for (const table of tables) {
    let continuation: string | undefined;
    do {
      const page = await admin.scanAll(table, continuation === undefined ? {} : { continuation });
      all.push({ table, rows: page.rows });
      continuation = page.continuation;
    } while (continuation !== undefined);
  }
  return all;
};

export const putRows = async ({ admin }: { readonly admin: TableAdmin }, all: readonly Rows[]): Promise<void> => {
  for (const { table, rows } of all) await admin.bulkPut(table, rows);
};

export interface CountingStore extends TableStore {
  /** Calls since the last time this was asked, by table. */
  takeCalls(): ReadonlyMap<Table, number>;
}

type Operation = Exclude<keyof TableStore, 'close'>;
const operations: readonly Operation[] = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'];

export const countingStore = (inner: TableStore): CountingStore => {
  let calls = new Map<Table, number>();
  const wrap =
    (name: Operation) =>
    (table: Table, ...parameters: unknown[]): Promise<unknown> => {
      calls.set(table, (calls.get(table) ?? 0) + 1);
      return (inner[name] as (...all: unknown[]) => Promise<unknown>)(table, ...parameters);
    };
  const wrapped = Object.fromEntries(operations.map((name) => [name, wrap(name)]));
  return {
    ...(wrapped as unknown as Omit<TableStore, 'close'>),
    close: () => inner.close(),
    takeCalls: () => {
      const taken = calls;
      calls = new Map();
      return taken;
    },
  };
};

export const sumOf = (calls: ReadonlyMap<Table, number>): number => [...calls.values()].reduce((a, b) => a + b, 0);
