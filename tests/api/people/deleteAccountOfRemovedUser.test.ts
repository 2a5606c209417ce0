import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { deleteUser } from '../../../bot/src/services/people/listChangeAndDeleteUsers.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { anOrgId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { anInvited, caller, registrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

const bob = aMemberId('bob');
const email = 'bob@example.test';
const admin = anActor('ann', { role: 'admin' });

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'DONE',
    (error: unknown) => (error instanceof AppError ? error.code : 'INTERNAL'),
  );

/** Returns a world in which Bob registers with an invitation and belongs to no other organisation. */
const withBob = async () => {
  const world = registrationWorld();
  await seedTeam(world.store);
  const join = async () => {
    await sendInvitation(world.deps, admin, { teamId: aTeamId(), memberId: bob, by: undefined });
    await world.beat();
    await register(world.deps, anInvited(bob, world.codeIn('INVITE', email), { email }), caller);
    const userId = (await inOrg(world.store, anOrgId()).get(orgMember, { memberId: bob }))?.value.userId;
    if (userId == null) throw new Error('Bob has an account now.');
    return userId;
  };
  return { ...world, join, userId: await join() };
};

it('deletes an account without another organisation, so that its owner can be invited again', async () => {
  const world = await withBob();
  await deleteUser(world.deps, admin, { userId: world.userId });
  expect(await outside(world.store).get(emailGuard, { email })).toBeUndefined();
  expect(await world.join()).not.toBe(world.userId);
  await world.store.close();
});

it.each(failures)('is completed by the same call after an interruption (%s)', async (failure) => {
  for (let index = 1, isThrough = false; !isThrough; index += callsBetweenFaults) {
    const world = await withBob();
    const { userId } = world;
    const failing = failingStore(world.store, index, failure);
    await deleteUser({ ...world.deps, store: failing.store }, admin, { userId }).catch(() => undefined);
    isThrough = failing.calls() < index;
    const again = await outcome(deleteUser(world.deps, admin, { userId }));
    // If the first removal completed although its caller got an error, the second removal does not find the person.
    expect(['DONE', 'NOT_FOUND']).toContain(again);
    const left = (await rowsOf(world.store.admin, 'Accounts', '')).filter((row) =>
      JSON.stringify(row).includes(userId),
    );
    expect([index, left]).toEqual([index, []]);
    await world.store.close();
  }
});
