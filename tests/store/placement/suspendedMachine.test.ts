import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import type { MoveDeps, MovedOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { createElapsedClock } from '../../../bot/src/domain/core/elapsedClock.ts';
import { createPlacements } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { createPlacedStore } from '../../../bot/src/store/placement/storeAcrossStorageAccounts.ts';
import type { Step, Table } from '../../../bot/src/store/tableStorePort.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { numbered } from '../testedStoreRowsAndReaders.ts';
import {
  createMover,
  crashMove,
  move,
  orgId,
  readLines,
  useMovingStores,
  watchAccounts,
} from './organisationMoveWorld.ts';

// A machine is suspended for an hour while it moves or serves an organisation. Meanwhile other operators finish the
// move, and people work. After the wake-up, nothing may change what they wrote.

const stores = useMovingStores();
const key = { pk: `${orgId}|T`, rk: '000000' };
const gone = { pk: `${orgId}|T`, rk: '~gone' };
const hourMs = 3_600_000;

interface StoreCall {
  readonly name: 'scan' | 'write' | 'delete rows' | 'delete row';
  readonly table: Table;
  /** Partition of the first row; undefined for a scan. */
  readonly pk?: string | undefined;
}

/** A promise that `open` fulfils. */
const aGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: (): void => {
      open();
    },
  };
};

/** Wraps a storage account, so that the first call for which `isMatch` is true waits until `wake`. */
const suspendAt = (inner: WholeStore, isMatch: (call: StoreCall) => boolean | Promise<boolean>) => {
  const [asleep, awake] = [aGate(), aGate()];
  let hasMatched = false;
  const before = async (name: StoreCall['name'], table: Table, pk?: string): Promise<void> => {
    if (hasMatched || !(await isMatch({ name, table, pk }))) return;
    hasMatched = true;
    asleep.open();
    await awake.opened;
  };
  const nameOf = (steps: readonly Step[]): StoreCall['name'] =>
    steps.some((step) => step.do === 'delete') ? 'delete rows' : 'write';
  const store: WholeStore = {
    ...inner,
    insert: async (table, row) => before('write', table, row.pk).then(() => inner.insert(table, row)),
    replace: async (table, row, etag) => before('write', table, row.pk).then(() => inner.replace(table, row, etag)),
    touch: async (table, row) => before('write', table, row.pk).then(() => inner.touch(table, row)),
    delete: async (table, at, etag) => before('delete row', table, at.pk).then(() => inner.delete(table, at, etag)),
    transact: async (table, pk, steps) => before(nameOf(steps), table, pk).then(() => inner.transact(table, pk, steps)),
    admin: {
      scanAll: async (table, page) => before('scan', table).then(() => inner.admin.scanAll(table, page)),
      bulkPut: async (table, rows) => before('write', table, rows[0]?.pk).then(() => inner.admin.bulkPut(table, rows)),
    },
  };
  return {
    store,
    asleep: asleep.opened,
    wake: awake.open,
  };
};
type Suspended = ReturnType<typeof suspendAt>;

/** Clocks of a machine: `standing` does not advance while it is suspended, `elapsed` is the one that leases use. */
const machineClocks = ({ clock }: PlacedStores) => {
  let asleepMs = 0;
  const standing = (): number => clock.now() - asleepMs;
  return {
    standing,
    elapsed: createElapsedClock(clock, standing),
    /** The machine is suspended for an hour, and while `meanwhile` runs. */
    suspend: async (meanwhile: () => Promise<unknown>): Promise<void> => {
      const from = clock.now();
      clock.set(from + hourMs);
      await meanwhile();
      asleepMs = clock.now() - from;
    },
  };
};

interface Sleeper {
  readonly account: 'main' | 'east';
  readonly isMatch: (call: StoreCall) => boolean | Promise<boolean>;
  /** The clock of the leases of the process. */
  readonly clock?: 'elapsed' | 'standing';
}

/** Moves the organisation to `to` with a process that is suspended at a call. Returns the outcome of that process. */
const moveWithSleep = async (
  { account, isMatch, clock = 'standing' }: Sleeper,
  to: string,
  meanwhile: () => Promise<unknown>,
): Promise<string> => {
  const opened = stores();
  const accounts = watchAccounts(opened, (work) => work());
  const suspended: Suspended = suspendAt(accounts.get(account) as WholeStore, isMatch);
  accounts.set(account, suspended.store);
  const clocks = machineClocks(opened);
  const mover: MoveDeps = { ...createMover(opened, accounts), monotonic: clocks[clock] };
  const outcomeOf = (moved: Promise<MovedOrganisation>): Promise<string> => moved.then(() => 'moved', String);
  const moving = outcomeOf(moveOrganisation(mover, orgId, to));
  await suspended.asleep;
  await clocks.suspend(meanwhile);
  suspended.wake();
  return moving;
};

const replaced = /Another process moves this organisation now/;
const readValue = async (): Promise<unknown> => (await stores().instance().get('Team', key))?.values['v'];
const write = () =>
  stores()
    .instance()
    .touch('Team', { ...key, values: { v: 2 } });

