import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { getMember } from '../../../bot/src/services/registration/getInvitedMember.ts';
import { sendInvitation } from '../../../bot/src/services/registration/sendInvitation.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import {
  confirmResetPasswordEmail,
  forgotPassword,
  resetPassword,
} from '../../../bot/src/services/registration/passwordReset.ts';
import {
  confirmRegisterEmail,
  register,
  resendConfirm,
} from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { aMemberId, anOrgId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  anInvited,
  aRegistration,
  caller,
  callerFrom,
  goodPassword,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import {
  email,
  mailbox,
  readOrganisationNames,
  squat,
  theirPassword,
  trySignIn,
} from '../../support/worlds/registeredForeignAddress.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

// If an attacker registered an address, its owner can register again through an email to the address.

const bob = aMemberId('bob');

describe('a forgotten password of an unconfirmed address', () => {
  const withLetter = async () => {
    const world = registrationWorld();
    await squat(world);
    await forgotPassword(world.deps, { email }, mailbox);
    await world.beat();
    return { world, code: world.codeIn('REGISTER_AGAIN', email) };
  };
  const own = (code: string, change: object = {}) =>
    aRegistration({ email, firstName: 'Bob', organizationName: 'Bobs', code, ...change });

  it('sends a link to register, and none that sets a password', async () => {
    const { world, code } = await withLetter();
    expect(world.mail.sent.map(({ email: mail }) => mail.kind).sort()).toEqual(['CONFIRM', 'REGISTER_AGAIN']);
    for (const call of [
      confirmResetPasswordEmail(world.deps, { code }, mailbox),
      resetPassword(world.deps, { code, newPassword: goodPassword }, mailbox),
      confirmRegisterEmail(world.deps, { code }, caller),
    ])
      await expect(call).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await readOrganisationNames(world)).toEqual([]);
    expect(await trySignIn(world, goodPassword)).toBe('INVALID_CREDENTIALS');
  });

  it('lets the owner of the address register at once, and deletes the attacker’s registration', async () => {
    const { world, code } = await withLetter();
    const late = world.codeIn('CONFIRM', email);
    await register(world.deps, own(code), mailbox);
    expect(await trySignIn(world, goodPassword)).toBe('in');
    expect(await trySignIn(world, theirPassword)).toBe('INVALID_CREDENTIALS');
    expect(await readOrganisationNames(world)).toEqual(['Bobs']);
    await expect(confirmRegisterEmail(world.deps, { code: late }, caller)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await resendConfirm(world.deps, { email }, caller);
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    await world.beat();
    expect(await readOrganisationNames(world)).toEqual(['Bobs']);
    expect(await trySignIn(world, goodPassword)).toBe('in');
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it('is valid once, for its own address, for 20 minutes', async () => {
    const { world, code } = await withLetter();
    const other = register(world.deps, own(code, { email: 'mal@example.test' }), caller);
    await expect(other).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { message: 'register.codeOther' } });
    const calls = Array.from({ length: 20 }, () => register(world.deps, own(code), mailbox));
    const ended = countOutcomes(await Promise.allSettled(calls));
    expect(ended['done']).toBe(1);
    expect(await readOrganisationNames(world)).toEqual(['Bobs']);
    const second = await withLetter();
    second.world.clock.advance({ minutes: 20 });
    await expect(register(second.world.deps, own(second.code), mailbox)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
  });

  it('is also sent to a person who registers the address again', async () => {
    const world = registrationWorld({ hidesAccounts: true });
    await squat(world);
    await register(world.deps, aRegistration({ email }), mailbox);
    await world.beat();
    await register(world.deps, own(world.codeIn('REGISTER_AGAIN', email)), mailbox);
    expect(await trySignIn(world, goodPassword)).toBe('in');
  });

  it('resets the password of an account with a confirmed address', async () => {
    const { world } = await withLetter();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', email) }, caller);
    await forgotPassword(world.deps, { email }, mailbox);
    await world.beat();
    await resetPassword(world.deps, { code: world.codeIn('RESET', email), newPassword: goodPassword }, mailbox);
    expect(await trySignIn(world, goodPassword)).toBe('in');
  });
});

describe('an invitation to an address that an attacker registered', () => {
  const invited = async (): Promise<RegistrationWorld & { readonly code: string }> => {
    const world = registrationWorld();
    await seedTeam(world.store);
    await squat(world);
    await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), { teamId: aTeamId(), memberId: bob });
    await world.beat();
    return { ...world, code: world.codeIn('INVITE', email) };
  };
  const asBob = (code: string) => anInvited(bob, code, { firstName: 'Bob', lastName: 'Ray', email });

  it('admits the invited person at once, and leaves the attacker neither the address nor an organisation', async () => {
    const world = await invited();
    await register(world.deps, asBob(world.code), mailbox);
    const session = asSession(await login(world.deps, { email, password: goodPassword }, mailbox));
    expect(session).toMatchObject({ memberId: bob, orgId: anOrgId() });
    expect(await authenticate(world.deps, session.token)).toMatchObject({ role: 'user' });
    expect(await trySignIn(world, theirPassword)).toBe('INVALID_CREDENTIALS');
    const late = confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', email) }, caller);
    await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await readOrganisationNames(world)).toEqual(['Contoso']);
    expect(JSON.stringify(await rowsOf(world.store.admin, 'Accounts'))).not.toContain('Squatters');
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it('ends with one owner of the address if the attacker confirms at the same time', async () => {
    const world = await invited();
    const other = registrationDeps(world.store, world.clock);
    const ended = await Promise.allSettled([
      register(world.deps, asBob(world.code), mailbox),
      confirmRegisterEmail(other, { code: world.codeIn('CONFIRM', email) }, caller),
    ]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const guards = (await rowsOf(world.store.admin, 'Accounts')).filter((row) => row.pk.startsWith('em:'));
    expect(guards.map((row) => row.values['state'])).toEqual(['CONFIRMED']);
  });

  it('creates no account, and remains valid for joining with the existing account', async () => {
    const world = await invited();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', email) }, caller);
    await expect(register(world.deps, asBob(world.code), mailbox)).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    expect(await trySignIn(world, theirPassword)).toBe('in');
    const stranger = { address: mailbox.address, actor: () => Promise.resolve(undefined) };
    expect(await getMember(world.deps, { id: bob, code: world.code }, stranger)).toMatchObject({ id: bob });
  });

  it.each(failures)(
    'gives the address to one owner or leaves it free when the store fails (%s) at any step',
    async (failure) => {
      for (let index = 1; index < 80; index += callsBetweenFaults) {
        const world = await invited();
        const broken = failingStore(world.store, index, failure);
        const isDone = await register({ ...world.deps, store: broken.store }, asBob(world.code), mailbox).then(
          () => broken.calls() < index,
          () => false,
        );
        world.clock.advance({ minutes: 26 * 60 });
        await world.beat();
        await world.beat();
        // After any failure, either the account is complete or a new invitation completes it.
        if ((await trySignIn(world, goodPassword)) !== 'in') {
          await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), { teamId: aTeamId(), memberId: bob });
          await world.beat();
          await register(world.deps, asBob(world.codeIn('INVITE', email)), mailbox);
        }
        expect(await login(world.deps, { email, password: goodPassword }, mailbox)).toMatchObject({ memberId: bob });
        expect(await readOrganisationNames(world)).toEqual(['Contoso']);
        expect(await faultsIn(world.store)).toEqual([]);
        if (isDone) return;
      }
      throw new Error('The walk did not end.');
    },
  );
});

