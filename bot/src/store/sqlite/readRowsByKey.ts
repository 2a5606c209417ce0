import type { Etag, Key, Table } from '../tableStorePort.ts';
import type { RowToRead } from './gatheredReads.ts';
import { rowName } from './committedRowCache.ts';
import type { KnownRow, KnownRows } from './committedRowCache.ts';
import { rowCost } from './loopPacerAndLockRetries.ts';
import type { Connection } from './sqliteConnectionAndErrors.ts';
import type { Costed } from './rangeReader.ts';

// Reads single rows by their keys, several of them with one statement.

/**
 * Reads at least one row and at most `rowsAtOnce` rows synchronously. Returns one result for each row; undefined for a
 * missing row.
 */
export type RowReader = (wanted: readonly RowToRead[]) => Costed<readonly (KnownRow | undefined)[]>;

const lineBreak = '\n';

/** Returns the SQL that reads a row of each table. Each row is a column, because a result of one record costs least. */
const selectOf = (tables: readonly Table[]): string =>
  `SELECT ${tables.map((table) => `(SELECT etag || char(10) || v FROM ${table} WHERE pk = ? AND rk = ?)`).join(', ')}`;

interface UnknownRow {
  readonly table: Table;
  readonly key: Key;
  readonly name: string;
  /** Index of the row in the result. */
  readonly index: number;
}

/**
 * Sorts rows by their tables, so that the order in which callers request rows does not lead to further prepared
 * statements.
 */
const byTable = (a: UnknownRow, b: UnknownRow): number => (a.table === b.table ? 0 : a.table < b.table ? -1 : 1);

export const createRowReader = (connection: Connection, known: KnownRows): RowReader => {
  const statement = connection.ofTables(selectOf);
  return (wanted) => {
    const rows: (KnownRow | undefined)[] = [];
    const unknown: UnknownRow[] = [];
    let microseconds = 0;
    for (const { table, key } of wanted) {
      const name = rowName(table, key);
      const knownRow = known.find(name);
      if (knownRow === undefined) unknown.push({ table, key, name, index: rows.length });
      rows.push(knownRow);
      microseconds += knownRow === undefined ? rowCost.get : rowCost.known;
    }
    if (unknown.length === 0) return { result: rows, microseconds };
    unknown.sort(byTable);
    const values = unknown.flatMap(({ key }) => [key.pk, key.rk]);
    const texts = statement(unknown.map(({ table }) => table)).get(values) as (string | null)[];
    for (const [column, { key, name, index }] of unknown.entries()) {
      const match = texts[column] ?? '';
      const end = match.indexOf(lineBreak);
      if (end < 0) continue;
      rows[index] = known.keep(name, key, { etag: match.slice(0, end) as Etag, text: match.slice(end + 1) });
      microseconds += rowCost.characters(match.length);
    }
    return { result: rows, microseconds };
  };
};
