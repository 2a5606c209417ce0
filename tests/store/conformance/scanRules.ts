import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import type { Page, StoredRow } from '../../../bot/src/store/tableStorePort.ts';
import {
  aPartition,
  aRow,
  everything,
  numbered,
  readPages,
  readRows,
  refusal,
  rowKeys,
} from '../testedStoreRowsAndReaders.ts';
import type { Subject } from '../testedStoreRowsAndReaders.ts';

const sizes = (pages: readonly Page[]): number[] => pages.map((page) => page.rows.length).filter((size) => size > 0);

const pagingRules = ({ store }: Subject): void => {
  it('returns 1,100 rows exactly once and in order, in pages of any size', async () => {
    const pk = aPartition();
    const rows = numbered(pk, 1_100);
    await store().admin.bulkPut('Team', [...rows].reverse());
    const expected = rows.map((row) => row.rk);
    for (const [limit, shape] of [
      [undefined, [1000, 100]],
      [1000, [1000, 100]],
      [777, [777, 323]],
      [300, [300, 300, 300, 200]],
    ] as const) {
      const pages = await readPages(store(), pk, everything, limit === undefined ? {} : { limit });
      expect(pages.flatMap((page) => page.rows.map((row) => row.rk))).toEqual(expected);
      expect(sizes(pages)).toEqual(shape);
    }
  });

  it('returns a short range in pages of 1 and 7', async () => {
    const pk = aPartition();
    await store().admin.bulkPut('Team', numbered(pk, 30));
    const range = { from: '000003', to: '000025' };
    for (const limit of [1, 7]) {
      const rows = await readRows(store(), pk, range, { limit });
      expect(rows.map((row) => row.rk)).toEqual(
        numbered(pk, 25)
          .slice(3)
          .map((row) => row.rk),
      );
    }
  });

  it('returns an empty page for an empty range, a missing partition, and a reversed range', async () => {
    const pk = aPartition();
    await store().insert('Team', aRow(pk, 'b'));
    expect(await store().scan('Team', pk, { from: 'c', to: 'd' })).toEqual({ rows: [] });
    expect(await store().scan('Team', aPartition(), everything)).toEqual({ rows: [] });
    expect(await store().scan('Team', pk, { from: 'c', to: 'a' })).toEqual({ rows: [] });
  });

  it('returns only keys and versions on request', async () => {
    const pk = aPartition();
    const etag = await store().insert('Team', aRow(pk, 'a', { secret: 'x' }));
    const page = await store().scan('Team', pk, everything, { keysOnly: true });
    expect(page).toEqual({ rows: [{ pk, rk: 'a', etag, values: {} }] });
  });

  it('returns the same keys and versions in the same order as with values, in pages of any size', async () => {
    const pk = aPartition();
    const keys = ['!', 'a b', 'a|1', 'a|2', 'B', '~', '"', "'", 'z,z'];
    await store().admin.bulkPut(
      'Team',
      keys.map((rk) => aRow(pk, rk, { text: 'a\nb' })),
    );
    const whole = { from: '', to: '~~' };
    const withValues = await readRows(store(), pk, whole);
    expect(withValues).toHaveLength(keys.length);
    for (const limit of [1, 2, keys.length, 1000])
      expect(await readRows(store(), pk, whole, { limit, keysOnly: true })).toEqual(
        withValues.map((row) => ({ ...row, values: {} })),
      );
    expect(await readRows(store(), aPartition(), whole, { keysOnly: true })).toEqual([]);
  });

  it('rejects a page of size zero and an unknown continuation', async () => {
    const pk = aPartition();
    for (const limit of [0, -1, 1.5, 1001, Number.NaN]) {
      await expect(store().scan('Team', pk, everything, { limit })).rejects.toEqual(refusal('INVALID'));
    }
    for (const continuation of ['', 'x', 'bnVsbA==', '{}']) {
      await expect(store().scan('Team', pk, everything, { continuation })).rejects.toEqual(refusal('INVALID'));
    }
  });
};

const rangeRules = ({ store }: Subject): void => {
  it('includes the lower bound and excludes the upper one, in byte order', async () => {
    const pk = aPartition();
    const keys = ['!', '0', 'A', 'Z', '_', 'a', 'aa', 'ab', 'b', '|', '}', '~'];
    await store().admin.bulkPut(
      'Team',
      [...keys].reverse().map((rk) => aRow(pk, rk)),
    );
    expect(await rowKeys(store(), pk, { from: '!', to: '~~' })).toEqual(keys);
    expect(await rowKeys(store(), pk, { from: 'a', to: 'ab' })).toEqual(['a', 'aa']);
    expect(await rowKeys(store(), pk, { from: 'A', to: 'a' })).toEqual(['A', 'Z', '_']);
  });

  it('includes in a prefix range exactly the keys with the prefix', async () => {
    const pk = aPartition();
    const inside = ['a|', 'a|!', 'a|0|b', 'a|z', 'a||', 'a|}', 'a|~', 'a|~~~'];
    const outside = ['a', 'a!', 'a{', 'a}', 'a}b', 'a~', 'aa|x', 'b|', 'A|x'];
    await store().admin.bulkPut(
      'Team',
      [...inside, ...outside].map((rk) => aRow(pk, rk)),
    );
    expect(await rowKeys(store(), pk, prefixRange('a|'))).toEqual(inside);
  });

  it('stays in its partition and its table', async () => {
    const pk = aPartition();
    await store().insert('Team', aRow(pk, 'mine'));
    await store().insert('Team', aRow(`${pk}0`, 'longer'));
    await store().insert('Team', aRow(pk.slice(0, -1), 'shorter'));
    await store().insert('Due', aRow(pk, 'elsewhere'));
    expect(await rowKeys(store(), pk)).toEqual(['mine']);
  });
};

