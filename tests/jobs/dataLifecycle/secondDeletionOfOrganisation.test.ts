import { deleteOrg, undeleteOrg } from '../../../bot/src/services/dataLifecycle/deleteOrRestoreOrg.ts';
import { runDeletionJob } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { copyOf, deletionWorld, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld } from '../../support/worlds/deletionWorld.ts';

// Tests an organisation that is deleted, restored and deleted again while a server still works on the first deletion.

const { orgId } = idsIn('contoso');
const stateIn = async ({ store }: DeletionWorld) => (await inOrg(store, orgId).get(org, undefined))?.value.state;

/** Returns true if the organisation was restored and deleted again; false if its deletion was final already. */
const restoreAndDeleteAgain = async ({ deps, clock }: DeletionWorld): Promise<boolean> => {
  const actor = { ...signedIn(clock), role: 'superadmin' as const };
  try {
    await undeleteOrg(deps, { orgId }, { address: '192.0.2.1', actor: () => Promise.resolve(actor) });
  } catch {
    return false;
  }
  await deleteOrg(deps, signedIn(clock), {});
  return true;
};

it('a runner of the first deletion does not end the week of the second, whenever it is overtaken', async () => {
  const seeded = await deletionWorld();
  await deleteOrg(seeded.deps, signedIn(seeded.clock), {});
  const before = await seeded.rows();
  const wrong: string[] = [];
  let overtaken = 0;
  for (let call = 1; ; call += 1) {
    const world = await copyOf(before, '2026-11-27T08:00:01Z');
    const hooked = createHookedStore(world.store);
    const deletedAgain: boolean[] = [];
    hooked.before(call, async () => {
      deletedAgain.push(await restoreAndDeleteAgain(world));
    });
    await runDeletionJob(world.on(hooked), { target: 'ORG', id: orgId });
    const calls = hooked.calls();
    if (calls < call) break;
    if (deletedAgain.includes(true)) {
      overtaken += 1;
      if ((await stateIn(world)) !== 'DELETING') wrong.push(`call ${call}: ${String(await stateIn(world))} at once`);
      world.clock.set('2026-12-04T08:00:02Z');
      await runDeletionJob(world.deps, { target: 'ORG', id: orgId });
      if ((await stateIn(world)) !== 'DELETED')
        wrong.push(`call ${call}: ${String(await stateIn(world))} after a week`);
    }
    await world.store.close();
    // The deletion was final before this call, so a later call cannot be overtaken.
    if (deletedAgain.includes(false)) break;
  }
  expect(overtaken).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
});
