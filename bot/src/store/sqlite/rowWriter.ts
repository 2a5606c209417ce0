// The statements that write rows. Every function is synchronous and runs inside the transaction of a group.
import { randomBytes } from 'node:crypto';
import { StoreError } from '../tableStorePort.ts';
import type { Etag, Key, Row, Step, Table, Values } from '../tableStorePort.ts';
import { mergedRow } from '../checkRowsAndBatchTransactions.ts';
import { isDriverError } from './sqliteConnectionAndErrors.ts';
import type { Connection } from './sqliteConnectionAndErrors.ts';
import type { KnownRows } from './committedRowCache.ts';
import { rowName } from './committedRowCache.ts';
import { createDeferredWrites, rowsAtOnce, shortText, writeStatementsOf } from './deferredWrites.ts';
import type { DeferredWrites, WriteKind } from './deferredWrites.ts';
import { createTouches } from './touchQueue.ts';
import type { Touch } from './touchQueue.ts';
import { GroupFailed, groupFailedOr } from './groupWriter.ts';
import type { WriteMode } from './groupWriter.ts';

/**
 * Creates etags from 96 random bits, drawn when the store opens, and a counter. So no process ever uses an etag twice,
 * even after a restart or when an older copy of the file is restored. A counter in the file would cost a write and
 * would repeat after such a restore.
 */
