import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import type { MoveDeps } from '../../../bot/src/backup/moveOrganisation.ts';
import { copyOrganisation } from '../../../bot/src/backup/copyOrganisationToStorageAccount.ts';
import { moveLeaseTimes } from '../../../bot/src/backup/organisationMoveLease.ts';
import type { OrgId } from '../../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { placeTimes } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { claimAccounts } from '../../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { transactionBatches } from '../../../bot/src/store/checkRowsAndBatchTransactions.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Step, Table } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import type { Failure } from '../../support/store/failingStore.ts';
import { failures } from '../../support/store/failingStore.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { numbered } from '../testedStoreRowsAndReaders.ts';

const orgId = anOrgId('moving');
const other = anOrgId('other');
const placed: readonly Table[] = ['Org', 'Team', 'Usage'];

let stores: PlacedStores;
beforeEach(async () => {
  stores = await aStore();
});
afterEach(() => stores.close());

const aStore = async (): Promise<PlacedStores> => {
  const opened = await openPlacedStores();
  const store = opened.instance();
  for (const id of [orgId, other]) {
    await createOrg(testDeps(store, opened.clock), { orgId: id, name: 'One', tid: null, actor: 'Ann' });
    for (const partition of ['T', 'U']) await store.admin.bulkPut('Team', numbered(`${id}|${partition}`, 130));
    await store.admin.bulkPut('Usage', numbered(`${id}|202611`, 4));
  }
  return opened;
};

/** Called before each call of the moving process to a storage account. `call` counts from 1. */
type OnCall = (call: number) => Promise<void>;

/** Wraps both accounts, so that `run` executes each call of the moving process. */
const watched = (opened: PlacedStores, run: <T>(work: () => Promise<T>) => Promise<T>): Map<string, WholeStore> => {
  const wrap = (inner: WholeStore): WholeStore => {
    const transact: WholeStore['transact'] = (table, pk, steps) => run(() => inner.transact(table, pk, steps));
    return {
      get: (table, key) => run(() => inner.get(table, key)),
      insert: (table, row) => run(() => inner.insert(table, row)),
      replace: (table, row, etag) => run(() => inner.replace(table, row, etag)),
      merge: (table, row, etag) => run(() => inner.merge(table, row, etag)),
      delete: (table, key, etag) => run(() => inner.delete(table, key, etag)),
      touch: (table, row) => run(() => inner.touch(table, row)),
      transact,
      inOrder: runTransactionsInSequence(transact),
      scan: (table, pk, range, page) => run(() => inner.scan(table, pk, range, page)),
      close: () => Promise.resolve(),
      admin: {
        scanAll: (table, page) => run(() => inner.admin.scanAll(table, { ...page, limit: 50 })),
        bulkPut: (table, rows) => run(() => inner.admin.bulkPut(table, rows)),
      },
    };
  };
  return new Map([
    ['main', wrap(opened.main)],
    ['east', wrap(opened.east)],
  ]);
};

let movers = 0;
const mover = (
  opened: PlacedStores,
  accounts: ReadonlyMap<string, WholeStore>,
): MoveDeps & { readonly printed: string[] } => {
  const { clock } = opened;
  const printed: string[] = [];
  movers += 1;
  return {
    ...{ accounts, clock, printed, main: accounts.get('main') ?? opened.main, owner: `mover ${movers}` },
    monotonic: () => clock.now(),
    sleep: async (ms) => {
      await Promise.resolve();
      clock.set(clock.now() + Math.max(ms, 0));
    },
    print: (line) => void printed.push(line),
  };
};

const plainMover = (opened = stores) =>
  mover(
    opened,
    watched(opened, (work) => work()),
  );

const move = (to = 'east', opened = stores, id: OrgId = orgId) => moveOrganisation(plainMover(opened), id, to);

const linesOf = async (account: WholeStore, id: OrgId): Promise<string[]> => {
  const lines: string[] = [];
  for (const table of placed)
    for (const row of await rowsOf(account.admin, table))
      if (row.pk.startsWith(id)) lines.push(`${table} ${row.pk} ${row.rk} ${JSON.stringify(row.values)}`);
  return lines;
};