describe('the registration of a taken address, while accounts are hidden', () => {
  it('changes nothing of the account, cannot be confirmed, and is deleted after a day', async () => {
    const world = registrationWorld({ hidesAccounts: true });
    await seedTeam(world.store);
    await createAccount(world.deps, {
      ...{ email, password: theirPassword, firstName: 'Bob', lastName: 'Ray', orgId: anOrgId(), memberId: null },
      ...{ role: 'user', isConfirmed: true, userId: aUserId('bob') },
    });
    const before = await rowsOf(world.store.admin, 'Accounts');
    const values = (rows: typeof before) => rows.map((row) => JSON.stringify([row.pk, row.rk, row.values])).sort();
    await register(world.deps, aRegistration({ email, organizationName: 'Squatters' }), caller);
    await resendConfirm(world.deps, { email }, caller);
    await world.beat();
    expect(world.mail.sent.map(({ email: mail }) => mail.kind)).toEqual(['IN_USE']);
    expect(await trySignIn(world, goodPassword)).toBe('INVALID_CREDENTIALS');
    expect(await faultsIn(world.store)).toEqual([]);
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    await world.beat();
    expect(values(await rowsOf(world.store.admin, 'Accounts'))).toEqual(values(before));
    expect(await readOrganisationNames(world)).toEqual(['Contoso']);
    expect(await trySignIn(world, theirPassword)).toBe('in');
  });
});

it('loses against a parallel proof of the address at every step', async () => {
  let index = 1;
  for (let isDone = false; !isDone; index += callsBetweenFaults) {
    const world = registrationWorld({ hidesAccounts: true });
    await squat(world);
    await forgotPassword(world.deps, { email }, mailbox);
    await world.beat();
    const code = world.codeIn('REGISTER_AGAIN', email);
    const hooked = createHookedStore(world.store);
    let hasRun = false;
    hooked.before(index, async () => {
      hasRun = true;
      const again = aRegistration({ email, organizationName: 'Squatters', password: theirPassword });
      await register(world.deps, again, callerFrom(index)).catch(() => undefined);
    });
    const own = aRegistration({ email, firstName: 'Bob', organizationName: 'Bobs', code });
    await register({ ...world.deps, store: hooked }, own, mailbox).catch(() => undefined);
    isDone = !hasRun;
    expect([index, await trySignIn(world, goodPassword)]).toEqual([index, 'in']);
  }
  expect(index).toBeGreaterThan(15);
});
