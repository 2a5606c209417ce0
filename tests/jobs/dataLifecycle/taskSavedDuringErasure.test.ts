import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { deletionWorld, lineOf, pollDeletionJobs, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld } from '../../support/worlds/deletionWorld.ts';

const { teamId } = idsIn('contoso');
const task = 'Appointment at the clinic';

/** Erases Bob. Returns true if the erasure is complete. */
const eraseBob = async (world: DeletionWorld): Promise<boolean> => {
  await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
  for (let minute = 0; minute < 5; minute += 1) {
    await pollDeletionJobs(world.deps);
    world.clock.advance({ minutes: 1 });
  }
  return (await world.rows()).every((row) => !row.rk.startsWith('cascade|PERSON'));
};

it('no text of an erased person is stored by a request that was waiting during the erasure', async () => {
  const left: string[] = [];
  let [tried, saved] = [0, 0];
  for (;;) {
    const world = await deletionWorld();
    const call = tried + 1;
    const hooked = createHookedStore(world.store);
    let isErased = false;
    hooked.before(call, async () => {
      isErased = await eraseBob(world);
    });
    const saving = saveTask({ ...world.deps, store: hooked }, signedIn(world.clock, 'contoso', 'bob'), {
      ...{ meetingId: null, teamId, task, date: aDate('2026-11-20'), hours: 1, minutes: 0 },
    });
    saved = await saving.then(
      () => saved + 1,
      () => saved,
    );
    const isLast = hooked.calls() < call;
    expect(isErased).toBe(!isLast);
    // The last request makes fewer calls, so it ends without an erasure.
    if (isLast) break;
    tried = call;
    const rows = (await world.rows()).filter((row) => lineOf(row).includes(task));
    left.push(...rows.map((row) => `${call}: ${row.table} ${row.rk}`));
    await world.store.close();
  }
  expect(tried).toBeGreaterThan(5);
  // The last request, and those whose row the erasure then deleted.
  expect(saved).toBeGreaterThan(0);
  expect(left).toEqual([]);
});