const currentMove = async (opened = stores) => (await outside(opened.main).get(placesState, undefined))?.value.move;

describe('a move of an organisation', () => {
  it('takes all its rows to the other account and back, and no others', async () => {
    const [before, others] = [await linesOf(stores.main, orgId), await linesOf(stores.main, other)];
    const moved = await move();
    expect(moved.counted?.rows).toBe(before.length);
    expect(await linesOf(stores.east, orgId)).toEqual(before);
    expect(await linesOf(stores.main, orgId)).toEqual([]);
    const instance = stores.instance();
    expect(await linesOf(instance, orgId)).toEqual(before);
    expect(moved.fencedMs).toBeLessThan(10_000);
    await move('main');
    expect(await linesOf(stores.main, orgId)).toEqual(before);
    expect([await linesOf(stores.east, orgId), await linesOf(stores.main, other)]).toEqual([[], others]);
    expect(await currentMove()).toBeNull();
  });

  it('counts the differing rows of all partitions, which are compared at the same time', async () => {
    await stores.instance().admin.bulkPut(
      'Team',
      Array.from({ length: 30 }, (_, index) => ({ pk: `${orgId}|P${index}`, rk: 'a', values: {} })),
    );
    const rows = (await linesOf(stores.main, orgId)).length;
    const working = plainMover();
    await moveOrganisation(working, orgId, 'east');
    expect(working.printed.slice(0, 2)).toEqual([
      `Pass 1: ${rows} rows were different.`,
      'Pass 2: 0 rows were different.',
    ]);
  });

  it('replaces remains of an earlier copy in the target', async () => {
    const before = await linesOf(stores.main, orgId);
    await stores.east.admin.bulkPut('Team', [...numbered(`${orgId}|T`, 140, { v: 9 }), ...numbered(`${orgId}|Z`, 3)]);
    await move();
    expect(await linesOf(stores.east, orgId)).toEqual(before);
  });

  it('deletes old rows that arrive while the old rows are deleted', async () => {
    const accounts = watched(stores, (work) => work());
    const main = accounts.get('main') as WholeStore;
    let hasArrived = false;
    const scanAll: typeof main.admin.scanAll = async (table, page) => {
      const rows = await main.admin.scanAll(table, page);
      if (hasArrived || table !== 'Team' || (await currentMove())?.phase !== 'CLEAN') return rows;
      hasArrived = true;
      await stores.main.admin.bulkPut('Team', numbered(`${orgId}|A`, 2));
      return rows;
    };
    const working = mover(stores, new Map([...accounts, ['main', { ...main, admin: { ...main.admin, scanAll } }]]));
    await moveOrganisation(working, orgId, 'east');
    expect(hasArrived).toBe(true);
    expect(await linesOf(stores.main, orgId)).toEqual([]);
  });

  it('checks before each request that writes a copy that no other process works', async () => {
    const long = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(30_000)]));
    // The move compares partitions in parallel, which would mix the recorded calls, so the organisation of this test
    // has only one partition.
    const id = anOrgId('large');
    await stores.main.admin.bulkPut('Team', numbered(`${id}|L`, 60, long));
    await stores.east.admin.bulkPut('Team', numbered(`${id}|L`, 80));
    const requests: string[] = [];
    const noted = (store: WholeStore): WholeStore => ({
      ...store,
      transact: async (...parameters) => {
        requests.push('deletes');
        return store.transact(...parameters);
      },
      admin: {
        ...store.admin,
        bulkPut: async (table, rows) => {
          requests.push(`writes ${transactionBatches(rows).length}`);
          return store.admin.bulkPut(table, rows);
        },
      },
    });
    const alive = (): Promise<void> => {
      requests.push('alive');
      return Promise.resolve();
    };
    const copy = copyOrganisation({ source: stores.main, target: noted(stores.east), alive }, id);
    while ((await copy.pass()) > 0);
    const writes = requests.flatMap((line, index) => (line === 'alive' ? [] : [[requests[index - 1], line]]));
    expect(writes.filter(([, line]) => line === 'writes 1').length).toBeGreaterThan(1);
    expect(writes).toContainEqual(['alive', 'deletes']);
    expect(writes.filter(([before]) => before !== 'alive')).toEqual([]);
  });

  it('reads only keys during the fence if nothing has changed', async () => {
    const seen: string[] = [];
    const accounts = watched(stores, (work) => work());
    const main = accounts.get('main') as WholeStore;
    const counting: WholeStore = {
      ...main,
      admin: {
        ...main.admin,
        scanAll: async (table, page) => {
          seen.push(`${(await currentMove())?.phase ?? ''} ${page?.keysOnly === true ? 'keys' : 'rows'}`);
          return main.admin.scanAll(table, page);
        },
      },
    };
    await moveOrganisation(mover(stores, new Map([...accounts, ['main', counting]])), orgId, 'east');
    expect(new Set(seen)).toEqual(new Set(['COPY keys', 'COPY rows', 'FENCE keys', 'CLEAN keys']));
  });
});

