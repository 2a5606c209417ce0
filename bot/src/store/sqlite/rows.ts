// The writing statements. Each function here runs inside a group's transaction and is synchronous.
import { randomBytes } from 'node:crypto';
import { StoreError } from '../port.ts';
import type { Etag, Key, Row, Step, Table, Values } from '../port.ts';
import { mergedRow } from '../rowRules.ts';
import type { Connection } from './connection.ts';

export interface RowWriter {
  insert(table: Table, row: Row): Etag;
  replace(table: Table, row: Row, etag: Etag): Etag;
  merge(table: Table, row: Row, etag: Etag): Etag;
  delete(table: Table, key: Key, etag: Etag): void;
  touch(table: Table, row: Row): Etag;
  put(table: Table, row: Row): void;
  transact(table: Table, steps: readonly Step[]): void;
}

/**
 * A counter behind 96 random bits drawn when the store opens: never reused by this process or another, before a
 * restart or after, nor when an older copy of the file is put back, and it costs no write. A counter kept in the
 * file would fail the last of these.
 */
const createEtags = (): (() => Etag) => {
  const opening = randomBytes(12).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${opening}.${count.toString(36)}` as Etag;
  };
};

export const parseValues = (text: string): Values => JSON.parse(text) as Values;

const gone = (table: Table): StoreError => new StoreError('CONFLICT', `${table}: the row changed or is gone`);

export const createRowWriter = (connection: Connection): RowWriter => {
  const nextEtag = createEtags();
  const sql = {
    read: connection.ofTable((table) => `SELECT etag, v FROM ${table} WHERE pk = ? AND rk = ?`),
    insert: connection.ofTable(
      (table) => `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    update: connection.ofTable((table) => `UPDATE ${table} SET etag = ?, v = ? WHERE pk = ? AND rk = ? AND etag = ?`),
    put: connection.ofTable(
      (table) =>
        `INSERT INTO ${table} (pk, rk, etag, v) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET etag = excluded.etag, v = excluded.v`,
    ),
    remove: connection.ofTable((table) => `DELETE FROM ${table} WHERE pk = ? AND rk = ? AND etag = ?`),
    drop: connection.ofTable((table) => `DELETE FROM ${table} WHERE pk = ? AND rk = ?`),
  };
  const present = (table: Table, key: Key): { etag: string; values: Values } | undefined => {
    const found = sql.read(table).get(key.pk, key.rk) as [string, string] | undefined;
    return found && { etag: found[0], values: parseValues(found[1]) };
  };

  const insert = (table: Table, row: Row): Etag => {
    const etag = nextEtag();
    const { changes } = sql.insert(table).run(row.pk, row.rk, etag, JSON.stringify(row.values));
    if (changes === 0) throw new StoreError('CONFLICT', `${table}: the row is there already`);
    return etag;
  };

  const replace = (table: Table, row: Row, expected: string): Etag => {
    const etag = nextEtag();
    const { changes } = sql.update(table).run(etag, JSON.stringify(row.values), row.pk, row.rk, expected);
    if (changes === 0) throw gone(table);
    return etag;
  };

  const merge = (table: Table, row: Row, expected: Etag): Etag => {
    const found = present(table, row);
    if (found?.etag !== expected) throw gone(table);
    return replace(table, mergedRow(found, row), expected);
  };

  const touch = (table: Table, row: Row): Etag => {
    const found = present(table, row);
    return found ? replace(table, mergedRow(found, row), found.etag) : insert(table, row);
  };

  const put = (table: Table, row: Row): void => {
    sql.put(table).run(row.pk, row.rk, nextEtag(), JSON.stringify(row.values));
  };

  const remove = (table: Table, key: Key, etag: Etag): void => {
    const { changes } = sql.remove(table).run(key.pk, key.rk, etag);
    if (changes === 0) throw gone(table);
  };

  const drop = (table: Table, key: Key): void => {
    const { changes } = sql.drop(table).run(key.pk, key.rk);
    if (changes === 0) throw gone(table);
  };

  const applyStep = (table: Table, step: Step): unknown => {
    switch (step.do) {
      case 'insert':
        return insert(table, step.row);
      case 'replace':
        return replace(table, step.row, step.etag);
      case 'merge':
        return merge(table, step.row, step.etag);
      case 'touch':
        return touch(table, step.row);
      case 'delete':
        drop(table, step.key);
        return undefined;
    }
  };

  const applySteps = (table: Table, steps: readonly Step[]): void => {
    for (const [index, step] of steps.entries()) {
      try {
        applyStep(table, step);
      } catch (error) {
        if (error instanceof StoreError) throw new StoreError(error.fault, error.message, { step: index });
        throw error;
      }
    }
  };

  /** One step needs no savepoint: it changes rows by its last statement only, and SQLite undoes one that fails. */
  const transact = (table: Table, steps: readonly Step[]): void => {
    if (steps.length === 1) {
      applySteps(table, steps);
      return;
    }
    connection.statement('SAVEPOINT steps').run();
    try {
      applySteps(table, steps);
    } catch (error) {
      if (connection.inTransaction()) {
        connection.statement('ROLLBACK TO steps').run();
        connection.statement('RELEASE steps').run();
      }
      throw error;
    }
    connection.statement('RELEASE steps').run();
  };

  return { insert, replace, merge, delete: remove, touch, put, transact };
};
