import { existsSync } from 'node:fs';
import { ConfigError, readStoreConfig } from '../bot/src/startup/config.ts';
import type { StoreConfig } from '../bot/src/startup/config.ts';
import { openChecked, storeFile } from '../bot/src/startup/openAndCheckStores.ts';
import type { OpenedStore } from '../bot/src/startup/openAndCheckStores.ts';
import { findingLine } from '../bot/src/store/admin/storeFinding.ts';
import { verifyStore } from '../bot/src/store/admin/verifyStore.ts';
import { findMisplacedRows } from '../bot/src/store/placement/findMisplacedRows.ts';
import { StoreError } from '../bot/src/store/tableStorePort.ts';
import { loadEnvFile } from './lib/loadEnvFile.ts';

// Checks the invariants of the configured store and prints one line per finding, then the count. Exit 1 with findings,
// 2 if there is no store or it cannot be opened.

loadEnvFile();

const where = (): StoreConfig => {
  try {
    return readStoreConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
};

/**
 * Checks for a table that every store has, because opening any other file as a store would turn it into an empty store.
 */
const isStore = async (file: string): Promise<boolean> => {
  const { eachStoredText } = await import('../bot/src/store/sqlite/copyAndLockStoreFiles.ts');
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

const whyNone = async (file: string): Promise<string | undefined> => {
  if (!existsSync(file)) return `There is no store at ${file}.`;
  return (await isStore(file)) ? undefined : `${file} is no store. Nothing was written.`;
};

const config = where();
const none = config.engine === 'sqlite' ? await whyNone(storeFile(config.dataDir)) : undefined;
if (none !== undefined) {
  process.stderr.write(`${none}\n`);
  process.exit(2);
}

const opened = async (): Promise<OpenedStore> => {
  try {
    return await openChecked(config, { now: () => Date.now() });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
};

const { store, placed } = await opened();
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
process.stdout.write([...findings.map(findingLine), `${rows} rows, ${findings.length} findings`, ''].join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