describe('a move is refused', () => {
  const lease = (accounts?: string[]) =>
    outside(stores.main).touch(
      shardLease,
      { shard: 'i:server' },
      {
        owner: 'server',
        until: toInstant(stores.clock.now() + 10_000),
        ...(accounts === undefined ? {} : { accounts }),
      },
    );

  it('for an unknown organisation, an unknown account, and the account where it is', async () => {
    await expect(move('east', stores, anOrgId('nobody'))).rejects.toThrow('no organisation');
    await expect(move('west')).rejects.toThrow('does not name the account west');
    await expect(move('main')).rejects.toThrow('in the account main already');
    expect(await currentMove()).toBeNull();
  });

  it('while a server runs without the account', async () => {
    await lease();
    await expect(move()).rejects.toThrow('A running server does not have the account east');
    await lease(['west']);
    await expect(move()).rejects.toThrow('A running server does not have the account east');
    await lease(['east']);
    await move();
  });

  it('to an account that is not registered or new', async () => {
    const west = openSqliteStore({ file: ':memory:' });
    const accounts = new Map([...watched(stores, (work) => work()), ['west', west]]);
    await expect(moveOrganisation(mover(stores, accounts), orgId, 'west')).rejects.toThrow('No server has used');
    await claimAccounts(
      stores.main,
      new Map([
        ['east', stores.east],
        ['west', west],
      ]),
      stores.clock,
    );
    await expect(moveOrganisation(mover(stores, accounts), orgId, 'west')).rejects.toThrow('is new');
    await west.close();
  });

  it('while another organisation moves, and while another process moves it', async () => {
    await crashedMove(stores, 30, 'crash');
    await expect(move('east', stores, other)).rejects.toThrow(`The organisation ${orgId} is moving to east`);
    const working = plainMover();
    const records = outside(stores.main);
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      const state = await records.get(placesState, undefined);
      if (state?.value.move == null) throw new Error('There is no move.');
      const next = { ...state.value, move: { ...state.value.move, beat: state.value.move.beat + 1 } };
      await records.replace(placesState, undefined, next, state.etag);
    };
    await expect(moveOrganisation({ ...working, sleep }, orgId, 'east')).rejects.toThrow('Another process moves');
  });
});

/** Moves the organisation with a process that fails at the call `failAt`. Returns true if the move made such a call. */
const crashedMove = async (opened: PlacedStores, failAt: number, failure: Failure): Promise<boolean> => {
  let calls = 0;
  const accounts = watched(opened, async (work) => {
    calls += 1;
    const call = calls;
    const refusal = new StoreError('UNAVAILABLE', `call ${call} fails (${failure})`);
    if ((failure === 'crash' && call > failAt) || (failure === 'before' && call === failAt)) throw refusal;
    const result = await work();
    if (call === failAt) throw refusal;
    return result;
  });
  try {
    await moveOrganisation(mover(opened, accounts), orgId, 'east');
    return calls >= failAt;
  } catch {
    return true;
  }
};

/**
 * Checks that the organisation is available again within the time for which a fence may block it, and has all rows.
 * Repeats the command if the move is not over.
 */
const continueMove = async (opened: PlacedStores, before: readonly string[]): Promise<void> => {
  const instance = opened.instance();
  for (let wait = 0; wait < 2; wait += 1) {
    await instance.get('Team', { pk: `${orgId}|T`, rk: '000000' }).catch(() => undefined);
    opened.clock.set(opened.clock.now() + 40_000);
  }
  expect(await linesOf(instance, orgId)).toEqual(before);
  const isOver = (await currentMove(opened)) === null && (await linesOf(opened.main, orgId)).length === 0;
  if (!isOver) await move('east', opened);
};

