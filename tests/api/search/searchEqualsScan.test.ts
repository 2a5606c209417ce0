import fc from 'fast-check';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { playSearch, scenario } from '../../support/worlds/playSearch.ts';

describe('the search', () => {
  it('finds exactly the answers of a scan of all reports, after edits, erasure, retention, kills and moves of the clock', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async (played) => {
        const store = openSqliteStore({ file: ':memory:' });
        try {
          hits += await playSearch(store, played);
        } finally {
          await store.close();
        }
      }),
      { numRuns: 12, seed: 20 },
    );
    expect(hits).toBeGreaterThan(50);
  });
});
