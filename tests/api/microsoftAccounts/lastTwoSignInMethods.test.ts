import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { removeSignInMethod } from '../../../bot/src/services/microsoftAccounts/listAndRemoveSignInMethods.ts';
import { listIdentities } from '../../../bot/src/services/identity/microsoftIdentities.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { password } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { ann, bob, joinWorld, zoe } from '../../support/apps/microsoftJoinWorld.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Zoe's account has no password, so the Microsoft accounts of Ann and Bob are its last two ways to sign in.

const lastTwo = async () => {
  const world = await joinWorld();
  const token = await world.tokenOf();
  await world.join(ann, token);
  await world.join(bob, token);
  const key = { userId: zoe };
  const stored = await outside(world.store).get(password, key);
  if (stored !== undefined) await outside(world.store).delete(password, key, stored.etag);
  const memberOf = async (person: typeof ann) => (await world.app.memberOf(person)).pointer.memberId;
  return {
    world,
    members: { ann: await memberOf(ann), bob: await memberOf(bob) },
    /** Removes the account, and returns "removed" or the error code. */
    remove: async (memberId: MemberId, store: TableStore = world.store): Promise<string> => {
      const owner = await world.actorOf(await world.tokenOf());
      return removeSignInMethod({ ...world.deps, store }, owner, { memberId }).then(
        () => 'removed',
        (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
      );
    },
    joined: async (): Promise<MemberId[]> =>
      (await listIdentities(world, zoe)).flatMap(({ memberId, joinedAt }) => (joinedAt === null ? [] : [memberId])),
  };
};

it('keeps one of the last two ways to sign in if two requests remove one each, at any store call', async () => {
  const wrong: string[] = [];
  for (let call = 1, isDone = false; !isDone; call += callsBetweenFaults) {
    const { world, members, remove, joined } = await lastTwo();
    const hooked = createHookedStore(world.store);
    let other = '';
    hooked.before(call, async () => {
      other = await remove(members.bob);
    });
    const own = await remove(members.ann, hooked);
    isDone = hooked.calls() < call;
    const left = await joined();
    if (left.length !== 1 || (!isDone && [own, other].sort().join() !== 'CONFLICT,removed'))
      wrong.push(`${call}: ${own}, ${other}, ${left.length} left`);
    await world.app.close();
  }
  expect(wrong).toEqual([]);
});

it('never removes the last way to sign in after the removal of the other one was interrupted', async () => {
  const wrong: string[] = [];
  for (let call = 1, isDone = false; !isDone; call += callsBetweenFaults) {
    const { world, members, remove, joined } = await lastTwo();
    const failing = failingStore(world.store, call, 'crash');
    isDone = (await remove(members.ann, failing.store)) === 'removed';
    await remove(members.bob);
    await remove(members.ann);
    const left = await joined();
    if (left.length !== 1) wrong.push(`${call}: ${left.length} left`);
    await world.app.close();
  }
  expect(wrong).toEqual([]);
});

describe('a removal that began but did not end', () => {
  /** Begins to remove Ann's account: the email to the owner cannot be queued. */
  const begin = async () => {
    const started = await lastTwo();
    const { store } = started.world;
    const failing: TableStore = {
      ...store,
      insert: (table, row) =>
        table === 'Outbox' ? Promise.reject(new Error('The process ends here.')) : store.insert(table, row),
    };
    expect(await started.remove(started.members.ann, failing)).toBe('failed');
    expect(await started.joined()).toHaveLength(2);
    return started;
  };

  it('can be repeated', async () => {
    const { world, members, remove, joined } = await begin();
    expect(await remove(members.ann)).toBe('removed');
    expect(await joined()).toEqual([members.bob]);
    await world.app.close();
  });

  it('lets the other account be removed after a day', async () => {
    const { world, members, remove, joined } = await begin();
    world.clock.advance({ minutes: 24 * 60 - 1 });
    expect(await remove(members.bob)).toBe('CONFLICT');
    world.clock.advance({ minutes: 1 });
    expect(await remove(members.bob)).toBe('removed');
    expect(await joined()).toEqual([members.ann]);
    await world.app.close();
  });

  it('does not count for a later join of the same account', async () => {
    const { world, members, remove, joined } = await begin();
    await outside(world.store).touch(teamsUser, ann, { joinedAt: anInstant('2026-11-20T08:30:00Z') });
    expect(await remove(members.bob)).toBe('removed');
    expect(await joined()).toEqual([members.ann]);
    await world.app.close();
  });
});