/**
 * Distance between the calls that fail: 12 in the quick suite, because a move makes many calls; 1 with `EVERY_CALL=1`.
 */
const moveStep = callsBetweenFaults === 1 ? 1 : 12;

describe('an interrupted move', () => {
  it.each(failures)('is completed by the same command, after a failure (%s) at any call', async (failure) => {
    for (let call = 1; ; call += moveStep) {
      const opened = await aStore();
      const before = await linesOf(opened.main, orgId);
      const hasFailed = await crashedMove(opened, call, failure);
      if (hasFailed) await continueMove(opened, before);
      expect(await linesOf(opened.east, orgId)).toEqual(before);
      expect([await linesOf(opened.main, orgId), await currentMove(opened)]).toEqual([[], null]);
      await opened.close();
      if (!hasFailed) break;
    }
  });

  it('ends before its switch if the operator moves the organisation to its present place', async () => {
    const before = await linesOf(stores.main, orgId);
    await crashedMove(stores, 40, 'crash');
    expect((await currentMove())?.phase).toBe('COPY');
    await move('main');
    expect([await linesOf(stores.main, orgId), await linesOf(stores.east, orgId)]).toEqual([before, []]);
    expect(await currentMove()).toBeNull();
  });

  it('ends with the old process giving up, if an instance ended its fence', async () => {
    const instance = stores.instance();
    let isPaused = false;
    const working = plainMover();
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      if (isPaused || (await currentMove())?.phase !== 'FENCE') return;
      isPaused = true;
      const key = { pk: `${orgId}|T`, rk: '000000' };
      await instance.get('Team', key).catch(() => undefined);
      stores.clock.set(stores.clock.now() + 40_000);
      await instance.get('Team', key).catch(() => undefined);
      stores.clock.set(stores.clock.now() + 10_000);
      await instance.touch('Team', { ...key, values: { written: true } });
    };
    await moveOrganisation({ ...working, sleep }, orgId, 'east');
    expect(working.printed).toContain('The fence ended before the copy was complete. Copying again.');
    const row = await instance.get('Team', { pk: `${orgId}|T`, rk: '000000' });
    expect(row?.values['written']).toBe(true);
  });
});

