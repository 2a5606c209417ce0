import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { TablesOptions, TablesStore } from '../../bot/src/store/tables/openTables.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { startAzurite } from '../support/fakes/azurite.ts';
import type { Azurite } from '../support/fakes/azurite.ts';
import { noRates } from '../support/fakes/tableService/tableRates.ts';
import { createTableService } from '../support/fakes/tableService/tableService.ts';
import { conformance } from './storeConformance.ts';

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

describe('table storage, simulated in the process', () => {
  const clock = fakeClock();
  const service = createTableService({ now: () => clock.now(), sleep: () => Promise.resolve(), rates: noRates });
  suite(false, () => service);
});

const realUrl = process.env['TEST_TABLES_URL'];
if (realUrl !== undefined) {
  describe('table storage, real', () => {
    suite(false, () => ({ url: realUrl, credential: { kind: 'default' } }));
  });
}
