// The statements that write rows. Each function is synchronous and runs inside the transaction of a group.
import { randomBytes } from 'node:crypto';
import { StoreError } from '../tableStore.ts';
import type { Etag, Key, Row, Step, Table, Values } from '../tableStore.ts';
import { mergedRow } from '../rowLimits.ts';
import { isDriverError } from './sqliteConnection.ts';
import type { Connection } from './sqliteConnection.ts';
import type { KnownRows } from './knownRows.ts';
import { createTouches } from './touchQueue.ts';
import type { Touch } from './touchQueue.ts';
import { GroupFailed, groupFailedOr } from './groupWriter.ts';
import type { WriteMode } from './groupWriter.ts';

export interface RowWriter {
  insert(table: Table, row: Row): Etag;
  replace(table: Table, row: Row, etag: Etag): Etag;
  merge(table: Table, row: Row, etag: Etag): Etag;
  delete(table: Table, key: Key, etag: Etag): void;
  touch(table: Table, row: Row, mode: WriteMode): Etag;
  put(table: Table, row: Row): void;
  transact(table: Table, steps: readonly Step[], signIn: WriteMode): void;
  finish(): void;
  /** Drops the deferred writes, because the group is not committed. */
  undo(): void;
}

/**
 * Creates etags from 96 random bits, drawn when the store opens, and a counter. So no process ever uses an etag twice, even after
 * a restart or when an older copy of the file is restored. A counter in the file would cost a write and would repeat after such a
 * restore.
 */
const createEtags = (): (() => Etag) => {
  const opening = randomBytes(12).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${opening}.${count.toString(36)}` as Etag;
  };
};

const gone = (table: Table): StoreError => new StoreError('CONFLICT', `${table}: the row changed or is gone`);

/**
 * Maximum number of characters of rows that SQLite itself merges in a touch. The merged row of so few characters cannot exceed
 * the limits of a row.
 */
const shortText = 1_500;

export const charactersOf = (values: Values): number => {
  let sum = 0;
  for (const name in values) {
    const value = values[name];
    sum += typeof value === 'string' ? value.length : 8;
  }
  return sum;
};

const statementsOf = (connection: Connection) => ({
  read: connection.ofTable((table) => `SELECT etag, v FROM ${table} WHERE pk = ? AND rk = ?`),
  insert: connection.ofTable(
    (table) => `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ),
  update: connection.ofTable((table) => `UPDATE ${table} SET etag = ?, v = ? WHERE pk = ? AND rk = ? AND etag = ?`),
  put: connection.ofTable(
    (table) =>
      `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET etag = excluded.etag, v = excluded.v`,
  ),
  // Values are flat and never null, so `json_patch` does the same as a merge.
  touch: connection.ofTable(
    (table) =>
      `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET etag = excluded.etag, v = json_patch(v, excluded.v) WHERE length(v) <= ? AND json_valid(v)`,
  ),
  remove: connection.ofTable((table) => `DELETE FROM ${table} WHERE pk = ? AND rk = ? AND etag = ?`),
  drop: connection.ofTable((table) => `DELETE FROM ${table} WHERE pk = ? AND rk = ?`),
});

