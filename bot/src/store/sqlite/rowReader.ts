import type { Etag, Key, Table } from '../tableStore.ts';
import { rowsAtOnce } from './deferredWrites.ts';
import { rowName } from './knownRows.ts';
import type { KnownRow, KnownRows } from './knownRows.ts';
import { rowCost } from './loopPacer.ts';
import type { Connection, Statement } from './sqliteConnection.ts';
import type { Costed } from './sqliteReader.ts';

// Reads single rows by their keys, several of them with one statement.

/** Reads 1 to `rowsAtOnce` rows synchronously. Returns one row for each key; undefined = the row is missing. */
export type RowReader = (table: Table, keys: readonly Key[]) => Costed<readonly (KnownRow | undefined)[]>;

const lineBreak = '\n';

/** Returns the statements for 1 to `rowsAtOnce` rows. Each row is a column, because a result of one record costs least. */
const statementsOf = (connection: Connection): ((table: Table, size: number) => Statement) => {
  const bySize = Array.from({ length: rowsAtOnce }, (_, index) =>
    connection.ofTable((table) => {
      const column = `(SELECT etag || char(10) || v FROM ${table} WHERE pk = ? AND rk = ?)`;
      return `SELECT ${Array.from({ length: index + 1 }, () => column).join(', ')}`;
    }),
  );
  return (table, size) => {
    const found = bySize[size - 1];
    if (found === undefined) throw new Error(`No statement reads ${size} rows`);
    return found(table);
  };
};

interface UnknownRow {
  readonly key: Key;
  readonly name: string;
  /** Index of the row in the result. */
  readonly index: number;
}

export const createRowReader = (connection: Connection, known: KnownRows): RowReader => {
  const statements = statementsOf(connection);
  return (table, keys) => {
    const rows: (KnownRow | undefined)[] = [];
    const unknown: UnknownRow[] = [];
    const values: string[] = [];
    let microseconds = 0;
    for (const key of keys) {
      const name = rowName(table, key);
      const knownRow = known.find(name);
      if (knownRow === undefined) {
        unknown.push({ key, name, index: rows.length });
        values.push(key.pk, key.rk);
      }
      rows.push(knownRow);
      microseconds += knownRow === undefined ? rowCost.get : rowCost.known;
    }
    if (unknown.length === 0) return { result: rows, microseconds };
    const texts = statements(table, unknown.length).get(values) as (string | null)[];
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
