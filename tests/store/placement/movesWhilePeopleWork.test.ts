import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import { moveLeaseTimes } from '../../../bot/src/backup/organisationMoveLease.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { placeTimes } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Step } from '../../../bot/src/store/tableStorePort.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import {
  orgId,
  watchAccounts,
  createMover,
  readLines,
  readCurrentMove,
  useMovingStores,
} from './organisationMoveWorld.ts';

const stores = useMovingStores();

/** Called before each call of the moving process to a storage account. `call` counts from 1. */
type OnCall = (call: number) => Promise<void>;

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
        ...stores().main,
        transact: async (table, key, steps) => {
          const at = stores().clock.now() + Math.floor(random() * 60_000);
          await new Promise<void>((resolve) => {
            late.push({ at, go: resolve });
          });
          return stores().main.transact(table, key, steps);
        },
      };
      const quick = aWriter(stores().instance(), random, possible);
      // The slow writer uses each name once, because two writes with an unknown outcome could take effect in either
      // order.
      const slowPossible: Possible = new Map();
      const slowInstance = stores().instance({ main: slowMain });
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
          if (item.at <= stores().clock.now()) item.go();
          else late.push(item);
        }
        await new Promise(setImmediate);
      };
      let calls = 0;
      const accounts = watchAccounts(stores(), async (work) => {
        calls += 1;
        await onCall(calls);
        return work();
      });
      const working = createMover(stores(), accounts);
      await moveOrganisation(working, orgId, 'east');
      expect(late.length).toBe(0);
      await Promise.all(running);
      await quick();
      const reader = stores().instance();
      for (const [name, values] of [...possible, ...slowPossible]) {
        const first = (await reader.get('Team', { pk, rk: `!${name}` }))?.values['value'] ?? '';
        const second = (await reader.get('Team', { pk, rk: `~${name}` }))?.values['value'] ?? '';
        expect([...values]).toContain(first);
        expect(second).toBe(first);
      }
      expect([await readLines(stores().main, orgId), await readCurrentMove(stores())]).toEqual([[], null]);
      expect(slowCount).toBeGreaterThan(3);
    },
  );

  it('copies no half of a transaction that arrives late, while its partition is read', async () => {
    const key = (rk: string) => ({ pk, rk, values: { late: true } });
    const accounts = watchAccounts(stores(), (work) => work());
    const main = accounts.get('main') as WholeStore;
    let hasArrived = false;
    const scanAll: typeof main.admin.scanAll = async (table, page) => {
      const rows = await main.admin.scanAll(table, page);
      const isLaterPage = table === 'Team' && page?.continuation !== undefined && page.keysOnly !== true;
      if (!hasArrived && isLaterPage && (await readCurrentMove(stores()))?.phase === 'FENCE') {
        hasArrived = true;
        await stores().main.transact('Team', pk, [
          { do: 'touch', row: key('!first') },
          { do: 'touch', row: key('~last') },
        ]);
      }
      return rows;
    };
    const working = createMover(
      stores(),
      new Map([...accounts, ['main', { ...main, admin: { ...main.admin, scanAll } }]]),
    );
    const sleep = async (ms: number): Promise<void> => {
      await working.sleep(ms);
      // Writes a row while the fence blocks the organisation, so that the partition is read again.
      if ((await readCurrentMove(stores()))?.phase === 'FENCE') await stores().main.touch('Team', key('000003'));
    };
    await moveOrganisation({ ...working, sleep }, orgId, 'east');
    expect(hasArrived).toBe(true);
    const found = await Promise.all(['!first', '~last'].map((rk) => stores().east.get('Team', { pk, rk })));
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