describe('a move while people work', () => {
  /** Values that a reader may find, by name: one after an acknowledged write, several while outcomes are unknown. */
  type Possible = Map<string, Set<string>>;
  const pk = `${orgId}|T`;

  const aWriter = (store: WholeStore, random: () => number, possible: Possible) => {
    let count = 0;
    /** Writes a pair of rows in one transaction, so that a reader must find both or neither. */
    const write = async (): Promise<void> => {
      count += 1;
      const name = `x|${Math.floor(random() * 12)}`;
      const value = `${count}|${random()}`;
      const steps: Step[] = ['a', 'z'].map((side) => ({
        do: 'touch',
        row: { pk, rk: side === 'a' ? `!${name}` : `~${name}`, values: { value } },
      }));
      const before = possible.get(name) ?? new Set(['']);
      possible.set(name, new Set([...before, value]));
      try {
        await store.transact('Team', pk, steps);
        possible.set(name, new Set([value]));
      } catch (error) {
        if (!(error instanceof StoreError) || error.fault !== 'UNAVAILABLE') throw error;
      }
    };
    return write;
  };

  it.each([1, 2, 3, 4, 5, 6])(
    'loses and doubles nothing that was acknowledged, and tears no transaction (%i)',
    async (seed) => {
      const random = randomFrom(seed);
      const possible: Possible = new Map();
      // Calls of the second instance reach the old account late: at most 60 seconds, within the time that a call may
      // take.
      const late: { readonly at: number; readonly go: () => void }[] = [];
      const slowMain: WholeStore = {
        ...stores.main,
        transact: async (table, key, steps) => {
          const at = stores.clock.now() + Math.floor(random() * 60_000);
          await new Promise<void>((resolve) => {
            late.push({ at, go: resolve });
          });
          return stores.main.transact(table, key, steps);
        },
      };
      const quick = aWriter(stores.instance(), random, possible);
      // The slow writer uses each name once, because two writes with an unknown outcome could take effect in either
      // order.
      const slowPossible: Possible = new Map();
      const slowInstance = stores.instance({ main: slowMain });
      const running: Promise<void>[] = [];
      let slowCount = 0;
      const slow = (): void => {
        slowCount += 1;
        const name = `y|${slowCount}`;
        const value = String(slowCount);
        slowPossible.set(name, new Set(['', value]));
        const steps: Step[] = ['!', '~'].map((side) => ({
          do: 'touch',
          row: { pk, rk: `${side}${name}`, values: { value } },
        }));
        running.push(
          slowInstance.transact('Team', pk, steps).then(
            () => void slowPossible.set(name, new Set([value])),
            (error: unknown) => {
              expect(error).toMatchObject({ fault: 'UNAVAILABLE' });
            },
          ),
        );
      };
      const onCall: OnCall = async (call) => {
        if (call % 3 === 0) await quick();
        if (call % 7 === 0) slow();
        for (const item of late.splice(0)) {
          if (item.at <= stores.clock.now()) item.go();
          else late.push(item);
        }
        await new Promise(setImmediate);
      };
      let calls = 0;
      const accounts = watched(stores, async (work) => {
        calls += 1;
        await onCall(calls);
        return work();
      });
      const working = mover(stores, accounts);
      await moveOrganisation(working, orgId, 'east');
      expect(late.length).toBe(0);
      await Promise.all(running);
      await quick();
      const reader = stores.instance();
      for (const [name, values] of [...possible, ...slowPossible]) {
        const first = (await reader.get('Team', { pk, rk: `!${name}` }))?.values['value'] ?? '';
        const second = (await reader.get('Team', { pk, rk: `~${name}` }))?.values['value'] ?? '';
        expect([...values]).toContain(first);
        expect(second).toBe(first);
      }
      expect([await linesOf(stores.main, orgId), await currentMove()]).toEqual([[], null]);
      expect(slowCount).toBeGreaterThan(3);
    },
  );

  it('copies no half of a transaction that arrives late, while its partition is read', async () => {
    const key = (rk: string) => ({ pk, rk, values: { late: true } });
    const accounts = watched(stores, (work) => work());
    const main = accounts.get('main') as WholeStore;
    let hasArrived = false;
    const scanAll: typeof main.admin.scanAll = async (table, page) => {
      const rows = await main.admin.scanAll(table, page);
      const isLaterPage = table === 'Team' && page?.continuation !== undefined && page.keysOnly !== true;
      if (!hasArrived && isLaterPage && (await currentMove())?.phase === 'FENCE') {
        hasArrived = true;
        await stores.main.transact('Team', pk, [
          { do: 'touch', row: key('!first') },
          { do: 'touch', row: key('~last') },
        ]);
      }
      return rows;
    };
    const working = mover(stores, new Map([...accounts, ['main', { ...main, admin: { ...main.admin, scanAll } }]]));
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      // Writes a row while the fence blocks the organisation, so that the partition is read again.
      if ((await currentMove())?.phase === 'FENCE') await stores.main.touch('Team', key('000003'));
    };
    await moveOrganisation({ ...working, sleep }, orgId, 'east');
    expect(hasArrived).toBe(true);
    const found = await Promise.all(['!first', '~last'].map((rk) => stores.east.get('Team', { pk, rk })));
    expect(new Set(found.map((row) => row?.values['late'])).size).toBe(1);
  });

  it('waits after the switch until no request that began before the fence can take effect', () => {
    // A request makes 7 attempts of at most 8 seconds, with 6 pauses of at most 5 seconds; the service may take 30
    // seconds more.
    const effectMs = 7 * 8_000 + 6 * 5_000 + 30_000;
    expect(moveLeaseTimes.fenceMs + moveLeaseTimes.drainMs).toBeGreaterThan(placeTimes.leaseMs + effectMs);
    expect(moveLeaseTimes.takeoverMs).toBeGreaterThanOrEqual(moveLeaseTimes.validMs + effectMs);
  });
});
