import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { encode } from '../../bot/src/store/rowCodec.ts';
import { createParsedRowCache } from '../../bot/src/store/parsedRowCache.ts';
import { inOrg, kind, listedKind } from '../../bot/src/store/recordKindsAndAccess.ts';
import type { Etag, TableStore } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../support/data/idDateAndRecordBuilders.ts';
import { useTempDir } from '../support/files/tempDir.ts';

// Tests that each row version is parsed once, and that the cached result equals a new parse.

const schema = z.object({ name: z.string(), list: z.array(z.string()), note: z.string().nullable() });
const at = (scope: OrgId, key: { readonly id: string }) => ({ pk: `kept:${scope}`, rk: `k|${key.id}` });
const sample = listedKind({
  ...({ name: 'sample', table: 'Org', version: 2, schema } as const),
  partition: (scope: OrgId) => `kept:${scope}`,
  rowKey: (id: { readonly id: string }) => `k|${id.id}`,
  upgrade: (old) => ({ ...old, name: old['title'] }),
});
const other = kind({ name: 'other', table: 'Org', version: 2, schema: schema.pick({ name: true }), at });
const later = kind({ name: 'later', table: 'Org', version: 2, schema: schema.extend({ extra: z.string() }), at });

const key = { id: 'a' };
const value = { name: 'Ada', list: ['x'], note: null };
const everySample = { from: 'k|', to: 'k}' };
const place = useTempDir();

const records = (store: TableStore = openSqliteStore({ file: ':memory:' })) => inOrg(store, anOrgId());
type Of = ReturnType<typeof records>;
const valueOf = async (of: Of) => (await of.get(sample, key))?.value;

