import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { acceptInvitation } from '../../../bot/src/services/registration/acceptInvitation.ts';
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
import { asSuperadmin } from '../../../bot/src/services/identity/superadminRoleFromSettings.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
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
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

// A registration can be completed only in the browser that started it, or with its password. The owner of the address
// can register again through an email to the address.

const email = 'bob@example.test';
const bob = aMemberId('bob');
const theirPassword = 'copper-lantern-77-moss';
/**
 * The owner of the mailbox in another browser, and a mail scanner that opens links: neither has the secret that the
 * registering browser stores.
 */
const mailbox = { address: '203.0.113.7', locale: 'en', browser: 'm'.repeat(43) };
const scanner = { address: '203.0.113.8', locale: 'en' };

/** Registers another person's address, as an attacker does. */
const squat = async (world: RegistrationWorld): Promise<void> => {
  const squatter = { firstName: 'Mal', lastName: 'Lory', organizationName: 'Squatters', password: theirPassword };
  await register(world.deps, aRegistration({ email, ...squatter }), caller);
};
const organisations = async ({ store }: RegistrationWorld): Promise<unknown[]> =>
  (await rowsOf(store.admin, 'Org', 'org')).map((row) => row.values['name']);
const signsIn = (world: RegistrationWorld, password: string): Promise<string> =>
  login(world.deps, { email, password }, mailbox).then(
    () => 'in',
    (error: unknown) => (error as { code: string }).code,
  );

