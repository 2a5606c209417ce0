import { eraseUser } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { meeting } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { idsIn } from '../../support/data/seededIdsAndNames.ts';
import { deletionWorld, pollUntilErased, signedIn } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld } from '../../support/worlds/deletionWorld.ts';

const observers = async ({ store }: DeletionWorld, name: string) => {
  const { orgId, teamId, watchedId: meetingId } = idsIn(name);
  return (await inOrg(store, orgId).get(meeting, { teamId, meetingId }))?.value.observers;
};

describe('erasing a person who observes a report', () => {
  it('removes the person from the observers, and leaves those of another organisation', async () => {
    const world = await deletionWorld();
    expect(await observers(world, 'contoso')).toEqual([idsIn('contoso').bob.memberId]);
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await pollUntilErased(world.deps, world.clock);
    expect(await observers(world, 'contoso')).toEqual([]);
    expect(await observers(world, 'fabrikam')).toEqual([idsIn('fabrikam').bob.memberId]);
  });

  it('keeps the records of the summaries without the chat in which they are', async () => {
    const world = await deletionWorld();
    const { orgId, teamId, watchedId: meetingId, bob } = idsIn('contoso');
    const key = { teamId, meetingId, date: aDate('2026-11-19'), who: bob.memberId, kind: 'observerSummary' } as const;
    const recordOf = async () => (await inOrg(world.store, orgId).get(delivery, key))?.value;
    expect((await recordOf())?.activityId).toBe('2:bob-contoso');
    await eraseUser(world.deps, signedIn(world.clock, 'contoso', 'bob'));
    await pollUntilErased(world.deps, world.clock);
    expect(await recordOf()).toMatchObject({ state: 'SENT', conversationId: null, activityId: null });
  });
});
