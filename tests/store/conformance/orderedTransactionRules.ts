import type { Step, Transaction } from '../../../bot/src/store/tableStorePort.ts';
import { aPartition, aRow, numbered, readRows, refusal, rowKeys } from '../testedStoreRowsAndReaders.ts';
import type { Subject } from '../testedStoreRowsAndReaders.ts';

const inserting = (pk: string, ...rks: readonly string[]): Transaction => ({
  table: 'Team',
  pk,
  steps: rks.map((rk): Step => ({ do: 'insert', row: aRow(pk, rk) })),
});

const wholeRules = ({ store }: Subject): void => {
  it('executes all of them over any tables and partitions, each after the previous one', async () => {
    const [pk, other] = [aPartition(), aPartition()];
    await store().inOrder([
      { table: 'Outbox', pk, steps: [{ do: 'touch', row: aRow(pk, 'intent', { n: 1 }) }] },
      inserting(pk, 'a', 'b'),
      inserting(other, 'a'),
      {
        ...{ table: 'Team', pk },
        steps: [
          { do: 'touch', row: aRow(pk, 'a', { n: 2 }) },
          { do: 'delete', key: { pk, rk: 'b' } },
        ],
      },
      { table: 'Team', pk, steps: [{ do: 'touch', row: aRow(pk, 'a', { n: 3 }) }] },
    ]);
    expect((await store().get('Outbox', { pk, rk: 'intent' }))?.values).toEqual({ n: 1 });
    expect((await readRows(store(), pk)).map(({ rk, values }) => [rk, values])).toEqual([['a', { v: 1, n: 3 }]]);
    expect(await rowKeys(store(), other)).toEqual(['a']);
  });

  it('accepts 10', async () => {
    const pk = aPartition();
    await store().inOrder(numbered(pk, 10).map(({ rk }) => inserting(pk, rk)));
    expect(await rowKeys(store(), pk)).toHaveLength(10);
  });
};

const failing: Readonly<Record<string, (pk: string) => Step>> = {
  'an insert of a present row': (pk) => ({ do: 'insert', row: aRow(pk, 'present') }),
  'an insert of a row that one before it made': (pk) => ({ do: 'insert', row: aRow(pk, 'first') }),
  'a replace over no version of this store': (pk) => ({
    ...{ do: 'replace', row: aRow(pk, 'present') },
    etag: 'nobody’s' as never,
  }),
  'a delete of an absent row': (pk) => ({ do: 'delete', key: { pk, rk: 'absent' } }),
};

const failureRules = ({ store }: Subject): void => {
  it.each(Object.entries(failing))(
    'stops at the first that fails, by %s: earlier ones stay committed',
    async (_what, step) => {
      const pk = aPartition();
      await store().insert('Team', aRow(pk, 'present', { n: 1 }));
      const steps: Step[] = [{ do: 'insert', row: aRow(pk, 'undone') }, step(pk), { do: 'insert', row: aRow(pk, 'x') }];
      const outcome = store().inOrder([
        inserting(pk, 'first'),
        inserting(pk, 'second'),
        { table: 'Team', pk, steps },
        inserting(pk, 'never'),
      ]);
      await expect(outcome).rejects.toEqual(refusal('CONFLICT'));
      await expect(outcome).rejects.toMatchObject({ step: 1 });
      expect(await rowKeys(store(), pk)).toEqual(['first', 'present', 'second']);
    },
  );

  it('keeps them independent of other writes in the same turn', async () => {
    const pk = aPartition();
    await store().insert('Team', aRow(pk, 'present'));
    const outcomes = await Promise.allSettled([
      store().insert('Team', aRow(pk, 'one')),
      store().inOrder([inserting(pk, 'kept'), inserting(pk, 'undone', 'present'), inserting(pk, 'never')]),
      store().insert('Team', aRow(pk, 'present')),
      store().inOrder([inserting(pk, 'two'), inserting(pk, 'three')]),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await rowKeys(store(), pk)).toEqual(['kept', 'one', 'present', 'three', 'two']);
  });
};

const refusalRules = ({ store }: Subject): void => {
  it('rejects an empty list, and more than 10', async () => {
    const pk = aPartition();
    await expect(store().inOrder([])).rejects.toEqual(refusal('INVALID'));
    const many = numbered(pk, 11).map(({ rk }) => inserting(pk, rk));
    await expect(store().inOrder(many)).rejects.toEqual(refusal('TOO_LARGE'));
    expect(await rowKeys(store(), pk)).toEqual([]);
  });

  it('validates all of them before it executes the first', async () => {
    const pk = aPartition();
    const nul = { pk, rk: 'c', values: { text: 'cut \0 here' } };
    const unsound: [Transaction, string, number | undefined][] = [
      [{ table: 'Team', pk, steps: [] }, 'INVALID', undefined],
      [inserting(pk, 'b', 'b'), 'INVALID', 1],
      [{ ...inserting(pk, 'b'), pk: aPartition() }, 'INVALID', 0],
      [{ table: 'Team', pk, steps: [...inserting(pk, 'b').steps, { do: 'touch', row: nul }] }, 'INVALID', 1],
      [inserting(pk, ...numbered(pk, 101).map(({ rk }) => rk)), 'TOO_LARGE', undefined],
    ];
    for (const [transaction, fault, step] of unsound) {
      const outcome = store().inOrder([inserting(pk, 'a'), transaction]);
      await expect(outcome).rejects.toEqual(refusal(fault));
      await expect(outcome).rejects.toMatchObject({ step });
    }
    expect(await rowKeys(store(), pk)).toEqual([]);
  });
};

export const orderedTransactionRules = (subject: Subject): void => {
  describe('transactions in order', () => {
    wholeRules(subject);
    failureRules(subject);
    refusalRules(subject);
  });
};
