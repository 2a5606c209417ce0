// The statements that write rows. Every function is synchronous and runs inside the transaction of a group.
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

export class RowWriter {
  readonly #connection: Connection;
  readonly #known: KnownRows;
  readonly #sql: ReturnType<typeof statementsOf>;
  readonly #nextEtag = createEtags();
  readonly #touches = createTouches();
  constructor(connection: Connection, known: KnownRows) {
    this.#connection = connection;
    this.#known = known;
    this.#sql = statementsOf(connection);
  }

  #present(table: Table, key: Key): { etag: string; values: Values } | undefined {
    const match = this.#sql.read(table).get([key.pk, key.rk]) as [string, string] | undefined;
    return match && { etag: match[0], values: JSON.parse(match[1]) as Values };
  }

  #insertAs(table: Table, row: Row, etag: Etag): void {
    const text = JSON.stringify(row.values);
    if (this.#sql.insert(table).run([row.pk, row.rk, etag, text]).changes === 0)
      throw new StoreError('CONFLICT', `${table}: the row is there already`);
    // The cache needs no update: it contains neither a missing row nor a row that this group deleted.
  }

  #replaceAs(table: Table, row: Row, expected: string, etag: Etag): void {
    const text = JSON.stringify(row.values);
    if (this.#sql.update(table).run([etag, text, row.pk, row.rk, expected]).changes === 0) throw gone(table);
    this.#known.wrote(table, row, { etag, text });
  }

  #touchAs(table: Table, row: Row, etag: Etag): void {
    const text = JSON.stringify(row.values);
    const room = shortText - text.length;
    if (room > 0 && this.#sql.touch(table).run([row.pk, row.rk, etag, text, room]).changes > 0) {
      this.#known.wrote(table, row);
      return;
    }
    const match = this.#present(table, row);
    if (match) this.#replaceAs(table, mergedRow(match, row), match.etag, etag);
    else this.#insertAs(table, row, etag);
  }

  #writeTouch({ table, row, etag }: Touch): void {
    this.#touchAs(table, row, etag);
  }

  /** Writes the pending touch of a row before another change of the same row. */
  #flushTouch(table: Table, key: Key): void {
    const touch = this.#touches.take(table, key);
    if (touch !== undefined)
      groupFailedOr(() => {
        this.#writeTouch(touch);
      });
  }

  insert(table: Table, row: Row): Etag {
    this.#flushTouch(table, row);
    const etag = this.#nextEtag();
    this.#insertAs(table, row, etag);
    return etag;
  }

  replace(table: Table, row: Row, expected: Etag): Etag {
    this.#flushTouch(table, row);
    const etag = this.#nextEtag();
    this.#replaceAs(table, row, expected, etag);
    return etag;
  }

  merge(table: Table, row: Row, expected: Etag): Etag {
    this.#flushTouch(table, row);
    const match = this.#present(table, row);
    if (match?.etag !== expected) throw gone(table);
    const etag = this.#nextEtag();
    this.#replaceAs(table, mergedRow(match, row), expected, etag);
    return etag;
  }

  touch(table: Table, row: Row, mode: WriteMode): Etag {
    const etag = this.#nextEtag();
    // Two long touches together may exceed the limits of a row. Each caller must get its own error, so long touches are not
    // combined.
    if (mode === 'PLAIN' && charactersOf(row.values) <= shortText)
      groupFailedOr(() => {
        this.#touches.add({ table, row, etag });
      });
    else {
      this.#flushTouch(table, row);
      this.#touchAs(table, row, etag);
    }
    return etag;
  }

  put(table: Table, row: Row): void {
    this.#flushTouch(table, row);
    const [etag, text] = [this.#nextEtag(), JSON.stringify(row.values)];
    this.#sql.put(table).run([row.pk, row.rk, etag, text]);
    this.#known.wrote(table, row, { etag, text });
  }

  delete(table: Table, key: Key, etag: Etag): void {
    this.#flushTouch(table, key);
    if (this.#sql.remove(table).run([key.pk, key.rk, etag]).changes === 0) throw gone(table);
    this.#known.wrote(table, key);
  }

  #drop(table: Table, key: Key): void {
    this.#flushTouch(table, key);
    if (this.#sql.drop(table).run([key.pk, key.rk]).changes === 0) throw gone(table);
    this.#known.wrote(table, key);
  }

  #applyStep(table: Table, step: Step, mode: WriteMode): void {
    switch (step.do) {
      case 'insert':
        this.insert(table, step.row);
        return;
      case 'replace':
        this.replace(table, step.row, step.etag);
        return;
      case 'merge':
        this.merge(table, step.row, step.etag);
        return;
      case 'touch':
        this.touch(table, step.row, mode);
        return;
      case 'delete':
        this.#drop(table, step.key);
    }
  }

  #applySteps(table: Table, steps: readonly Step[], mode: WriteMode): void {
    for (const [index, step] of steps.entries()) {
      try {
        this.#applyStep(table, step, mode);
      } catch (error) {
        // In a PLAIN group the earlier steps of this transaction cannot be undone alone. So the whole group fails and is written
        // again.
        if (index > 0 && mode === 'PLAIN' && !isDriverError(error)) throw new GroupFailed(error);
        if (!(error instanceof StoreError)) throw error;
        throw new StoreError(error.fault, error.message, { step: index });
      }
    }
  }

  /**
   * Runs the steps of a transaction. A single step needs no savepoint, because only its last statement changes rows, and SQLite
   * undoes a statement that fails.
   */
  transact(table: Table, steps: readonly Step[], mode: WriteMode): void {
    if (steps.length === 1 || mode === 'PLAIN') {
      this.#applySteps(table, steps, mode);
      return;
    }
    this.#connection.exec('SAVEPOINT steps');
    try {
      this.#applySteps(table, steps, mode);
    } catch (error) {
      if (this.#connection.inTransaction()) {
        this.#connection.exec('ROLLBACK TO steps');
        this.#connection.exec('RELEASE steps');
        this.#known.doubt();
      }
      throw error;
    }
    this.#connection.exec('RELEASE steps');
  }

  finish(): void {
    groupFailedOr(() => {
      for (const pendingTouch of this.#touches.takeAll()) this.#writeTouch(pendingTouch);
    });
  }

  /** Drops the deferred writes, because the group is not committed. */
  undo(): void {
    this.#touches.takeAll();
  }
}
