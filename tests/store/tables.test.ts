import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { TablesOptions, TablesStore } from '../../bot/src/store/tables/openTables.ts';
import { startAzurite } from '../support/fakes/azurite.ts';
import type { Azurite } from '../support/fakes/azurite.ts';
import { conformance } from './conformance.ts';

const suite = (emulator: boolean, options: () => TablesOptions): void => {
  let store: TablesStore;
  const open = (): Promise<TablesStore> => openTablesStore(options());

  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    await store.close();
  });

  conformance({ store: () => store, reopen: open, emulator });
};

describe('table storage, emulated', () => {
  let azurite: Azurite;
  beforeAll(async () => {
    azurite = await startAzurite();
  });
  afterAll(async () => {
    await azurite.stop();
  });

  suite(true, () => azurite);
});

const realUrl = process.env['TEST_TABLES_URL'];
if (realUrl !== undefined) {
  describe('table storage, real', () => {
    suite(false, () => ({ url: realUrl, credential: { kind: 'default' } }));
  });
}
