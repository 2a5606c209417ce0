import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { StoreConfig } from './config.ts';
import type { Clock } from './domain/clock.ts';
import type { TableAdmin, TableStore } from './store/port.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import { openTablesStore } from './store/tables/open.ts';

export interface OpenedStore {
  readonly store: TableStore & { readonly admin: TableAdmin };
  /** The embedded store obeys our clock; the table service has its own. */
  readonly clockSkewMs: () => number | undefined;
}

/** The one file of an embedded store. */
export const storeFile = (dataDir: string): string => path.join(dataDir, 'rollcall.db');

/** Opens the store that the settings name, and makes it when it is not there. */
export const openStore = async (store: StoreConfig, clock: Clock): Promise<OpenedStore> => {
  if (store.engine === 'sqlite') {
    mkdirSync(store.dataDir, { recursive: true });
    return { store: openSqliteStore({ file: storeFile(store.dataDir) }), clockSkewMs: () => undefined };
  }
  // The config takes a key for an emulator on this machine only.
  const credential =
    store.key === null
      ? ({ kind: 'default' } as const)
      : ({ kind: 'emulator', account: 'devstoreaccount1', key: store.key } as const);
  const opened = await openTablesStore({ url: store.url, credential, now: () => clock.now() });
  return { store: opened, clockSkewMs: () => opened.serverClockSkew() };
};
