import { existsSync } from 'node:fs';
import { ConfigError, readStoreConfig } from '../bot/src/config.ts';
import type { StoreConfig } from '../bot/src/config.ts';
import { openChecked, storeFile } from '../bot/src/openStore.ts';
import type { OpenedStore } from '../bot/src/openStore.ts';
import { lineOf } from '../bot/src/store/admin/finding.ts';
import { verifyStore } from '../bot/src/store/admin/verify.ts';
import { StoreError } from '../bot/src/store/port.ts';

// Checks the invariants of the store that the settings name: one line a finding, and the count last. Exit 1 with findings, 2 without a store.

if (existsSync('.env')) process.loadEnvFile('.env');

const where = (): StoreConfig => {
  try {
    return readStoreConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
};

const config = where();
if (config.engine === 'sqlite' && !existsSync(storeFile(config.dataDir))) {
  process.stderr.write(`There is no store at ${storeFile(config.dataDir)}.\n`);
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

const { store } = await opened();
const { rows, findings } = await verifyStore(store.admin);
await store.close();
process.stdout.write([...findings.map(lineOf), `${rows} rows, ${findings.length} findings`, ''].join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
