import type { Etag } from '../../../bot/src/store/tableStorePort.ts';
import { aPartition, aRow, readRows, refusal, winners } from '../testedStoreRowsAndReaders.ts';
import type { Subject } from '../testedStoreRowsAndReaders.ts';

const racers = Array.from({ length: 50 }, (_, index) => index);
const foreignEtag = 'of another making' as Etag;

const etagRules = ({ store }: Subject): void => {
  it('returns an inserted row with the version from the insert', async () => {
    const pk = aPartition();
    const etag = await store().insert('Org', aRow(pk, 'a', { name: 'Ada', age: 36, on: true, empty: '' }));
    expect(await store().get('Org', { pk, rk: 'a' })).toEqual({
      ...{ pk, rk: 'a', etag },
      values: { name: 'Ada', age: 36, on: true, empty: '' },
    });
  });

  it('returns undefined for a missing row, also in a partition with others', async () => {
    const pk = aPartition();
    await store().insert('Org', aRow(pk, 'a'));
    expect(await store().get('Org', { pk, rk: 'b' })).toBeUndefined();
    expect(await store().get('Team', { pk, rk: 'a' })).toBeUndefined();
  });

  it('rejects an insert of an existing row without a change', async () => {
    const pk = aPartition();
    await store().insert('Org', aRow(pk, 'a', { n: 1 }));
    await expect(store().insert('Org', aRow(pk, 'a', { n: 2 }))).rejects.toEqual(refusal('CONFLICT'));
    expect((await store().get('Org', { pk, rk: 'a' }))?.values).toEqual({ n: 1 });
  });

  it('replaces all properties only for the given version', async () => {
    const pk = aPartition();
    const first = await store().insert('Org', aRow(pk, 'a', { n: 1, old: true }));
    const second = await store().replace('Org', aRow(pk, 'a', { n: 2 }), first);
    expect(second).not.toBe(first);
    await expect(store().replace('Org', aRow(pk, 'a', { n: 3 }), first)).rejects.toEqual(refusal('CONFLICT'));
    expect(await store().get('Org', { pk, rk: 'a' })).toEqual({ pk, rk: 'a', etag: second, values: { n: 2 } });
  });

  it('merges the given properties only for the given version', async () => {
    const pk = aPartition();
    const first = await store().insert('Org', aRow(pk, 'a', { n: 1, old: true }));
    const second = await store().merge('Org', aRow(pk, 'a', { n: 2, more: 'x' }), first);
    await expect(store().merge('Org', aRow(pk, 'a', { n: 3 }), first)).rejects.toEqual(refusal('CONFLICT'));
    expect(await store().get('Org', { pk, rk: 'a' })).toEqual({
      ...{ pk, rk: 'a', etag: second },
      values: { n: 2, old: true, more: 'x' },
    });
  });

  it('deletes only the given version', async () => {
    const pk = aPartition();
    const first = await store().insert('Org', aRow(pk, 'a'));
    const second = await store().touch('Org', aRow(pk, 'a', { n: 2 }));
    await expect(store().delete('Org', { pk, rk: 'a' }, first)).rejects.toEqual(refusal('CONFLICT'));
    await store().delete('Org', { pk, rk: 'a' }, second);
    expect(await store().get('Org', { pk, rk: 'a' })).toBeUndefined();
  });

  it('touches without a condition: creates the row, then sets the given properties', async () => {
    const pk = aPartition();
    const first = await store().touch('Org', aRow(pk, 'a', { n: 1, old: true }));
    const second = await store().touch('Org', aRow(pk, 'a', { n: 2 }));
    expect(second).not.toBe(first);
    expect((await store().get('Org', { pk, rk: 'a' }))?.values).toEqual({ n: 2, old: true });
  });

  it.each(['replace', 'merge', 'delete'] as const)('%s of a missing row is a conflict', async (action) => {
    const pk = aPartition();
    const etag = await store().insert('Org', aRow(pk, 'a'));
    await expect(store()[action]('Org', aRow(pk, 'b'), etag)).rejects.toEqual(refusal('CONFLICT'));
    expect(await store().get('Org', { pk, rk: 'b' })).toBeUndefined();
  });

  it.each([foreignEtag, '*' as Etag, '' as Etag])('accepts %p as no version of any row', async (etag) => {
    const pk = aPartition();
    await store().insert('Org', aRow(pk, 'a', { n: 1 }));
    await expect(store().replace('Org', aRow(pk, 'a', { n: 2 }), etag)).rejects.toEqual(refusal('CONFLICT'));
    await expect(store().delete('Org', { pk, rk: 'a' }, etag)).rejects.toEqual(refusal('CONFLICT'));
    const steps = [{ do: 'merge', row: aRow(pk, 'a', { n: 2 }), etag } as const];
    await expect(store().transact('Org', pk, steps)).rejects.toEqual(refusal('CONFLICT'));
    expect((await store().get('Org', { pk, rk: 'a' }))?.values).toEqual({ n: 1 });
  });

  it('never reuses a version, not even after a deletion and a new insert of the same row', async () => {
    const pk = aPartition();
    const seen: Etag[] = [];
    for (let round = 0; round < 20; round += 1) {
      const inserted = await store().insert('Org', aRow(pk, 'a', { n: 1 }));
      const replaced = await store().replace('Org', aRow(pk, 'a', { n: 1 }), inserted);
      const touched = await store().touch('Org', aRow(pk, 'a', { n: 1 }));
      seen.push(inserted, replaced, touched);
      await store().delete('Org', { pk, rk: 'a' }, touched);
    }
    expect(new Set(seen).size).toBe(60);
    await store().insert('Org', aRow(pk, 'a'));
    for (const old of seen.slice(0, 6)) {
      await expect(store().merge('Org', aRow(pk, 'a', { n: 9 }), old)).rejects.toEqual(refusal('CONFLICT'));
    }
  });
};

