import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import { backupState } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import { openSqliteStore } from '../store/sqlite/openSqlite.ts';
import { createBackupAge } from './recordBackupAndMeasureAge.ts';

const start = Date.parse('2026-11-20T08:00:00Z');
const hour = 3_600_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('counts from the newest complete backup, or from the start if no backup exists', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  let now = start;
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (event: string) => void errors.push(event) };
  const age = createBackupAge({ store, clock: { now: () => now }, log });
  const read = async (): Promise<number> => {
    age();
    await turn();
    await turn();
    return age() / 3600;
  };
  now = start + 27 * hour;
  expect(await read()).toBe(27);
  await outside(store).insert(backupState, undefined, {
    ...{ finishedAt: toInstant(start + 26 * hour), day: null, id: null, startedAt: null, table: null },
    ...{ continuation: null, parts: [] },
  });
  now += hour;
  expect(await read()).toBe(2);
  await store.close();
  now += hour;
  expect(await read()).toBe(3);
  expect(errors).toEqual(['backup.ageUnknown']);
});
