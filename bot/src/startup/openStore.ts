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
  /** The embedded store obeys our clock; the table service has its own. */
  readonly clockSkewMs: () => number | undefined;
}

/** The driver for a store file is missing. The message is a sentence for the person who started the server. */
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

// Its driver is no part of an installation that keeps its data elsewhere.
const sqliteEngine = async () => {
  try {
    return await import('../store/sqlite/openSqlite.ts');
  } catch (error) {
    throw new NoDriverError(error);
  }
};

/** The one file of an embedded store. */
export const storeFile = (dataDir: string): string => path.join(dataDir, 'rollcall.db');

/** Opens the store that the settings name, and makes it when it is not there. */
export const openStore = async (store: StoreConfig, clock: Clock): Promise<OpenedStore> => {
  if (store.engine === 'sqlite') {
    const { openSqliteStore } = await sqliteEngine();
    await makeFolder(store.dataDir);
    const opened = openSqliteStore({ file: storeFile(store.dataDir) });
    return { store: opened, state: () => opened.state(), clockSkewMs: () => undefined };
  }
  const { openTablesStore } = await import('../store/tables/openTables.ts');
  // The config takes a key for an emulator on this machine only.
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

/** The store for a server: refused when it is for newer builds, or half filled. */
export const openForWork = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf(claimFormat, config, clock);

/** Opens the store for programs that read or copy it. It refuses the same stores and writes nothing. */
export const openChecked = (config: StoreConfig, clock: Clock): Promise<OpenedStore> =>
  openedIf(checkFormat, config, clock);

/** Epoch ms at which the store was last put back from a backup; undefined = never. */
export const lastRestoreAt = async (store: TableStore): Promise<number | undefined> => {
  const row = await outside(store).get(restored, undefined);
  return row === undefined ? undefined : msOf(row.value.at);
};
