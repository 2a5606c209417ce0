import Database from 'libsql';
import fc from 'fast-check';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import type { Etag, Step, Values } from '../../bot/src/store/tableStorePort.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { aRow } from './testedStoreRowsAndReaders.ts';

// Tests that writes of one turn share a commit, that touches (writes without a condition) of a row become one write,
// and that known rows are not read again. The results must equal those of a store that runs each call alone and reads
// each time.

const path = useTempDir();
const pk = 'P';
const keys = ['a', 'b', 'c'];

/**
 * One store call. With `seen`, a write sends the version that was read before the turn; without it, a version that
 * never existed.
 */
type Single =
  | { readonly do: 'insert' | 'touch'; readonly rk: string; readonly values: Values }
  | { readonly do: 'replace' | 'merge'; readonly rk: string; readonly values: Values; readonly seen: boolean }
  | { readonly do: 'delete'; readonly rk: string; readonly seen: boolean };
type Write = Single | { readonly do: 'transact'; readonly steps: readonly Single[] } | { readonly do: 'read' };

const aKey = fc.constantFrom(...keys);
const someValues: fc.Arbitrary<Values> = fc.dictionary(
  fc.constantFrom('x', 'y', 'z', '__proto__'),
  fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constantFrom('', 'null', '"', '\\', '\u2028', 'é𐐷', '\u0001', 'l'.repeat(800), 'long '.repeat(4_000)),
  ),
  { maxKeys: 3 },
);
const aSingle: fc.Arbitrary<Single> = fc.oneof(
  fc.record({ do: fc.constantFrom('insert' as const, 'touch' as const), rk: aKey, values: someValues }),
  fc.record({ do: fc.constant('touch' as const), rk: aKey, values: someValues }),
  fc.record({
    ...{ do: fc.constantFrom('replace' as const, 'merge' as const), rk: aKey },
    ...{ values: someValues, seen: fc.boolean() },
  }),
  fc.record({ do: fc.constant('delete' as const), rk: aKey, seen: fc.boolean() }),
);
const aWrite: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: aSingle },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('transact' as const),
      steps: fc.uniqueArray(aSingle, { minLength: 1, maxLength: 3, selector: ({ rk }) => rk }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'read' as const }) },
);

type Etags = ReadonlyMap<string, Etag>;
const never = 'never' as Etag;

const stepOf = (item: Single, etags: Etags): Step => {
  const etag = 'seen' in item && item.seen ? (etags.get(item.rk) ?? never) : never;
  if (item.do === 'delete') return { do: 'delete', key: { pk, rk: item.rk } };
  const row = aRow(pk, item.rk, item.values);
  return item.do === 'insert' || item.do === 'touch' ? { do: item.do, row } : { do: item.do, row, etag };
};

const carryOut = (store: SqliteStore, write: Write, etags: Etags): Promise<unknown> => {
  if (write.do === 'read') return Promise.all(keys.map((rk) => store.get('Team', { pk, rk })));
  if (write.do === 'delete')
    return store.delete('Team', { pk, rk: write.rk }, (write.seen ? etags.get(write.rk) : undefined) ?? never);
  const singles = write.do === 'transact' ? write.steps : [write];
  return store.transact(
    'Team',
    pk,
    singles.map((item) => stepOf(item, etags)),
  );
};

const outcome = async (done: Promise<unknown>): Promise<string> => {
  try {
    await done;
    return 'done';
  } catch (error) {
    if (error instanceof StoreError) return `${error.fault} ${error.step ?? ''}`;
    throw error;
  }
};

const rowsIn = async (store: SqliteStore): Promise<{ values: (Values | undefined)[]; etags: Etags }> => {
  const rows = await Promise.all(keys.map((rk) => store.get('Team', { pk, rk })));
  return {
    values: rows.map((row) => row?.values),
    etags: new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.rk, row.etag] as const]))),
  };
};

/** Reads the file with a separate connection, which has no cache. */
const inFile = (file: string): unknown[] => {
  const db = new Database(file);
  const select = db.prepare('SELECT etag, v FROM Team WHERE pk = ? AND rk = ?').raw(true);
  const rows = keys.map((rk) => select.get([pk, rk]) as [string, string] | undefined);
  db.close();
  return rows.map((row) => row && { etag: row[0], values: JSON.parse(row[1]) as Values });
};

const asRead = async (store: SqliteStore): Promise<unknown[]> => {
  const { values, etags } = await rowsIn(store);
  return values.map((value, index) => value && { etag: etags.get(keys[index] ?? ''), values: value });
};

let files = 0;

it('writes of one turn with several readers give the results of sequential calls', async () => {
  const turns = fc.array(fc.tuple(fc.boolean(), fc.array(aWrite, { minLength: 1, maxLength: 6 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(turns, async (items) => {
      files += 1;
      const file = path(`model ${files}.db`);
      const stores = [openSqliteStore({ file }), openSqliteStore({ file })] as const;
      const model = openSqliteStore({ file: ':memory:' });
      try {
        for (const [isFirst, writes] of items) {
          const store = stores[isFirst ? 0 : 1];
          const [seen, expected] = [await rowsIn(store), await rowsIn(model)];
          expect(seen.values).toEqual(expected.values);
          const outcomes = await Promise.all(writes.map((item) => outcome(carryOut(store, item, seen.etags))));
          const firstKeys: string[] = [];
          for (const write of writes) firstKeys.push(await outcome(carryOut(model, write, expected.etags)));
          expect(outcomes).toEqual(firstKeys);
          for (const reader of stores) expect(await asRead(reader)).toEqual(inFile(file));
        }
      } finally {
        for (const store of [...stores, model]) await store.close();
      }
    }),
    { numRuns: 100 },
  );
});