describe('a row that is read repeatedly', () => {
  it('is the same object for the same version and any kind of read', async () => {
    const of = records();
    await of.insert(sample, key, value);
    const first = await of.get(sample, key);
    expect(first?.value).toEqual(value);
    const [listed] = await of.list(sample, undefined, everySample);
    const { rows } = await of.page(sample, key, everySample);
    for (const again of [await of.get(sample, key), listed, rows[0]]) expect(again).toBe(first);
  });

  it('is read again after every kind of write by any writer', async () => {
    const file = place('two.db');
    const [here, there] = [openSqliteStore({ file }), openSqliteStore({ file })];
    const of = records(here);
    await of.insert(sample, key, value);
    const row = { ...at(anOrgId(), key), values: encode(sample, { ...value, name: 'Bob' }) };
    const writes: (() => Promise<unknown>)[] = [
      async () => there.replace('Org', row, (await of.get(sample, key))?.etag ?? ('' as Etag)),
      () => records(there).touch(sample, key, { name: 'Cem' }),
      async () => there.merge('Org', { ...row, values: { name: 'Dee' } }, (await of.get(sample, key))?.etag as Etag),
      () => there.transact('Org', row.pk, [{ do: 'touch', row: { ...row, values: { name: 'Eve' } } }]),
      () => there.admin.bulkPut('Org', [{ ...row, values: { ...row.values, name: 'Fay' } }]),
    ];
    for (const [n, write] of writes.entries()) {
      await valueOf(of);
      await write();
      expect((await valueOf(of))?.name).toBe(['Bob', 'Cem', 'Dee', 'Eve', 'Fay'][n]);
    }
    await Promise.all([here.close(), there.close()]);
  });

  it('is gone after its deletion, and a new object after its key is reused', async () => {
    const of = records();
    await of.insert(sample, key, value);
    const first = await of.get(sample, key);
    await of.delete(sample, key, first?.etag as Etag);
    expect(await of.get(sample, key)).toBeUndefined();
    await of.insert(sample, key, { ...value, name: 'Bob' });
    expect((await valueOf(of))?.name).toBe('Bob');
  });

  it('stays distinct from other rows with the same version, as in a transaction of the table service', async () => {
    const inner = openSqliteStore({ file: ':memory:' });
    const etag = 'W/"one of all"' as Etag;
    const of = records({
      ...inner,
      get: async (...request) => {
        const row = await inner.get(...request);
        return row && { ...row, etag };
      },
    });
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await of.insert(sample, { id }, { ...value, name: id });
    for (let round = 0; round < 2; round += 1)
      expect(await Promise.all(ids.map(async (id) => (await of.get(sample, { id }))?.value.name))).toEqual(ids);
    expect(await of.get(sample, { id: 'b' })).toBe(await of.get(sample, { id: 'b' }));
  });

  it('is parsed with the requested schema', async () => {
    const of = records();
    await of.insert(sample, key, value);
    await of.get(sample, key);
    expect((await of.get(other, key))?.value).toEqual({ name: 'Ada' });
    expect(await valueOf(of)).toEqual(value);
  });

  it('is upgraded once from the previous format, and read directly after it is rewritten', async () => {
    const of = records();
    await of.store.insert('Org', { ...at(anOrgId(), key), values: { v: 1, title: 'Old', j_list: '[]' } });
    const first = await of.get(sample, key);
    expect(first?.value).toEqual({ name: 'Old', list: [], note: null });
    expect(await of.get(sample, key)).toBe(first);
    await of.replace(sample, key, { ...value, name: 'New' }, first?.etag as Etag);
    expect(await valueOf(of)).toEqual({ ...value, name: 'New' });
  });

  it('is parsed each time if it has fields of a later version, so that a replace keeps them', async () => {
    const of = records();
    await of.insert(later, key, { ...value, extra: 'of the next version' });
    const first = await of.get(sample, key);
    const again = await of.get(sample, key);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
    await of.replace(sample, key, { ...value, name: 'Bob' }, again?.etag as Etag);
    expect((await of.get(later, key))?.value).toEqual({ ...value, name: 'Bob', extra: 'of the next version' });
  });

  it('is rejected each time if it violates its format', async () => {
    const of = records();
    await of.store.insert('Org', { ...at(anOrgId(), key), values: { v: 2, name: 'no list' } });
    for (let n = 0; n < 2; n += 1) await expect(of.get(sample, key)).rejects.toThrow(z.ZodError);
  });

  it('is not cached by a read of keys only', async () => {
    const of = records();
    await of.insert(sample, key, value);
    await of.store.scan('Org', at(anOrgId(), key).pk, everySample, { keysOnly: true });
    expect(await valueOf(of)).toEqual(value);
  });

  it('cannot be changed by its reader at any depth', async () => {
    const of = records();
    await of.insert(sample, key, value);
    const first = await of.get(sample, key);
    expect(() => first?.value.list.push('y')).toThrow(TypeError);
    expect(() => Object.assign(first?.value ?? {}, { name: 'Eve' })).toThrow(TypeError);
    expect(await valueOf(of)).toEqual(value);
  });

  it('is cached for its own store only', async () => {
    const [here, there] = [records(), records()];
    await here.insert(sample, key, value);
    await here.get(sample, key);
    expect(await there.get(sample, key)).toBeUndefined();
  });
});

it('keeps no other rows in memory that were read with it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const of = records();
  const long = { ...value, note: 'n'.repeat(400) };
  for (let id = 0; id < 200; id += 1) await of.insert(sample, { id: `row-${String(id).padStart(4, '0')}` }, long);
  const changeOneAndReadAll = async (round: number): Promise<void> => {
    const changed = { id: `row-${String(round).padStart(4, '0')}` };
    await of.touch(sample, changed, { name: `Ada ${String(round)}` });
    expect(await of.list(sample, undefined, everySample)).toHaveLength(200);
  };
  const usedMB = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  await changeOneAndReadAll(0);
  const before = usedMB();
  for (let round = 1; round < 200; round += 1) await changeOneAndReadAll(round);
  // The 200 rows have 90 kB together. If the cache kept the text of each of the 199 reads, it would need 18 MB.
  expect(usedMB() - before).toBeLessThan(6);
});

it('is evicted beyond the limit of rows', () => {
  const kept = createParsedRowCache({ bytes: 100_000, ms: 1_000, now: () => 0 });
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    stored: { value: { ...value, name: 'x'.repeat(100) }, etag: `e.${n}` as Etag, key: { pk: 'p', rk: `${n}` } },
  }));
  for (const { stored } of rows) kept.keep(sample, stored);
  const existing = rows.filter(({ stored }) => kept.find(sample, { ...stored.key, etag: stored.etag }) !== undefined);
  expect(existing.length).toBeGreaterThan(10);
  expect(existing.length * 500).toBeLessThan(100_000);
});
