import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { copyOrganisation } from '../../../bot/src/backup/copyOrganisationToStorageAccount.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { transactionBatches } from '../../../bot/src/store/checkRowsAndBatchTransactions.ts';
import { DoubtfulConflictError } from '../../../bot/src/store/tables/doubtfulConflictError.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { numbered } from '../testedStoreRowsAndReaders.ts';
import {
  orgId,
  otherOrgId,
  watchAccounts,
  createMover,
  createPlainMover,
  move,
  readLines,
  readCurrentMove,
  useMovingStores,
} from './organisationMoveWorld.ts';

const stores = useMovingStores();

describe('a move of an organisation', () => {
  it('takes all its rows to the other account and back, and no others', async () => {
    const [before, others] = [await readLines(stores().main, orgId), await readLines(stores().main, otherOrgId)];
    const moved = await move(stores());
    expect(moved.counted?.rows).toBe(before.length);
    expect(await readLines(stores().east, orgId)).toEqual(before);
    expect(await readLines(stores().main, orgId)).toEqual([]);
    const instance = stores().instance();
    expect(await readLines(instance, orgId)).toEqual(before);
    expect(moved.fencedMs).toBeLessThan(10_000);
    await move(stores(), 'main');
    expect(await readLines(stores().main, orgId)).toEqual(before);
    expect([await readLines(stores().east, orgId), await readLines(stores().main, otherOrgId)]).toEqual([[], others]);
    expect(await readCurrentMove(stores())).toBeNull();
  });

  it('counts the differing rows of all partitions, which are compared at the same time', async () => {
    await stores()
      .instance()
      .admin.bulkPut(
        'Team',
        Array.from({ length: 30 }, (_, index) => ({ pk: `${orgId}|P${index}`, rk: 'a', values: {} })),
      );
    const rows = (await readLines(stores().main, orgId)).length;
    const working = createPlainMover(stores());
    await moveOrganisation(working, orgId, 'east');
    expect(working.printed.slice(0, 2)).toEqual([
      `Pass 1: ${rows} rows were different.`,
      'Pass 2: 0 rows were different.',
    ]);
  });

  it('replaces remains of an earlier copy in the target', async () => {
    const before = await readLines(stores().main, orgId);
    await stores().east.admin.bulkPut('Team', [...numbered(`${orgId}|T`, 140, { v: 9 }), ...numbered(`${orgId}|Z`, 3)]);
    await move(stores());
    expect(await readLines(stores().east, orgId)).toEqual(before);
  });

  it('deletes old rows that arrive while the old rows are deleted', async () => {
    const accounts = watchAccounts(stores(), (work) => work());
    const main = accounts.get('main') as WholeStore;
    let hasArrived = false;
    const scanAll: typeof main.admin.scanAll = async (table, page) => {
      const rows = await main.admin.scanAll(table, page);
      if (hasArrived || table !== 'Team' || (await readCurrentMove(stores()))?.phase !== 'CLEAN') return rows;
      hasArrived = true;
      await stores().main.admin.bulkPut('Team', numbered(`${orgId}|A`, 2));
      return rows;
    };
    const working = createMover(
      stores(),
      new Map([...accounts, ['main', { ...main, admin: { ...main.admin, scanAll } }]]),
    );
    await moveOrganisation(working, orgId, 'east');
    expect(hasArrived).toBe(true);
    expect(await readLines(stores().main, orgId)).toEqual([]);
  });

  it('checks before each request that writes a copy that no other process is active', async () => {
    const long = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(30_000)]));
    // The move compares partitions in parallel, which would mix the recorded calls, so the organisation of this test
    // has only one partition.
    const id = anOrgId('large');
    await stores().main.admin.bulkPut('Team', numbered(`${id}|L`, 60, long));
    await stores().east.admin.bulkPut('Team', numbered(`${id}|L`, 80));
    const requests: string[] = [];
    const noted = (store: WholeStore): WholeStore => ({
      ...store,
      transact: async (table, pk, steps) => {
        const rows = steps.flatMap((step) => (step.do === 'delete' ? [] : [step.row]));
        requests.push(`writes ${transactionBatches(rows).length}`);
        return store.transact(table, pk, steps);
      },
      delete: async (...parameters) => {
        requests.push('deletes');
        return store.delete(...parameters);
      },
    });
    const alive = (): Promise<void> => {
      requests.push('alive');
      return Promise.resolve();
    };
    const confirm = () => Promise.reject(new Error('No row of the target has changed.'));
    const copy = copyOrganisation({ source: stores().main, target: noted(stores().east), alive, confirm }, id);
    while ((await copy.pass()) > 0);
    const writes = requests.flatMap((line, index) => (line === 'alive' ? [] : [[requests[index - 1], line]]));
    expect(writes.filter(([, line]) => line === 'writes 1').length).toBeGreaterThan(1);
    expect(writes).toContainEqual(['alive', 'deletes']);
    expect(writes.filter(([before]) => before !== 'alive')).toEqual([]);
  });

  it.each(['main', 'east'])(
    'continues if the reply to a batch in %s is lost and its repetition conflicts',
    async (name) => {
      const before = await readLines(stores().main, orgId);
      const accounts = watchAccounts(stores(), (work) => work());
      const store = accounts.get(name) as WholeStore;
      let lost = 0;
      const transact: WholeStore['transact'] = async (table, pk, steps) => {
        await store.transact(table, pk, steps);
        lost += table === 'Team' ? 1 : 0;
        if (lost === 1) throw new DoubtfulConflictError(new Error('EntityAlreadyExists'));
      };
      const working = createMover(stores(), new Map([...accounts, [name, { ...store, transact }]]));
      await moveOrganisation(working, orgId, 'east');
      expect(lost).toBeGreaterThan(1);
      expect([await readLines(stores().east, orgId), await readLines(stores().main, orgId)]).toEqual([before, []]);
    },
  );

  it('reads only keys during the fence if nothing has changed', async () => {
    const seen: string[] = [];
    const accounts = watchAccounts(stores(), (work) => work());
    const main = accounts.get('main') as WholeStore;
    const counting: WholeStore = {
      ...main,
      admin: {
        ...main.admin,
        scanAll: async (table, page) => {
          seen.push(`${(await readCurrentMove(stores()))?.phase ?? ''} ${page?.keysOnly === true ? 'keys' : 'rows'}`);
          return main.admin.scanAll(table, page);
        },
      },
    };
    await moveOrganisation(createMover(stores(), new Map([...accounts, ['main', counting]])), orgId, 'east');
    expect(new Set(seen)).toEqual(new Set(['COPY keys', 'COPY rows', 'FENCE keys', 'CLEAN keys']));
  });
});