describe('a confirmation', () => {
  const withCode = async () => {
    const world = registrationWorld();
    await squat(world);
    await world.beat();
    return { world, code: world.codeIn('CONFIRM', email) };
  };

  it('requires the password of the registration from a mailbox owner and a mail scanner', async () => {
    const { world, code } = await withCode();
    for (const other of [mailbox, scanner, { ...scanner, browser: '' }])
      await expect(confirmRegisterEmail(world.deps, { code }, other)).rejects.toMatchObject({
        code: 'PASSWORD_NEEDED',
      });
    expect(await signsIn(world, theirPassword)).toBe('EMAIL_NOT_CONFIRMED');
    expect(await organisations(world)).toEqual([]);
  });

  it('needs no password in the browser that registered', async () => {
    const { world, code } = await withCode();
    expect(await confirmRegisterEmail(world.deps, { code }, caller)).toBe(true);
    expect(await signsIn(world, theirPassword)).toBe('in');
  });

  it('a confirmation in another browser requires the password of the registration', async () => {
    const { world, code } = await withCode();
    const wrong = confirmRegisterEmail(world.deps, { code, password: goodPassword }, mailbox);
    await expect(wrong).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
      details: { message: 'confirm.passwordWrong' },
    });
    expect(await organisations(world)).toEqual([]);
    expect(await confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox)).toBe(true);
    // A second click from any browser gives the same reply and changes nothing.
    expect(await confirmRegisterEmail(world.deps, { code }, scanner)).toBe(true);
    expect(await organisations(world)).toEqual(['Squatters']);
  });

  it('limits passwords like a sign-in: after ten wrong ones even the right one must wait', async () => {
    const { world, code } = await withCode();
    for (let index = 0; index < 10; index += 1)
      await confirmRegisterEmail(world.deps, { code, password: `${goodPassword}${index}` }, mailbox).catch(
        () => undefined,
      );
    const soon = confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox);
    await expect(soon).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    world.clock.advance({ minutes: 15 });
    expect(await confirmRegisterEmail(world.deps, { code, password: theirPassword }, mailbox)).toBe(true);
  });

  it('stores no secret of the browser', async () => {
    const { world } = await withCode();
    expect(JSON.stringify(await rowsOf(world.store.admin, 'Accounts'))).not.toContain(caller.browser);
  });

  it('makes no attacker superadmin who registered an address of SUPERADMINS', async () => {
    const { world, code } = await withCode();
    await confirmRegisterEmail(world.deps, { code }, scanner).catch(() => undefined);
    const [row] = await rowsOf(world.store.admin, 'Accounts', 'p');
    const profile = await outside(world.store).get(profileKind, { userId: row?.values['userId'] as never });
    if (profile === undefined) throw new Error('There is no registration.');
    const named = { ...world.deps, superadmins: new Set([email]) };
    const actor = anActor('bob');
    expect(await asSuperadmin(named, profile.value, actor)).toEqual(actor);
  });
});

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
    expect(await organisations(world)).toEqual([]);
    expect(await signsIn(world, goodPassword)).toBe('INVALID_CREDENTIALS');
  });

  it('lets the owner of the address register at once, and deletes the attacker’s registration', async () => {
    const { world, code } = await withLetter();
    const late = world.codeIn('CONFIRM', email);
    await register(world.deps, own(code), mailbox);
    expect(await signsIn(world, goodPassword)).toBe('in');
    expect(await signsIn(world, theirPassword)).toBe('INVALID_CREDENTIALS');
    expect(await organisations(world)).toEqual(['Bobs']);
    await expect(confirmRegisterEmail(world.deps, { code: late }, caller)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await resendConfirm(world.deps, { email }, caller);
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    await world.beat();
    expect(await organisations(world)).toEqual(['Bobs']);
    expect(await signsIn(world, goodPassword)).toBe('in');
    expect(await faultsIn(world.store)).toEqual([]);
  });

  it('is valid once, for its own address, for 20 minutes', async () => {
    const { world, code } = await withLetter();
    const other = register(world.deps, own(code, { email: 'mal@example.test' }), caller);
    await expect(other).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { message: 'register.codeOther' } });
    const calls = Array.from({ length: 20 }, () => register(world.deps, own(code), mailbox));
    const ended = countOutcomes(await Promise.allSettled(calls));
    expect(ended['done']).toBe(1);
    expect(await organisations(world)).toEqual(['Bobs']);
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
    expect(await signsIn(world, goodPassword)).toBe('in');
  });

  it('resets the password of an account with a confirmed address', async () => {
    const { world } = await withLetter();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', email) }, caller);
    await forgotPassword(world.deps, { email }, mailbox);
    await world.beat();
    await resetPassword(world.deps, { code: world.codeIn('RESET', email), newPassword: goodPassword }, mailbox);
    expect(await signsIn(world, goodPassword)).toBe('in');
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
    expect(await signsIn(world, theirPassword)).toBe('INVALID_CREDENTIALS');
    const late = confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM', email) }, caller);
    await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await organisations(world)).toEqual(['Contoso']);
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
    expect(await signsIn(world, theirPassword)).toBe('in');
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
        if ((await signsIn(world, goodPassword)) !== 'in') {
          await sendInvitation(world.deps, anActor('ann', { role: 'admin' }), { teamId: aTeamId(), memberId: bob });
          await world.beat();
          await register(world.deps, asBob(world.codeIn('INVITE', email)), mailbox);
        }
        expect(await login(world.deps, { email, password: goodPassword }, mailbox)).toMatchObject({ memberId: bob });
        expect(await organisations(world)).toEqual(['Contoso']);
        expect(await faultsIn(world.store)).toEqual([]);
        if (isDone) return;
      }
      throw new Error('The walk did not end.');
    },
  );
});

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
    expect(await signsIn(world, theirPassword)).toBe('in');
  });
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
    expect(await signsIn(world, goodPassword)).toBe('INVALID_CREDENTIALS');
    expect(await faultsIn(world.store)).toEqual([]);
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    await world.beat();
    expect(values(await rowsOf(world.store.admin, 'Accounts'))).toEqual(values(before));
    expect(await organisations(world)).toEqual(['Contoso']);
    expect(await signsIn(world, theirPassword)).toBe('in');
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
    expect([index, await signsIn(world, goodPassword)]).toEqual([index, 'in']);
  }
  expect(index).toBeGreaterThan(15);
});
