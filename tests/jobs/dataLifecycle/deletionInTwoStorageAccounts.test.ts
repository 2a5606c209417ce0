import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { deleteOrg } from '../../../bot/src/services/dataLifecycle/deleteOrRestoreOrg.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import {
  deletionJobDeps,
  deletionWorld,
  lineOf,
  pollDeletionJobs,
  pollUntilErased,
  signedIn,
} from '../../support/worlds/deletionWorld.ts';
import type { DeletionTestDeps } from '../../support/worlds/deletionWorld.ts';
import type { FakeClock } from '../../support/data/fakeClock.ts';

// Tests that deletion, erasure and retention leave the same rows, whether an organisation is in the main storage
// account or in another one.

const { orgId } = idsIn('contoso');

const linesOf = async (store: WholeStore): Promise<string[]> => {
  const lines: string[] = [];
  for (const table of tables)
    for (const row of await rowsOf(store.admin, table))
      if (!row.pk.startsWith('place')) lines.push(lineOf({ ...row, table }));
  return lines.sort();
};

type Work = (deps: DeletionTestDeps, clock: FakeClock) => Promise<void>;

const works: Readonly<Record<string, Work>> = {
  'the deletion of the organisation': async (deps, clock) => {
    await deleteOrg(deps, signedIn(clock), {});
    clock.set('2026-11-27T08:00:00Z');
    await pollDeletionJobs(deps);
  },
  'the erasure of a person': async (deps, clock) => {
    await eraseUser(deps, signedIn(clock, 'contoso', 'bob'));
    clock.set('2026-11-27T08:00:00Z');
    await pollUntilErased(deps, clock);
  },
  'the retention period': async (deps, clock) => {
    const records = inOrg(deps.store, orgId);
    const row = await records.get(org, undefined);
    if (row !== undefined) await records.replace(org, undefined, { ...row.value, retentionDays: 30 }, row.etag);
    clock.set('2026-12-23T01:00:00Z');
    await pollDeletionJobs(deps);
  },
};

it.each(Object.entries(works))('%s leaves the same rows in two accounts as in one', async (_name, work) => {
  const single = await deletionWorld();
  const stores = await openPlacedStores();
  await stores.place(orgId, 'east');
  const store = stores.instance();
  for (const table of tables) {
    const rows = (await single.rows()).filter((row) => row.table === table);
    await store.admin.bulkPut(
      table,
      rows.map(({ pk, rk, values }) => ({ pk, rk, values })),
    );
  }
  const before = await linesOf(stores.east);
  expect(before.length).toBeGreaterThan(40);
  await work(single.deps, single.clock);
  await work(deletionJobDeps(store, stores.clock), stores.clock);
  const after = await linesOf(store);
  expect(after.filter((line) => !line.startsWith('Sys format'))).toEqual(await linesOf(single.store));
  expect(await linesOf(stores.east)).not.toEqual(before);
  expect((await verifyStore(store.admin)).findings).toEqual((await verifyStore(single.store.admin)).findings);
  await stores.close();
});
