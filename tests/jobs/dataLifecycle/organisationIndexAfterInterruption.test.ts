import { deleteOrg, undeleteOrg } from '../../../bot/src/services/dataLifecycle/deleteOrRestoreOrg.ts';
import { deletionJob } from '../../../bot/src/store/kinds/dataLifecycle/deletionJob.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { copyOf, deletionWorld, pollDeletionJobs, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld, TableRow } from '../../support/worlds/deletionWorld.ts';

// Tests that the index of organisations, which billing and lists read, has the state of each organisation, also after
// an interruption.

const { orgId } = idsIn('contoso');
const startedAt = '2026-11-20T08:00:00Z';

const statesIn = async ({ store }: DeletionWorld): Promise<string> => {
  const own = (await inOrg(store, orgId).get(org, undefined))?.value.state;
  const index = (await outside(store).get(orgIndex, { orgId }))?.value.state;
  return `${own ?? ''}, in the index ${index ?? ''}`;
};

/** Returns the states after the call was interrupted at any call to the store, and the deletion job ran at `until`. */
const statesAfter = async (
  before: readonly TableRow[],
  until: string,
  call: (world: DeletionWorld, store: TableStore) => Promise<unknown>,
): Promise<string[]> => {
  const whole = await copyOf(before, startedAt);
  const counting = failingStore(whole.store, Infinity, 'before');
  await call(whole, counting.store);
  const outcomes = new Set<string>();
  for (let failAt = 1; failAt <= counting.calls(); failAt += 1) {
    const world = await copyOf(before, startedAt);
    await call(world, failingStore(world.store, failAt, 'crash').store).catch(() => undefined);
    world.clock.set(until);
    await pollDeletionJobs(world.deps);
    outcomes.add(await statesIn(world));
  }
  return [...outcomes].sort();
};

it('a deletion that was interrupted leaves the index as it was, or ends', async () => {
  const before = await (await deletionWorld()).rows();
  const states = await statesAfter(before, '2026-11-20T08:11:00Z', (world, store) =>
    deleteOrg(world.on(store), signedIn(world.clock), {}),
  );
  expect(states).toEqual(['ACTIVE, in the index ACTIVE', 'DELETING, in the index DELETING']);
});

it('the deletion by two admins at once has one deletion, whose links stay valid', async () => {
  const world = await deletionWorld();
  const job = async () => (await outside(world.store).get(deletionJob, { target: 'ORG', id: orgId }))?.value;
  const hooked = createHookedStore(world.store);
  let first: Awaited<ReturnType<typeof job>>;
  // The first deletion runs before the second store call of the other admin's deletion, whose first call has read the
  // organisation.
  hooked.before(2, async () => {
    await deleteOrg(world.deps, signedIn(world.clock), {});
    first = await job();
    world.clock.advance({ ms: 1 });
  });
  await expect(deleteOrg(world.on(hooked), signedIn(world.clock), {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(first?.deletionId).toBeDefined();
  expect(await job()).toEqual(first);
});

it('a restore that was interrupted and never repeated ends in the index too, or not at all', async () => {
  const deleted = await deletionWorld();
  await deleteOrg(deleted.deps, signedIn(deleted.clock), {});
  const actor = { ...signedIn(deleted.clock), role: 'superadmin' as const };
  const states = await statesAfter(await deleted.rows(), '2026-11-28T08:00:00Z', (world, store) =>
    undeleteOrg(world.on(store), { orgId }, { address: '10.0.0.1', actor: () => Promise.resolve(actor) }),
  );
  expect(states).toEqual(['ACTIVE, in the index ACTIVE', 'DELETED, in the index DELETED']);
});
