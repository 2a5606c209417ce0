import { existsSync } from 'node:fs';
import { ConfigError, readStoreConfig } from '../../bot/src/startup/config.ts';
import { openChecked, storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import type { OpenedStore } from '../../bot/src/startup/openAndCheckStores.ts';
import { findingLine } from '../../bot/src/store/admin/storeCheckFinding.ts';
import { verifyStore } from '../../bot/src/store/admin/verifyStore.ts';
import { findMisplacedRows } from '../../bot/src/store/placement/findMisplacedRows.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import type { CommandHost } from './commandHost.ts';

/**
 * Checks for a table that every store has, because opening any other file as a store would turn it into an empty store.
 */
const isStore = async (file: string): Promise<boolean> => {
  const { eachStoredText } = await import('../../bot/src/store/sqlite/copyAndLockStoreFiles.ts');
  try {
    eachStoredText(file, 'Sys', () => undefined);
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // The table is missing or the file is not a SQLite database. Any other error is reported later, when the store is
    // opened.
    return !/SQLITE_(?:ERROR|NOTADB)\b/.test(error.message);
  }
};

/** Thrown if there is no store. The message is a sentence for the operator. */
class NoStore extends Error {}

/** Opens the configured store. A missing store is an error, because opening would create an empty one. */
const openExisting = async (env: NodeJS.ProcessEnv): Promise<OpenedStore> => {
  const config = readStoreConfig(env);
  if (config.engine === 'sqlite') {
    const file = storeFile(config.dataDir);
    if (!existsSync(file)) throw new NoStore(`There is no store at ${file}.`);
    if (!(await isStore(file))) throw new NoStore(`${file} is no store. Nothing was written.`);
  }
  return openChecked(config, { now: () => Date.now() });
};

/**
 * Checks the invariants of the configured store and prints one line per finding, then the count. Returns the exit code:
 * 1 with findings, 2 if there is no store or it cannot be opened.
 */
export const runVerifyStoreCommand = async ({ env, out, err }: CommandHost): Promise<number> => {
  let opened: OpenedStore;
  try {
    opened = await openExisting(env);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof NoStore || error instanceof StoreError)) throw error;
    err(`${error.message}\n`);
    return 2;
  }
  const { store, placed } = opened;
  const strays = placed === undefined ? [] : await findMisplacedRows(placed);
  const { rows, findings: others } = await verifyStore(store.admin);
  const findings = [
    ...others,
    ...strays.map(({ table, key, account, place, rows: count }) => ({
      ...{ table, key },
      what: `is in the account ${account} with ${count} rows in all, but its organisation is in ${place}`,
    })),
  ];
  await store.close();
  out([...findings.map(findingLine), `${rows} rows, ${findings.length} findings`, ''].join('\n'));
  return findings.length === 0 ? 0 : 1;
};
