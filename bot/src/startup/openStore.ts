import path from 'node:path';
import type { StoreConfig } from './config.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { msOf } from '../domain/core/zonedTime.ts';
import { makeFolder } from './dataFolder.ts';
import { checkFormat, claimFormat } from '../store/storeFormat.ts';
import { outside } from '../store/records.ts';
import { restored } from '../store/kinds/storeMetadata.ts';
import { StoreError } from '../store/tableStore.ts';
import type { TableAdmin, TableStore } from '../store/tableStore.ts';

export interface OpenedStore {
  readonly store: TableStore & { readonly admin: TableAdmin };
  /** Returns the state version of the whole store, if it can be read cheaply (store/stateVersionCache.ts). */
  readonly state?: () => Promise<string>;
  /**
   * Returns the milliseconds by which the clock of the store is ahead; undefined if unknown, or for an embedded store,
   * which uses the clock of this machine.
   */
  readonly clockSkewMs: () => number | undefined;
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
  const { openTablesStore } = await import('../store/tables/openTables.ts');
  // The settings accept a key only for an emulator on this machine, so a key selects the credential of an emulator.
  const credential =
    store.key === null
      ? ({ kind: 'default' } as const)
      : ({ kind: 'emulator', account: 'devstoreaccount1', key: store.key } as const);
  const opened = await openTablesStore({ url: store.url, credential, now: () => clock.now() });
  return { store: opened, clockSkewMs: () => opened.serverClockSkew() };
};

const openedIf = async (
  allowed: (store: TableStore) => Promise<void>,
  config: StoreConfig,
  clock: Clock,
): Promise<OpenedStore> => {
  const opened = await openStore(config, clock);
  try {
    await allowed(opened.store);
    return opened;
  } catch (error) {
    await opened.store.close();
    throw error;
  }
};

/** Opens the store for a server. Refuses an incomplete store, and a store that only newer builds may use. */
export const openForWork = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf(claimFormat, config, clock);

/** Opens the store for programs that read or copy it. It refuses the same stores as `openForWork` and writes nothing. */
export const openChecked = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf(checkFormat, config, clock);

/** Returns the instant of the last restore from a backup in epoch ms; undefined = never. */
export const lastRestoreAt = async (store: TableStore): Promise<number | undefined> => {
  const row = await outside(store).get(restored, undefined);
  return row === undefined ? undefined : msOf(row.value.at);
};
