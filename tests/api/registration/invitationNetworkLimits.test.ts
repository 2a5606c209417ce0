import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { acceptInvitation } from '../../../bot/src/services/registration/acceptInvitation.ts';
import { getMember } from '../../../bot/src/services/registration/getInvitedMember.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { aMemberId, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  anInvited,
  aRegistration,
  caller,
  callerFrom,
  goodPassword,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { email, theirPassword, trySignIn } from '../../support/worlds/registeredForeignAddress.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';

const bob = aMemberId('bob');

describe('limits of a network', () => {
  it('let fifteen invited people of an office register in one hour behind one address', async () => {
    const world = registrationWorld();
    const people = ['ann', ...Array.from({ length: 15 }, (_, index) => `p${index}`)];
    await seedTeam(world.store, { people });
    for (const name of people.slice(1))
      await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), {
        teamId: aTeamId(),
        memberId: aMemberId(name),
      });
    await world.beat();
    // An attacker in the same network uses up the limits of the network for registrations and wrong codes.
    for (let index = 0; index < 11; index += 1) {
      await register(world.deps, aRegistration({ email: `f${index}@home.test` }), caller).catch(() => undefined);
      await confirmRegisterEmail(world.deps, { code: `${'A'.repeat(41)}${index + 10}` }, caller).catch(() => undefined);
    }
    for (const name of people.slice(1)) {
      const code = world.codeIn('INVITE', `${name}@example.test`);
      await register(world.deps, anInvited(aMemberId(name), code, { email: `${name}@example.test` }), caller);
    }
    expect(await rowsOf(world.store.admin, 'Org', 'user|')).toHaveLength(15);
    const tenth = register(world.deps, aRegistration({ email: 'late@home.test' }), caller);
    await expect(tenth).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('let the invited person read the invitation and join with an account after wrong codes used them up', async () => {
    const world = registrationWorld();
    await seedTeam(world.store, { people: ['ann', 'bob'] });
    await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), { teamId: aTeamId(), memberId: bob });
    await world.beat();
    const code = world.codeIn('INVITE', email);
    const stranger = { address: caller.address, actor: () => Promise.resolve(undefined) };
    for (let index = 0; index < 8; index += 1)
      await getMember(world.deps, { id: bob, code: `${'A'.repeat(42)}${index}` }, stranger).catch(() => undefined);
    const wrong = getMember(world.deps, { id: bob, code: 'B'.repeat(43) }, stranger);
    await expect(wrong).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await getMember(world.deps, { id: bob, code }, stranger)).toMatchObject({ id: bob, isEmailProven: true });
    await register(world.deps, aRegistration({ email: 'bob@home.test' }), callerFrom(1));
    await world.beat();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', 'bob@home.test') }, caller);
    const session = asSession(await login(world.deps, { email: 'bob@home.test', password: goodPassword }, caller));
    const actor = await authenticate(world.deps, session.token);
    if (actor === undefined) throw new Error('not signed in');
    expect(await acceptInvitation(world.deps, actor, { memberId: bob, code }, caller)).toEqual({ orgId: anOrgId() });
  });

  it('reject a wrong code beyond them', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    const wrong = anInvited(bob, 'A'.repeat(43), { email });
    const calls = Array.from({ length: 8 }, () => register(world.deps, wrong, caller));
    expect(countOutcomes(await Promise.allSettled(calls))).toEqual({ CODE_INVALID: 5, TOO_MANY_REQUESTS: 3 });
  });

  it('reject an invitation for an account that belongs to another person', async () => {
    const world = registrationWorld();
    await seedTeam(world.store);
    await createAccount(world.deps, {
      ...{ email, password: theirPassword, firstName: 'Bob', lastName: 'Ray', orgId: anOrgId(), memberId: null },
      ...{ role: 'user', isConfirmed: true, userId: aUserId('bob') },
    });
    await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), { teamId: aTeamId(), memberId: bob });
    await world.beat();
    const code = world.codeIn('INVITE', email);
    const again = register(world.deps, anInvited(bob, code, { email }), callerFrom(1));
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    expect(await trySignIn(world, theirPassword)).toBe('in');
  });
});