const movingRules = ({ store }: Subject): void => {
  it('neither misses nor doubles a permanent row while others are inserted and deleted', async () => {
    const pk = aPartition();
    const lasting = Array.from({ length: 300 }, (_, n) => aRow(pk, `${String(n).padStart(4, '0')}|stays`));
    const leaving = Array.from({ length: 60 }, (_, n) => aRow(pk, `${String(n * 5).padStart(4, '0')}|goes`));
    await store().admin.bulkPut('Team', [...lasting, ...leaving]);
    const versions = new Map((await readRows(store(), pk)).map((row) => [row.rk, row.etag]));

    const seen: StoredRow[] = [];
    let continuation: string | undefined;
    let round = 0;
    do {
      const came = Array.from(
        { length: 6 },
        (_, n) => `${String((n * 53 + round * 17) % 300).padStart(4, '0')}|new${round}`,
      );
      const gone = leaving.slice(round * 2, round * 2 + 2);
      const [page] = await Promise.all([
        store().scan('Team', pk, everything, { limit: 23, ...(continuation !== undefined && { continuation }) }),
        ...came.map((rk) => store().insert('Team', aRow(pk, rk))),
        ...lasting.slice(round * 9, round * 9 + 9).map((row) => store().touch('Team', { ...row, values: { round } })),
        ...gone.flatMap((row) => {
          const etag = versions.get(row.rk);
          return etag === undefined ? [] : [store().delete('Team', row, etag)];
        }),
      ]);
      seen.push(...page.rows);
      continuation = page.continuation;
      round += 1;
    } while (continuation !== undefined);

    const keys = seen.map((row) => row.rk);
    expect(keys.filter((rk) => rk.endsWith('stays'))).toEqual(lasting.map((row) => row.rk));
    expect(keys).toEqual([...new Set(keys)].sort());
  });
};

const adminRules = ({ store }: Subject): void => {
  it('writes rows of many partitions over existing ones, and scans whole tables in order', async () => {
    const partitions = Array.from({ length: 12 }, () => aPartition()).sort();
    await store().insert('Usage', aRow(partitions[0] ?? '', 'm|1', { old: true }));
    const rows = partitions.flatMap((pk) => Array.from({ length: 9 }, (_, n) => aRow(pk, `m|${n}`, { n })));
    await store().admin.bulkPut('Usage', [...rows].reverse());

    const storedRows: StoredRow[] = [];
    let page: Page = { rows: [] };
    do {
      const { continuation } = page;
      page = await store().admin.scanAll('Usage', { limit: 10, ...(continuation !== undefined && { continuation }) });
      storedRows.push(...page.rows);
    } while (page.continuation !== undefined);
    // Other test runs may use the same account of the real service, so their rows are left out.
    const own = storedRows.filter((row) => partitions.includes(row.pk));
    expect(own.map(({ pk, rk, values }) => ({ pk, rk, values }))).toEqual(rows);
  });

  it('scans the partitions of a range in order, in pages of any size', async () => {
    const pk = aPartition();
    const inside = [pk, `${pk}!`, `${pk}|a`, `${pk}|b|c`, `${pk}||`, `${pk}|~`];
    const rows = inside.flatMap((partition) => numbered(partition, 4));
    await store().admin.bulkPut('Usage', [
      ...rows,
      aRow(`${pk}}`, 'a'),
      aRow(`${pk}~`, 'a'),
      aRow(pk.slice(0, -1), 'a'),
    ]);
    for (const limit of [1, 5, 1000]) {
      const keys: string[] = [];
      let continuation: string | undefined;
      do {
        const request = {
          limit,
          partitions: { from: pk, to: `${pk}}` },
          ...(continuation !== undefined && { continuation }),
        };
        const page: Page = await store().admin.scanAll('Usage', request);
        keys.push(...page.rows.map((row) => `${row.pk} ${row.rk}`));
        continuation = page.continuation;
      } while (continuation !== undefined);
      expect(keys).toEqual(rows.map((row) => `${row.pk} ${row.rk}`));
    }
    const page = await store().admin.scanAll('Usage', { partitions: { from: pk, to: `${pk} ` }, keysOnly: true });
    expect(page.rows.map((row) => [row.pk, row.values])).toEqual(Array.from({ length: 4 }, () => [pk, {}]));
  });

  it('keeps the last of two rows with one key', async () => {
    const pk = aPartition();
    await store().admin.bulkPut('Usage', [aRow(pk, 'a', { n: 1, old: true }), aRow(pk, 'a', { n: 2 })]);
    expect((await store().get('Usage', { pk, rk: 'a' }))?.values).toEqual({ n: 2 });
  });
};

export const scanRules = (subject: Subject): void => {
  describe('paging', () => {
    pagingRules(subject);
  });
  describe('ranges', () => {
    rangeRules(subject);
    movingRules(subject);
  });
  describe('whole tables', () => {
    adminRules(subject);
  });
};
