import type { Step } from '../../../bot/src/store/tableStorePort.ts';
import { aPartition, aRow, numbered, readRows, refusal, rowKeys } from '../testedStoreRowsAndReaders.ts';
import type { Subject } from '../testedStoreRowsAndReaders.ts';

const inserts = (pk: string, count: number): Step[] => numbered(pk, count).map((row) => ({ do: 'insert', row }));

const wholeRules = ({ store }: Subject): void => {
  it('executes every kind of step together', async () => {
    const pk = aPartition();
    const replaced = await store().insert('Team', aRow(pk, 'replaced', { n: 1, old: true }));
    const merged = await store().insert('Team', aRow(pk, 'merged', { n: 1, old: true }));
    await store().insert('Team', aRow(pk, 'touched', { n: 1, old: true }));
    await store().insert('Team', aRow(pk, 'deleted'));
    await store().transact('Team', pk, [
      { do: 'insert', row: aRow(pk, 'inserted', { n: 2 }) },
      { do: 'replace', row: aRow(pk, 'replaced', { n: 2 }), etag: replaced },
      { do: 'merge', row: aRow(pk, 'merged', { n: 2 }), etag: merged },
      { do: 'touch', row: aRow(pk, 'touched', { n: 2 }) },
      { do: 'touch', row: aRow(pk, 'made', { n: 2 }) },
      { do: 'delete', key: { pk, rk: 'deleted' } },
    ]);
    expect((await readRows(store(), pk)).map(({ rk, values }) => [rk, values])).toEqual([
      ['inserted', { n: 2 }],
      ['made', { n: 2 }],
      ['merged', { n: 2, old: true }],
      ['replaced', { n: 2 }],
      ['touched', { n: 2, old: true }],
    ]);
  });

  it('gives every written row a new version', async () => {
    const pk = aPartition();
    const before = await store().insert('Team', aRow(pk, 'a'));
    await store().transact('Team', pk, [{ do: 'touch', row: aRow(pk, 'a') }]);
    await expect(store().merge('Team', aRow(pk, 'a'), before)).rejects.toEqual(refusal('CONFLICT'));
  });

  it('accepts 100 steps', async () => {
    const pk = aPartition();
    await store().transact('Team', pk, inserts(pk, 100));
    expect(await rowKeys(store(), pk)).toHaveLength(100);
  });
};

const failingStep = (pk: string): Record<string, Step> => ({
  'an insert of a present row': { do: 'insert', row: aRow(pk, 'present') },
  'a delete of an absent row': { do: 'delete', key: { pk, rk: 'absent' } },
});

const undoRules = ({ store }: Subject): void => {
  it.each(Object.keys(failingStep('')))('undoes all steps, before and after, for %s', async (name) => {
    const pk = aPartition();
    await store().insert('Team', aRow(pk, 'present', { n: 1 }));
    const failing = failingStep(pk)[name];
    const steps: Step[] = [
      { do: 'insert', row: aRow(pk, 'before') },
      ...(failing ? [failing] : []),
      { do: 'insert', row: aRow(pk, 'after') },
    ];
    const outcome = store().transact('Team', pk, steps);
    await expect(outcome).rejects.toEqual(refusal('CONFLICT'));
    await expect(outcome).rejects.toMatchObject({ step: 1 });
    expect(await rowKeys(store(), pk)).toEqual(['present']);
  });

  it.each(['replace', 'merge'] as const)(
    'undoes all steps for a %s over an old version or a missing row',
    async (kind) => {
      const pk = aPartition();
      const etag = await store().insert('Team', aRow(pk, 'present', { n: 1 }));
      await store().touch('Team', aRow(pk, 'present', { n: 2 }));
      for (const rk of ['present', 'absent']) {
        const steps: Step[] = [
          { do: 'touch', row: aRow(pk, 'other') },
          { do: kind, row: aRow(pk, rk, { n: 3 }), etag },
        ];
        await expect(store().transact('Team', pk, steps)).rejects.toEqual(refusal('CONFLICT'));
      }
      expect((await readRows(store(), pk)).map(({ rk, values }) => [rk, values])).toEqual([['present', { n: 2 }]]);
    },
  );

  it('does not affect other writes of the same turn when one fails', async () => {
    const pk = aPartition();
    await store().insert('Team', aRow(pk, 'present'));
    const outcomes = await Promise.allSettled([
      store().insert('Team', aRow(pk, 'one')),
      store().transact('Team', pk, [
        { do: 'insert', row: aRow(pk, 'undone') },
        { do: 'insert', row: aRow(pk, 'present') },
      ]),
      store().insert('Team', aRow(pk, 'present')),
      store().transact('Team', pk, [{ do: 'insert', row: aRow(pk, 'two') }]),
      store().touch('Team', aRow(pk, 'three')),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    ]);
    expect(await rowKeys(store(), pk)).toEqual(['one', 'present', 'three', 'two']);
  });
};

const refusalRules = ({ store }: Subject): void => {
  it('rejects a repeated row, another partition, and an empty list', async () => {
    const pk = aPartition();
    const twice: Step[] = [
      { do: 'insert', row: aRow(pk, 'a') },
      { do: 'delete', key: { pk, rk: 'a' } },
    ];
    const mixed: Step[] = [
      { do: 'insert', row: aRow(pk, 'a') },
      { do: 'insert', row: aRow(aPartition(), 'b') },
    ];
    for (const steps of [twice, mixed, []]) {
      await expect(store().transact('Team', pk, steps)).rejects.toEqual(refusal('INVALID'));
    }
    await expect(store().transact('Team', pk, mixed)).rejects.toMatchObject({ step: 1 });
    expect(await rowKeys(store(), pk)).toEqual([]);
  });

  it('rejects more than 100 steps and more than 4 MB', async () => {
    const pk = aPartition();
    await expect(store().transact('Team', pk, inserts(pk, 101))).rejects.toEqual(refusal('TOO_LARGE'));
    const long = { a: 'x'.repeat(25_000), b: 'y'.repeat(25_000) };
    const heavy = numbered(pk, 100, long).map((row): Step => ({ do: 'insert', row }));
    await expect(store().transact('Team', pk, heavy)).rejects.toEqual(refusal('TOO_LARGE'));
    expect(await rowKeys(store(), pk)).toEqual([]);
  });
};

export const transactionRules = (subject: Subject): void => {
  describe('transactions', () => {
    wholeRules(subject);
    undoRules(subject);
    refusalRules(subject);
  });
};
