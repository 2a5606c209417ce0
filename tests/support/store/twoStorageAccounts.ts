import type { OrgId } from '../../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import { createPlacedStore } from '../../../bot/src/store/placement/storeAcrossStorageAccounts.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { settlingMs } from '../../../bot/src/store/placement/placeNewOrganisation.ts';
import { createPlacements } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { claimAccounts } from '../../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { organisationPlace } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';

/** Two storage accounts in memory, and instances over them. `clock` is also their monotonic clock. */
export interface PlacedStores {
  readonly clock: FakeClock;
  readonly main: WholeStore;
  readonly east: WholeStore;
  /** Creates the store of another instance. `main` replaces its connection to the main account. */
  instance(change?: InstanceChange): WholeStore;
  /** Records in which storage account an organisation is, without moving rows. */
  place(orgId: OrgId, account: 'main' | 'east', version?: number): Promise<void>;
  accountOf(orgId: OrgId): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface InstanceChange {
  readonly main?: WholeStore;
  readonly east?: WholeStore;
  readonly shares?: ReadonlyMap<string, number>;
}

export const allNewInEast: ReadonlyMap<string, number> = new Map([['east', 1]]);

const monotonicOf = (clock: Clock) => (): number => clock.now();

/** Opens the accounts `main` and `east`. The account `east` is registered and ready for use. */
export const openPlacedStores = async (clock: FakeClock = fakeClock()): Promise<PlacedStores> => {
  const main = openSqliteStore({ file: ':memory:' });
  const east = openSqliteStore({ file: ':memory:' });
  await claimAccounts(main, new Map([['east', east]]), { now: () => clock.now() - settlingMs });
  const records = outside(main);
  return {
    ...{ clock, main, east },
    instance: (change = {}) => {
      const own = change.main ?? main;
      return createPlacedStore({
        ...{ main: own, clock, shares: change.shares ?? new Map() },
        accounts: new Map([
          ['main', own],
          ['east', change.east ?? east],
        ]),
        placements: createPlacements({ main: own, monotonic: monotonicOf(clock) }),
      });
    },
    place: async (orgId, account, version = 1) => {
      await records.touch(organisationPlace, { orgId }, { orgId, account, version });
    },
    accountOf: async (orgId) => (await records.get(organisationPlace, { orgId }))?.value.account,
    close: async () => {
      await Promise.all([main.close(), east.close()]);
    },
  };
};
