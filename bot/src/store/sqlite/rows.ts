// The writing statements. Each function here runs inside a group's transaction and is synchronous.
import { StoreError } from '../port.ts';
import type { Table, Values } from '../port.ts';
import { mergedRow } from '../rowRules.ts';
import { isDriverError } from './connection.ts';
import type { Connection } from './connection.ts';
import { fieldsEach } from './operations.ts';
import type { Group, Refusal, Verb } from './operations.ts';

export const parseValues = (text: string): Values => JSON.parse(text) as Values;

const gone = (table: Table): StoreError => new StoreError('CONFLICT', `${table}: the row changed or is gone`);

type Fields = [pk: string, rk: string, expected: string, etag: string, text: string];
type Write = (table: Table, ...fields: Fields) => void;

const createWrites = (connection: Connection): Readonly<Record<Verb, Write>> => {
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
  const present = (table: Table, pk: string, rk: string) => sql.read(table).get(pk, rk) as [string, string] | undefined;
  const merged = (pk: string, rk: string, before: string, change: string): string =>
    JSON.stringify(mergedRow({ values: parseValues(before) }, { pk, rk, values: parseValues(change) }).values);

  const insert: Write = (table, pk, rk, _expected, etag, text) => {
    const { changes } = sql.insert(table).run(pk, rk, etag, text);
    if (changes === 0) throw new StoreError('CONFLICT', `${table}: the row is there already`);
  };
  const replace: Write = (table, pk, rk, expected, etag, text) => {
    const { changes } = sql.update(table).run(etag, text, pk, rk, expected);
    if (changes === 0) throw gone(table);
  };
  return {
    insert,
    replace,
    merge: (table, pk, rk, expected, etag, text) => {
      const found = present(table, pk, rk);
      if (found?.[0] !== expected) throw gone(table);
      replace(table, pk, rk, expected, etag, merged(pk, rk, found[1], text));
    },
    touch: (table, pk, rk, _expected, etag, text) => {
      const found = present(table, pk, rk);
      if (found === undefined) insert(table, pk, rk, '', etag, text);
      else replace(table, pk, rk, found[0], etag, merged(pk, rk, found[1], text));
    },
    put: (table, pk, rk, _expected, etag, text) => {
      sql.put(table).run(pk, rk, etag, text);
    },
    delete: (table, pk, rk, expected) => {
      if (sql.remove(table).run(pk, rk, expected).changes === 0) throw gone(table);
    },
    drop: (table, pk, rk) => {
      if (sql.drop(table).run(pk, rk).changes === 0) throw gone(table);
    },
  };
};

const refusalOf = (error: unknown): Omit<Refusal, 'at'> =>
  error instanceof StoreError
    ? { fault: error.fault, message: error.message, step: error.step }
    : { fault: null, message: String(error), step: undefined };

/** Applies the operations of a group inside the transaction that is open, and says which of them were refused. */
export const createApply = (connection: Connection): ((group: Group) => Refusal[]) => {
  const writes = createWrites(connection);

  const applyOne = (table: Table, group: Group, at: number): void => {
    const [verb, pk, rk, expected, etag, text] = group.slice(at, at + fieldsEach) as [Verb, ...Fields];
    writes[verb](table, pk, rk, expected, etag, text);
  };

  const applySteps = (table: Table, group: Group, at: number, count: number): void => {
    let step = 0;
    try {
      for (; step < count; step += 1) applyOne(table, group, at + step * fieldsEach);
    } catch (error) {
      if (error instanceof StoreError) throw new StoreError(error.fault, error.message, { step });
      throw error;
    }
  };

  /** A single write needs no savepoint: it changes rows by its last statement only, and SQLite undoes one that fails. */
  const saved = (work: () => void): void => {
    connection.statement('SAVEPOINT steps').run();
    try {
      work();
    } catch (error) {
      if (connection.inTransaction()) {
        connection.statement('ROLLBACK TO steps').run();
        connection.statement('RELEASE steps').run();
      }
      throw error;
    }
    connection.statement('RELEASE steps').run();
  };

  const applyOperation = (table: Table, group: Group, at: number, steps: number): void => {
    if (steps === 0) applyOne(table, group, at);
    else if (steps === 1) applySteps(table, group, at, 1);
    else
      saved(() => {
        applySteps(table, group, at, steps);
      });
  };

  return (group) => {
    const refusals: Refusal[] = [];
    for (let at = 0, index = 0; at < group.length; index += 1) {
      const steps = Number(group[at + 1]);
      try {
        applyOperation(group[at] as Table, group, at + 2, steps);
      } catch (error) {
        if (isDriverError(error)) throw error;
        refusals.push({ at: index, ...refusalOf(error) });
      }
      at += 2 + Math.max(1, steps) * fieldsEach;
    }
    return refusals;
  };
};