export const createRowWriter = (connection: Connection, known: KnownRows): RowWriter => {
  const nextEtag = createEtags();
  const sql = statementsOf(connection);
  const touches = createTouches();

  const present = (table: Table, key: Key): { etag: string; values: Values } | undefined => {
    const match = sql.read(table).get([key.pk, key.rk]) as [string, string] | undefined;
    return match && { etag: match[0], values: JSON.parse(match[1]) as Values };
  };

  const insertAs = (table: Table, row: Row, etag: Etag): void => {
    const text = JSON.stringify(row.values);
    if (sql.insert(table).run([row.pk, row.rk, etag, text]).changes === 0)
      throw new StoreError('CONFLICT', `${table}: the row is there already`);
    // `known` needs no update: it contains neither a missing row nor a row that this group deleted.
  };

  const replaceAs = (table: Table, row: Row, expected: string, etag: Etag): void => {
    const text = JSON.stringify(row.values);
    if (sql.update(table).run([etag, text, row.pk, row.rk, expected]).changes === 0) throw gone(table);
    known.wrote(table, row, { etag, text });
  };

  const touchAs = (table: Table, row: Row, etag: Etag): void => {
    const text = JSON.stringify(row.values);
    const room = shortText - text.length;
    if (room > 0 && sql.touch(table).run([row.pk, row.rk, etag, text, room]).changes > 0) {
      known.wrote(table, row);
      return;
    }
    const match = present(table, row);
    if (match) replaceAs(table, mergedRow(match, row), match.etag, etag);
    else insertAs(table, row, etag);
  };

  const writeTouch = ({ table, row, etag }: Touch): void => {
    touchAs(table, row, etag);
  };
  /** Writes the pending touch of a row before another change of the same row. */
  const afterTouch = (table: Table, key: Key): void => {
    const touch = touches.take(table, key);
    if (touch !== undefined)
      groupFailedOr(() => {
        writeTouch(touch);
      });
  };

  const insert = (table: Table, row: Row): Etag => {
    afterTouch(table, row);
    const etag = nextEtag();
    insertAs(table, row, etag);
    return etag;
  };

  const replace = (table: Table, row: Row, expected: Etag): Etag => {
    afterTouch(table, row);
    const etag = nextEtag();
    replaceAs(table, row, expected, etag);
    return etag;
  };

  const merge = (table: Table, row: Row, expected: Etag): Etag => {
    afterTouch(table, row);
    const match = present(table, row);
    if (match?.etag !== expected) throw gone(table);
    const etag = nextEtag();
    replaceAs(table, mergedRow(match, row), expected, etag);
    return etag;
  };

  const touch = (table: Table, row: Row, signIn: WriteMode): Etag => {
    const etag = nextEtag();
    // Two long touches together may exceed the limits of a row. Each caller must get its own error, so long touches are not
    // combined.
    if (signIn === 'PLAIN' && charactersOf(row.values) <= shortText)
      groupFailedOr(() => {
        touches.add({ table, row, etag });
      });
    else {
      afterTouch(table, row);
      touchAs(table, row, etag);
    }
    return etag;
  };

  const put = (table: Table, row: Row): void => {
    afterTouch(table, row);
    const [etag, text] = [nextEtag(), JSON.stringify(row.values)];
    sql.put(table).run([row.pk, row.rk, etag, text]);
    known.wrote(table, row, { etag, text });
  };

  const remove = (table: Table, key: Key, etag: Etag): void => {
    afterTouch(table, key);
    if (sql.remove(table).run([key.pk, key.rk, etag]).changes === 0) throw gone(table);
    known.wrote(table, key);
  };

  const drop = (table: Table, key: Key): void => {
    afterTouch(table, key);
    if (sql.drop(table).run([key.pk, key.rk]).changes === 0) throw gone(table);
    known.wrote(table, key);
  };

  const applyStep = (table: Table, step: Step, signIn: WriteMode): void => {
    switch (step.do) {
      case 'insert':
        insert(table, step.row);
        return;
      case 'replace':
        replace(table, step.row, step.etag);
        return;
      case 'merge':
        merge(table, step.row, step.etag);
        return;
      case 'touch':
        touch(table, step.row, signIn);
        return;
      case 'delete':
        drop(table, step.key);
    }
  };

  const applySteps = (table: Table, steps: readonly Step[], signIn: WriteMode): void => {
    for (const [index, step] of steps.entries()) {
      try {
        applyStep(table, step, signIn);
      } catch (error) {
        // In a PLAIN group the earlier steps of this transaction cannot be undone alone. So the whole group fails and is written
        // again.
        if (index > 0 && signIn === 'PLAIN' && !isDriverError(error)) throw new GroupFailed(error);
        if (!(error instanceof StoreError)) throw error;
        throw new StoreError(error.fault, error.message, { step: index });
      }
    }
  };

  /**
   * Runs the steps of a transaction. A single step needs no savepoint, because only its last statement changes rows, and SQLite
   * undoes a statement that fails.
   */
  const transact = (table: Table, steps: readonly Step[], signIn: WriteMode): void => {
    if (steps.length === 1 || signIn === 'PLAIN') {
      applySteps(table, steps, signIn);
      return;
    }
    connection.exec('SAVEPOINT steps');
    try {
      applySteps(table, steps, signIn);
    } catch (error) {
      if (connection.inTransaction()) {
        connection.exec('ROLLBACK TO steps');
        connection.exec('RELEASE steps');
        known.doubt();
      }
      throw error;
    }
    connection.exec('RELEASE steps');
  };

  return {
    insert,
    replace,
    merge,
    delete: remove,
    touch,
    put,
    transact,
    finish: () => {
      groupFailedOr(() => {
        for (const pendingTouch of touches.takeAll()) writeTouch(pendingTouch);
      });
    },
    undo: () => {
      touches.takeAll();
    },
  };
};