const createEtags = (): (() => Etag) => {
  const opening = randomBytes(12).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${opening}.${count.toString(36)}` as Etag;
  };
};

const isThere = (table: Table): StoreError => new StoreError('CONFLICT', `${table}: the row is there already`);
const gone = (table: Table): StoreError => new StoreError('CONFLICT', `${table}: the row changed or is gone`);

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
  put: connection.ofTable(
    (table) =>
      `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET etag = excluded.etag, v = excluded.v`,
  ),
  write: writeStatementsOf(connection),
});

/** A write of one row, and the error if it changes no row. */
interface RowWrite {
  readonly kind: WriteKind;
  readonly values: readonly string[];
  readonly conflict: (table: Table) => StoreError;
}

export class RowWriter {
  readonly #connection: Connection;
  readonly #known: KnownRows;
  readonly #sql: ReturnType<typeof statementsOf>;
  readonly #nextEtag = createEtags();
  readonly #touches = createTouches();
  readonly #deferred: DeferredWrites;
  constructor(connection: Connection, known: KnownRows) {
    this.#connection = connection;
    this.#known = known;
    this.#sql = statementsOf(connection);
    this.#deferred = createDeferredWrites(this.#sql.write);
  }

  #present(table: Table, key: Key): { etag: string; values: Values } | undefined {
    const present = this.#sql.read(table).get([key.pk, key.rk]) as [string, string] | undefined;
    return present && { etag: present[0], values: JSON.parse(present[1]) as Values };
  }

  /**
   * Carries out the pending writes of the group if one of them is a write of this row. Returns true if it carried them
   * out.
   */
  #flushRow(table: Table, name: string): boolean {
    const touch = this.#touches.take(name);
    if (touch === undefined && !this.#deferred.has(name)) return false;
    groupFailedOr(() => {
      this.#deferred.flush();
      if (touch !== undefined) this.#touchNow(table, touch);
    });
    return true;
  }

  /**
   * A PLAIN group defers the first write of a row. A later write of the row runs immediately, so that a caller that
   * lost against another caller of its group gets its conflict and the group need not be written again.
   */
  #write(table: Table, key: Key, mode: WriteMode, write: RowWrite): void {
    const name = rowName(table, key);
    const isLater = this.#flushRow(table, name);
    if (mode === 'PLAIN' && !isLater) this.#deferred.add(write.kind, table, name, write.values);
    else this.#writeNow(table, write);
  }

  #writeNow(table: Table, { kind, values, conflict }: RowWrite): void {
    if (this.#sql.write(kind, table, 1).run(values).changes === 0) throw conflict(table);
  }

  #touchNow(table: Table, { row, etag }: Pick<Touch, 'row' | 'etag'>): void {
    const values = [row.pk, row.rk, etag, JSON.stringify(row.values)];
    if (this.#sql.write('touch', table, 1).run(values).changes === 0) {
      const present = this.#present(table, row);
      if (present === undefined) throw gone(table);
      const text = JSON.stringify(mergedRow(present, row).values);
      this.#writeNow(table, { kind: 'update', values: [row.pk, row.rk, present.etag, etag, text], conflict: gone });
    }
    this.#known.wrote(table, row);
  }

  /**
   * Writes several touches (writes without a condition, see touchQueue.ts) with one statement. SQLite leaves out a row
   * that it cannot merge. Each row is then touched again alone; for the rows that were already touched this has no
   * further effect.
   */
  #touchAll(table: Table, touches: readonly Touch[]): void {
    const values = touches.flatMap(({ row, etag }) => [row.pk, row.rk, etag, JSON.stringify(row.values)]);
    const { changes } = this.#sql.write('touch', table, touches.length).run(values);
    for (const touch of touches) {
      if (changes === touches.length) this.#known.wrote(table, touch.row);
      else this.#touchNow(table, touch);
    }
  }

  insert(table: Table, row: Row, mode: WriteMode): Etag {
    const etag = this.#nextEtag();
    const values = [row.pk, row.rk, etag, JSON.stringify(row.values)];
    // The cache needs no update: it contains neither a missing row nor a row that this group deleted.
    this.#write(table, row, mode, { kind: 'insert', values, conflict: isThere });
    return etag;
  }

  replace(table: Table, row: Row, expected: Etag, mode: WriteMode): Etag {
    const [etag, text] = [this.#nextEtag(), JSON.stringify(row.values)];
    this.#write(table, row, mode, { kind: 'update', values: [row.pk, row.rk, expected, etag, text], conflict: gone });
    this.#known.wrote(table, row, { etag, text });
    return etag;
  }

  merge(table: Table, row: Row, expected: Etag, mode: WriteMode): Etag {
    this.#flushRow(table, rowName(table, row));
    const present = this.#present(table, row);
    if (present?.etag !== expected) throw gone(table);
    return this.replace(table, mergedRow(present, row), expected, mode);
  }

  touch(table: Table, row: Row, mode: WriteMode): Etag {
    const etag = this.#nextEtag();
    // Two long touches together may exceed the limits of a row. Each caller must get its own error, so long touches are
    // not combined.
    if (mode === 'PLAIN' && charactersOf(row.values) <= shortText)
      groupFailedOr(() => {
        this.#touches.add({ table, row, etag });
      });
    else {
      this.#flushRow(table, rowName(table, row));
      this.#touchNow(table, { row, etag });
    }
    return etag;
  }

  put(table: Table, row: Row): void {
    this.#flushRow(table, rowName(table, row));
    const [etag, text] = [this.#nextEtag(), JSON.stringify(row.values)];
    this.#sql.put(table).run([row.pk, row.rk, etag, text]);
    this.#known.wrote(table, row, { etag, text });
  }

  delete(table: Table, key: Key, etag: Etag, mode: WriteMode): void {
    this.#write(table, key, mode, { kind: 'remove', values: [key.pk, key.rk, etag], conflict: gone });
    this.#known.wrote(table, key);
  }

  #drop(table: Table, key: Key, mode: WriteMode): void {
    this.#write(table, key, mode, { kind: 'drop', values: [key.pk, key.rk], conflict: gone });
    this.#known.wrote(table, key);
  }

  #applyStep(table: Table, step: Step, mode: WriteMode): void {
    switch (step.do) {
      case 'insert':
        this.insert(table, step.row, mode);
        return;
      case 'replace':
        this.replace(table, step.row, step.etag, mode);
        return;
      case 'merge':
        this.merge(table, step.row, step.etag, mode);
        return;
      case 'touch':
        this.touch(table, step.row, mode);
        return;
      case 'delete':
        this.#drop(table, step.key, mode);
    }
  }

  #applySteps(table: Table, steps: readonly Step[], mode: WriteMode): void {
    for (const [index, step] of steps.entries()) {
      try {
        this.#applyStep(table, step, mode);
      } catch (error) {
        // In a PLAIN group the earlier steps of this transaction cannot be undone alone. So the whole group fails and
        // is written again.
        if (index > 0 && mode === 'PLAIN' && !isDriverError(error)) throw new GroupFailed(error);
        if (!(error instanceof StoreError)) throw error;
        throw new StoreError(error.fault, error.message, { step: index });
      }
    }
  }

  /**
   * Runs the steps of a transaction. A single step needs no savepoint, because only its last statement changes rows,
   * and SQLite undoes a statement that fails.
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

  /** Writes the deferred writes and the touches of the group. Called at the end of each group. */
  finish(): void {
    groupFailedOr(() => {
      this.#deferred.flush();
      const waiting = new Map<Table, Touch[]>();
      for (const touch of this.#touches.takeAll()) {
        const { table } = touch;
        const touches = [...(waiting.get(table) ?? []), touch];
        if (touches.length === rowsAtOnce) this.#touchAll(table, touches);
        waiting.set(table, touches.length === rowsAtOnce ? [] : touches);
      }
      for (const [table, touches] of waiting) if (touches.length > 0) this.#touchAll(table, touches);
    });
    this.#deferred.clear();
  }

  /** Drops the deferred writes and the touches, because the group is rolled back. */
  undo(): void {
    this.#touches.takeAll();
    this.#deferred.clear();
  }
}