describe('a process that moves an organisation and is suspended', () => {
  // In these tests the clock of the process does not count the suspension, so only the conditions of its writes protect the rows.

  it('inserts no row that another process has copied and people have changed since', async () => {
    const sleeper: Sleeper = { account: 'east', isMatch: ({ name, pk }) => name === 'write' && pk === key.pk };
    const outcome = await moveWithSleep(sleeper, 'east', async () => {
      await move(stores());
      await write();
    });
    expect(outcome).toMatch(replaced);
    expect(await readValue()).toBe(2);
  });

  it.each(['write', 'delete row'] as const)(
    'changes no row of the target (%s) that people have changed since it was compared',
    async (name) => {
      // The target has rows with other values and a row that the source does not have, from an interrupted copy.
      await stores().east.admin.bulkPut('Team', [...numbered(key.pk, 130, { v: 9 }), { ...gone, values: { v: 9 } }]);
      const sleeper: Sleeper = { account: 'east', isMatch: (call) => call.name === name && call.pk === key.pk };
      const outcome = await moveWithSleep(sleeper, 'east', async () => {
        await move(stores());
        await write();
        await stores()
          .instance()
          .touch('Team', { ...gone, values: { v: 1 } });
      });
      expect(outcome).toMatch(replaced);
      expect(await readValue()).toBe(2);
      expect((await stores().instance().get('Team', gone))?.values).toEqual({ v: 1 });
    },
  );

  it.each([
    ['delete rows', 'Team'],
    ['delete row', 'Team'],
    ['delete rows', 'Usage'],
  ] as const)('deletes no row of an organisation that was moved back (%s of %s)', async (name, table) => {
    const before = await readLines(stores().main, orgId);
    const sleeper: Sleeper = { account: 'main', isMatch: (call) => call.name === name && call.table === table };
    const outcome = await moveWithSleep(sleeper, 'east', async () => {
      await move(stores(), 'east');
      await move(stores(), 'main');
    });
    expect(outcome).toMatch(replaced);
    expect(await readLines(stores().main, orgId)).toEqual(before);
  });

  it('deletes no row of the target if another process has cancelled the move and moved the organisation', async () => {
    const before = await readLines(stores().main, orgId);
    await crashMove(stores(), 40, 'crash');
    const sleeper: Sleeper = { account: 'east', isMatch: ({ name }) => name === 'delete rows' };
    const outcome = await moveWithSleep(sleeper, 'main', async () => {
      await move(stores(), 'main');
      await move(stores(), 'east');
    });
    expect(outcome).toMatch(replaced);
    expect(await readLines(stores().east, orgId)).toEqual(before);
  });

  it('does not overwrite the place of a later move', async () => {
    const isPlace = async ({ name, table }: StoreCall): Promise<boolean> =>
      name === 'write' && table === 'Sys' && (await isSwitched());
    const isSwitched = async (): Promise<boolean> => {
      const state = await stores().main.get('Sys', { pk: 'places', rk: 'state' });
      return JSON.stringify(state?.values).includes('CLEAN');
    };
    const outcome = await moveWithSleep({ account: 'main', isMatch: isPlace }, 'east', async () => {
      await move(stores(), 'east');
      await move(stores(), 'main');
    });
    expect(outcome).toMatch(replaced);
    expect(await stores().accountOf(orgId)).toBe('main');
  });

  it('notices after a read that its lease has ended, although its monotonic clock did not advance', async () => {
    let scans = 0;
    const isMatch = ({ name, table }: StoreCall): boolean => {
      scans += name === 'scan' && table === 'Team' ? 1 : 0;
      return scans === 4;
    };
    const outcome = await moveWithSleep({ account: 'main', isMatch, clock: 'elapsed' }, 'east', async () => {
      await move(stores());
      await write();
    });
    expect(outcome).toMatch(replaced);
    expect(await readValue()).toBe(2);
  });
});

it('a move waits as long as it must, although the clock of its machine is set ahead meanwhile', async () => {
  const { clock } = stores();
  const mover = createMover(
    stores(),
    watchAccounts(stores(), (work) => work()),
  );
  let setAheadMs = 0;
  let sleptMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    await mover.sleep(ms);
    sleptMs += ms;
    setAheadMs += hourMs;
  };
  const monotonic = createElapsedClock({ now: () => clock.now() + setAheadMs }, () => clock.now());
  await moveOrganisation({ ...mover, monotonic, sleep }, orgId, 'east');
  // The six seconds of the fence, and 116 seconds before the old rows are deleted.
  expect(sleptMs).toBe(122_000);
});

it('a server that was suspended during a move writes nothing to the old account', async () => {
  const opened = stores();
  const clocks = machineClocks(opened);
  const server = createPlacedStore({
    ...{ main: opened.main, clock: opened.clock, shares: new Map() },
    accounts: new Map([
      ['main', opened.main],
      ['east', opened.east],
    ]),
    placements: createPlacements({ main: opened.main, monotonic: clocks.elapsed }),
  });
  await server.get('Team', key);
  await clocks.suspend(() => move(opened));
  await server.touch('Team', { ...key, values: { v: 2 } });
  expect(await readValue()).toBe(2);
  expect(await opened.main.get('Team', key)).toBeUndefined();
});
