import path from 'node:path';
import type { Clock } from '../domain/core/clockPort.ts';
import { createElapsedClock } from '../domain/core/elapsedClock.ts';
import { msOf } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { checkFormat, claimFormat } from '../store/storeFormatAndFillingMark.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import { restored } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import { mainAccount } from '../store/placement/organisationPlaceKinds.ts';
import type { PlacedDeps, WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { createPlacedStore } from '../store/placement/storeAcrossStorageAccounts.ts';
import { createPlacements } from '../store/placement/cachedOrganisationPlaces.ts';
import { checkAccounts, claimAccounts } from '../store/placement/checkAndRegisterStorageAccounts.ts';
import { StoreError } from '../store/tableStorePort.ts';
import type { TableAdmin, TableStore } from '../store/tableStorePort.ts';
import type { StoreConfig } from './config.ts';
import { makeFolder } from './createDataFolder.ts';

export interface OpenedStore {
  readonly store: TableStore & { readonly admin: TableAdmin };
  /**
   * Returns the state version of the whole store; undefined for a store that cannot read it cheaply
   * (store/stateVersionCache.ts).
   */
  readonly state?: () => Promise<string>;
  /**
   * Returns the milliseconds by which the clock of the store is ahead of the clock of this machine. Undefined if the
   * difference is unknown, and for an embedded store, which uses the clock of this machine.
   */
  readonly clockSkewMs: () => number | undefined;
  /**
   * The storage accounts of a table store; undefined for an embedded store, and for a store that `openStore` opened
   * without checks.
   */
  readonly placed?: PlacedDeps;
}

/** Thrown if the driver for store files is missing. The message is a sentence for the person who started the server. */
export class NoDriverError extends StoreError {
  constructor(cause: unknown) {
    super(
      'UNAVAILABLE',
      'The driver of the store file cannot be loaded. The build for Azure has none: set STORE=tables, or use the build for ' +
        'small servers. That one needs Linux on x64 with glibc.',
      { cause },
    );
    this.name = 'NoDriverError';
  }
}

// The driver is loaded only if needed, because an installation with another store does not include it.
const sqliteEngine = async () => {
  try {
    return await import('../store/sqlite/openSqlite.ts');
  } catch (error) {
    throw new NoDriverError(error);
  }
};

export const storeFile = (dataDir: string): string => path.join(dataDir, 'rollcall.db');

/** Opens the store of the settings, and creates it if it is missing. */
export const openStore = async (store: StoreConfig, clock: Clock): Promise<OpenedStore> => {
  if (store.engine === 'sqlite') {
    const { openSqliteStore } = await sqliteEngine();
    await makeFolder(store.dataDir);
    const opened = openSqliteStore({ file: storeFile(store.dataDir) });
    return { store: opened, state: () => opened.state(), clockSkewMs: () => undefined };
  }
  const { store: opened, clockSkewMs } = await openAccount(store, store.url, clock);
  return { store: opened, clockSkewMs };
};

type TablesConfig = StoreConfig & { readonly engine: 'tables' };

const openAccount = async ({ key }: TablesConfig, url: string, clock: Clock): Promise<OpenedStore> => {
  const { openTablesStore } = await import('../store/tables/openTables.ts');
  // The settings accept a key only for an emulator on this machine, so a key selects the credential of an emulator.
  const credential =
    key === null ? ({ kind: 'default' } as const) : ({ kind: 'emulator', account: 'devstoreaccount1', key } as const);
  const opened = await openTablesStore({ url, credential, now: () => clock.now() });
  return { store: opened, clockSkewMs: () => opened.serverClockSkew() };
};

/**
 * Opens the storage accounts of TABLES_ACCOUNTS, by name; empty for an embedded store. If one cannot be opened, the
 * others are closed and the error is thrown.
 */
export const openFurtherAccounts = async (
  store: StoreConfig,
  clock: Clock,
): Promise<ReadonlyMap<string, WholeStore>> => {
  const further = new Map<string, WholeStore>();
  if (store.engine === 'sqlite') return further;
  try {
    for (const { name, url } of store.accounts) further.set(name, (await openAccount(store, url, clock)).store);
  } catch (error) {
    await closeAll(further);
    throw error;
  }
  return further;
};

const closeAll = async (stores: ReadonlyMap<string, WholeStore>): Promise<void> => {
  await Promise.all([...stores.values()].map((store) => store.close()));
};

interface Checks {
  readonly format: (store: TableStore) => Promise<void>;
  readonly accounts: typeof claimAccounts;
}

const openedIf = async (allowed: Checks, config: StoreConfig, clock: Clock): Promise<OpenedStore> => {
  const opened = await openStore(config, clock);
  let further: ReadonlyMap<string, WholeStore> = new Map();
  try {
    await allowed.format(opened.store);
    if (config.engine === 'sqlite') return opened;
    further = await openFurtherAccounts(config, clock);
    await allowed.accounts(opened.store, further, clock);
    const placed = placedOver(opened.store, further, config, clock);
    return { ...opened, store: createPlacedStore(placed), placed };
  } catch (error) {
    await opened.store.close();
    await closeAll(further);
    throw error;
  }
};

const placedOver = (
  main: WholeStore,
  further: ReadonlyMap<string, WholeStore>,
  { shares }: TablesConfig,
  clock: Clock,
): PlacedDeps => ({
  ...{ main, clock, shares, accounts: new Map([[mainAccount, main], ...further]) },
  placements: createPlacements({ main, monotonic: createElapsedClock(clock) }),
});

/**
 * Opens the store for a server. Refuses an incomplete store, a store that only newer builds may use, and storage
 * accounts that do not fit the store. Registers new storage accounts.
 */
export const openForWork = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf({ format: claimFormat, accounts: claimAccounts }, config, clock);

/**
 * Opens the store for programs that read or copy it. It refuses the same stores as `openForWork` and writes nothing.
 */
export const openChecked = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf({ format: checkFormat, accounts: checkAccounts }, config, clock);

/** Returns the instant of the last restore from a backup in epoch ms; undefined if the store was never restored. */
export const lastRestoreAt = async (store: TableStore): Promise<number | undefined> => {
  const row = await outside(store).get(restored, undefined);
  return row === undefined ? undefined : msOf(row.value.at);
};