const raceRules = ({ store }: Subject): void => {
  it('accepts one of 50 inserts of the same row', async () => {
    const pk = aPartition();
    const outcomes = await Promise.allSettled(racers.map((n) => store().insert('Org', aRow(pk, 'a', { n }))));
    expect(winners(outcomes)).toBe(1);
    const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled');
    expect((await store().get('Org', { pk, rk: 'a' }))?.values).toEqual({ n: winner });
  });

  it.each(['replace', 'merge', 'delete'] as const)('accepts one of 50 with the same version: %s', async (action) => {
    const pk = aPartition();
    const etag = await store().insert('Org', aRow(pk, 'a', { n: -1 }));
    const outcomes = await Promise.allSettled(racers.map((n) => store()[action]('Org', aRow(pk, 'a', { n }), etag)));
    expect(winners(outcomes)).toBe(1);
  });

  it('accepts one of 50 transactions over the same version, with all of its rows', async () => {
    const pk = aPartition();
    const etag = await store().insert('Team', aRow(pk, 'guard'));
    const outcomes = await Promise.allSettled(
      racers.map((n) =>
        store().transact('Team', pk, [
          { do: 'insert', row: aRow(pk, `mine|${n}`) },
          { do: 'merge', row: aRow(pk, 'guard', { n }), etag },
        ]),
      ),
    );
    expect(winners(outcomes)).toBe(1);
    const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled');
    expect((await readRows(store(), pk)).map((row) => row.rk)).toEqual(['guard', `mine|${winner}`]);
  });

  it('keeps all of 50 parallel touches of different properties', async () => {
    const pk = aPartition();
    await Promise.all(racers.map((n) => store().touch('Org', aRow(pk, 'a', { [`p${n}`]: n }))));
    expect(Object.keys((await store().get('Org', { pk, rk: 'a' }))?.values ?? {})).toHaveLength(50);
  });
};

export const rowVersionAndRaceRules = (subject: Subject): void => {
  describe('rows and versions', () => {
    etagRules(subject);
  });
  describe('races', () => {
    raceRules(subject);
  });
  it('rejects every call after its close', async () => {
    const pk = aPartition();
    const other = await subject.reopen();
    const etag = await other.insert('Org', aRow(pk, 'a'));
    await other.close();
    await other.close();
    const calls = [
      other.get('Org', { pk, rk: 'a' }),
      other.insert('Org', aRow(pk, 'b')),
      other.merge('Org', aRow(pk, 'a'), etag),
      other.transact('Org', pk, [{ do: 'touch', row: aRow(pk, 'a') }]),
      other.scan('Org', pk, { from: '', to: '~' }),
      other.admin.scanAll('Org'),
    ];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
  });

  it('completes running calls at its close', async () => {
    const pk = aPartition();
    const other = await subject.reopen();
    const writing = Promise.all(racers.map((n) => other.insert('Team', aRow(pk, `r${n}`))));
    await other.close();
    await writing;
    expect(await readRows(subject.store(), pk)).toHaveLength(50);
  });
};
