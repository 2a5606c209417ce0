import { readConfig } from '../../../bot/src/startup/config.ts';
import { compose } from '../../../bot/src/main.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { nightly } from '../../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { startAzurite } from '../../support/fakes/azurite.ts';
import { aDate, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { fakeSleep, faultsIn, quietLog } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { bundledSheetWorker } from '../../support/files/bundledExportFileWorker.ts';
import {
  storeDuringRun,
  findRows,
  removeRows,
  changeRows,
  plantSet,
  indexWeek,
  eraseWords,
} from '../../support/worlds/plantFaultsInStore.ts';

// Tests that verify-store finds no fault in a store without faults, and no fault that a second check no longer finds.

const inTemp = useTempDir();

const now = anInstant('2026-12-07T12:00:00Z');

/** Stores the deletion job for the erasure of a person of the organisation. */
const beginErasure = async ({ store, orgId }: World): Promise<void> => {
  const place = { orgId, memberId: null, tid: null, oid: null };
  await outside(store).insert(
    deletionJob,
    { target: 'PERSON', id: 'p' },
    {
      ...{ target: 'PERSON', id: 'p', orgId: null, teamId: null, userId: null, phase: 'ROWS', deletionId: 'd' },
      ...{ notBefore: now, until: now, startedAt: now, failures: 0, fromState: null, actor: 'ann' },
      person: { names: [], email: '', isWhole: true, places: [place] },
    },
  );
};

it('finds no fault in the middle of a day', async () => {
  const { store } = await storeDuringRun();
  expect(await faultsIn(store)).toEqual([]);
  const { rows } = await verifyStore(store.admin);
  expect(rows).toBeGreaterThan(30);
});

it('finds no fault in an index, nor in words whose removal is under way', async () => {
  const { world, store } = await storeDuringRun();
  await indexWeek(store, world);
  expect(await findRows(store, 'Team', /^I\|/)).not.toHaveLength(0);
  expect(await faultsIn(store)).toEqual([]);
  await eraseWords(store);
  world.plants(/^Team (?!search)/);
  expect(await faultsIn(store)).toContainEqual(expect.stringMatching(/^Team searchWords/));
  await beginErasure(world);
  expect((await faultsIn(store)).filter((line) => line.startsWith('Team search'))).toEqual([]);
});

it('finds no fault in the words of a day whose answers the nightly work has just removed', async () => {
  const { world, store } = await storeDuringRun();
  await indexWeek(store, world);
  await changeRows(store, 'Org', /^org$/, { retentionDays: 30 });
  await outside(store).insert(nightly, { shard: shardOf(world.orgId) }, { day: aDate('2026-12-20') });
  await removeRows(store, 'Team', /^D\|.*\|a\|/);
  expect((await faultsIn(store)).filter((line) => line.startsWith('Team search'))).toEqual([]);
  world.plants(/^(?!Team search)/);
});

it('finds no fault in the instants of a person who moved to an earlier zone', async () => {
  const { world, store } = await storeDuringRun();
  await plantSet(store, {});
  // The planted instants have neither a close row nor an opening row in the due index, so verify-store finds only this
  // fault.
  expect(await faultsIn(store)).toEqual([expect.stringMatching(/neither its close row nor its opening row/)]);
  world.plants(/its close row/);
});

it('reports a fault only if a second check finds it again', async () => {
  const { store } = await storeDuringRun();
  let scans = 0;
  const [row] = await findRows(store, 'Usage', /^m\|/);
  if (row === undefined) throw new Error('There is no ledger row.');
  await store.delete('Usage', row, row.etag);
  const { findings } = await verifyStore({
    ...store.admin,
    scanAll: async (table, page) => {
      scans += 1;
      if (scans === tables.length) await store.insert('Usage', row);
      return store.admin.scanAll(table, page);
    },
  });
  expect(findings).toEqual([]);
});

it('finds no fault in the demo organisations', async () => {
  const clock = fakeClock('2026-11-20T10:54:00Z');
  const app = await compose(readConfig({ DEMO: 'true', DATA_DIR: inTemp('demo') }), {
    clock,
    log: quietLog(),
    sleep: fakeSleep(clock),
    webDir: null,
    hasDemoData: true,
    ticks: false,
    timeZone: 'Europe/Berlin',
    sheetWorker: bundledSheetWorker,
  });
  const { rows, findings } = await verifyStore((app.services.store as SqliteStore).admin);
  await app.stop();
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThan(500);
});

it('gives the same results for a table service', async () => {
  const { store } = await storeDuringRun();
  const azurite = await startAzurite();
  const service = await openTablesStore(azurite);
  for (const table of tables) await service.admin.bulkPut(table, (await store.admin.scanAll(table)).rows);
  expect(await faultsIn(service)).toEqual([]);
  const [pointer] = await findRows(store, 'Org', /^g\|/);
  if (pointer === undefined) throw new Error('There is no pointer.');
  await service.transact('Org', pointer.pk, [{ do: 'delete', key: { pk: pointer.pk, rk: pointer.rk } }]);
  expect(await faultsIn(service)).toEqual([expect.stringMatching(/Team meeting .*g pointer/)]);
  await service.close();
  await azurite.stop();
});
