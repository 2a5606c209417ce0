import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { conformance } from './storeConformance.ts';

describe('the embedded store', () => {
  const path = useTempDir();
  let store: SqliteStore;
  const open = (): SqliteStore => openSqliteStore({ file: path('store.db') });

  beforeAll(() => {
    store = open();
  });
  afterAll(async () => {
    await store.close();
  });

  conformance({ store: () => store, reopen: () => Promise.resolve(open()), emulator: false });

  it('is consistent after all of these tests', () => {
    expect(store.integrityCheck()).toBe('ok');
  });
});
