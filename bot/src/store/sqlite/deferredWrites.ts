// Writes of one group whose results are needed only at the end of the group. Several of them become one statement.
import type { Table } from '../tableStorePort.ts';
import type { Connection, Statement } from './sqliteConnectionAndErrors.ts';
import { GroupFailed } from './groupWriter.ts';

/**
 * Maximum number of rows of a statement. More rows save little time, and each number of rows needs its own prepared
 * statement.
 */
export const rowsAtOnce = 8;

/**
 * SQLite itself merges a touch (a write without a condition, see touchQueue.ts) into a stored row only if both together
 * have at most this many characters, because the merged row then cannot exceed the limits of a row. The row writer
 * combines several touches of a row only if each touch has at most this many characters.
 */
export const shortText = 1_500;

const listed = (size: number, columns: string): string => Array.from({ length: size }, () => `(${columns})`).join(', ');
const anyOf = (size: number, condition: string): string =>
  Array.from({ length: size }, () => `(${condition})`).join(' OR ');

// OR IGNORE and OR FAIL spare SQLite the journal for undoing a statement of several rows. It is not needed: if a
// statement changes fewer rows than it lists, the whole group is rolled back.
const sqlOf = {
  /** Values of a row: pk, rk, etag, v. */
  insert: (table: Table, size: number) =>
    `INSERT OR IGNORE INTO ${table} (pk, rk, etag, v) VALUES ${listed(size, '?, ?, ?, ?')}`,
  /** Values of a row: pk, rk, expected etag, etag, v. */
  update: (table: Table, size: number) =>
    size === 1
      ? `UPDATE ${table} SET etag = ?4, v = ?5 WHERE pk = ?1 AND rk = ?2 AND etag = ?3`
      : `WITH new(pk, rk, expected, etag, v) AS (VALUES ${listed(size, '?, ?, ?, ?, ?')}) UPDATE OR FAIL ${table} SET etag = new.etag, v = new.v FROM new WHERE ${table}.pk = new.pk AND ${table}.rk = new.rk AND ${table}.etag = new.expected`,
  /**
   * Values of a row: pk, rk, etag, v. The statement leaves out rows that are long, and rows in which another tool
   * stored invalid JSON. Values are flat and never null, so `json_patch` does the same as a merge.
   */
  touch: (table: Table, size: number) =>
    `INSERT INTO ${table} (pk, rk, etag, v) VALUES ${listed(size, '?, ?, ?, ?')} ON CONFLICT DO UPDATE SET etag = excluded.etag, v = json_patch(v, excluded.v) WHERE length(v) + length(excluded.v) <= ${shortText} AND json_valid(v)`,
  /** Values of a row: pk, rk, etag. */
  remove: (table: Table, size: number) => `DELETE FROM ${table} WHERE ${anyOf(size, 'pk = ? AND rk = ? AND etag = ?')}`,
  /** Values of a row: pk, rk. */
  drop: (table: Table, size: number) => `DELETE FROM ${table} WHERE ${anyOf(size, 'pk = ? AND rk = ?')}`,
};

export type WriteKind = keyof typeof sqlOf;

/** Returns the statement that writes `size` rows, 1 to `rowsAtOnce`. Each is prepared at its first use. */
export type WriteStatements = (kind: WriteKind, table: Table, size: number) => Statement;

export const writeStatementsOf = (connection: Connection): WriteStatements => {
  const bySize = (kind: WriteKind) =>
    Array.from({ length: rowsAtOnce }, (_, index) => connection.ofTable((table) => sqlOf[kind](table, index + 1)));
  const all = {
    insert: bySize('insert'),
    update: bySize('update'),
    touch: bySize('touch'),
    remove: bySize('remove'),
    drop: bySize('drop'),
  };
  return (kind, table, size) => {
    const found = all[kind][size - 1];
    if (found === undefined) throw new Error(`No statement writes ${size} rows`);
    return found(table);
  };
};

export interface DeferredWrites {
  /** True if the group has deferred a write of the row. */
  has(name: string): boolean;
  /** Defers a write that changes exactly one row. Throws GroupFailed if a deferred write changed no row. */
  add(kind: WriteKind, table: Table, name: string, values: readonly string[]): void;
  /** Carries out all deferred writes. Throws GroupFailed if one of them changed no row. */
  flush(): void;
  /** Ends the group: forgets its rows, and the writes that were not carried out. */
  clear(): void;
}

interface Batch {
  readonly kind: WriteKind;
  readonly table: Table;
  size: number;
  values: string[];
}

export const createDeferredWrites = (statements: WriteStatements): DeferredWrites => {
  const names = new Set<string>();
  const batches = new Map<string, Batch>();
  const carryOut = (batch: Batch): void => {
    const { kind, table, size, values } = batch;
    if (size === 0) return;
    batch.size = 0;
    batch.values = [];
    const { changes } = statements(kind, table, size).run(values);
    if (changes !== size) throw new GroupFailed(`${table}: ${kind} changed ${changes} of ${size} rows`);
  };
  return {
    has: (name) => names.has(name),
    add: (kind, table, name, values) => {
      names.add(name);
      const id = `${kind} ${table}`;
      let batch = batches.get(id);
      if (batch === undefined) {
        batch = { kind, table, size: 0, values: [] };
        batches.set(id, batch);
      }
      batch.values.push(...values);
      batch.size += 1;
      if (batch.size === rowsAtOnce) carryOut(batch);
    },
    flush: () => {
      for (const batch of batches.values()) carryOut(batch);
    },
    clear: () => {
      names.clear();
      for (const batch of batches.values()) {
        batch.size = 0;
        batch.values = [];
      }
    },
  };
};
