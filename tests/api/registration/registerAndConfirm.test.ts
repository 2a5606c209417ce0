import en from '#contracts/text/en.json' with { type: 'json' };
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { registration } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  confirmRegisterEmail,
  postRegistration,
  register,
  resendConfirm,
} from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { forgotPassword } from '../../../bot/src/services/registration/passwordReset.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  aRegistration,
  caller,
  callerFrom,
  goodPassword,
  registered,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';

const credentials = { email: 'ann@example.test', password: goodPassword };
const sentTo = (world: ReturnType<typeof registrationWorld>) =>
  world.mail.sent.map((mail) => `${mail.email.kind} ${mail.to}`);

describe('registering an organisation', () => {
  it('returns an id, sends a link, and opens no session before the link is used', async () => {
    const world = registrationWorld();
    const id = await register(world.deps, aRegistration(), caller);
    expect(id).toMatch(/^[0-9A-Z]{26}$/);
    await expect(login(world.deps, credentials, caller)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await world.beat();
    expect(sentTo(world)).toEqual(['CONFIRM ann@example.test']);
    await expect(login(world.deps, credentials, caller)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, caller);
    expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: null, warnings: [] });
  });

  it('creates the organisation at the confirmation, in its trial, with the person as admin', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    expect(await rowsOf(world.store.admin, 'Org')).toEqual([]);
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, caller);
    const session = asSession(await login(world.deps, credentials, caller));
    const records = inOrg(world.store, session.orgId as OrgId);
    expect((await records.get(org, undefined))?.value).toMatchObject({
      name: 'Fabrikam',
      state: 'ACTIVE',
      tid: null,
      isAutomatic: false,
      trialEndsAt: '2026-12-20T08:00:00.000Z',
    });
    const users = await rowsOf(world.store.admin, 'Org', 'user|');
    expect(users.map((row) => row.values['role'])).toEqual(['admin']);
    const [entry] = await rowsOf(world.store.admin, 'Org', 'L|');
    expect(entry?.values).toMatchObject({ actor: 'Ann Lee', message: 'activity.orgRegistered' });
  });

  it('accepts an address once in any case, and rejects it with EMAIL_EXISTS', async () => {
    const world = registrationWorld();
    await registered(world);
    const again = register(world.deps, aRegistration({ email: 'ANN@example.TEST' }), caller);
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    expect(world.deps.translateFor('en')('error.EMAIL_EXISTS')).toBe(
      'Email already registered. Please reset password or contact support for assistance.',
    );
  });

  it('succeeds exactly once for 20 parallel registrations of an address on two instances', async () => {
    const world = registrationWorld();
    const other = registrationDeps(world.store, world.clock);
    const calls = Array.from({ length: 20 }, (_, index) =>
      register(index % 2 === 0 ? world.deps : other, aRegistration(), callerFrom(index)),
    );
    expect(countOutcomes(await Promise.allSettled(calls))).toEqual({ done: 1, EMAIL_EXISTS: 19 });
  });

  it('rejects a common password, and writes nothing', async () => {
    const world = registrationWorld();
    for (const password of ['short', 'password1234', 'Fabrikam-2026'])
      await expect(register(world.deps, aRegistration({ password }), caller)).rejects.toMatchObject({
        code: 'PASSWORD_WEAK',
      });
    expect(await rowsOf(world.store.admin, 'Accounts')).toEqual([]);
    expect(await rowsOf(world.store.admin, 'Outbox')).toEqual([]);
  });

  it('stores neither code nor password in a readable form in store or log', async () => {
    const world = registrationWorld();
    const code = await registered(world);
    const all = JSON.stringify([
      await rowsOf(world.store.admin, 'Accounts'),
      await rowsOf(world.store.admin, 'Outbox'),
      await rowsOf(world.store.admin, 'Org'),
      await rowsOf(world.store.admin, 'Dir'),
    ]);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(all).not.toContain(code);
    expect(all).not.toContain(goodPassword);
    expect(JSON.stringify(world.deps.log.lines)).not.toMatch(new RegExp(`ann@|${code}|${goodPassword}`));
  });

  it('keeps markup and special characters of a person as typed', async () => {
    const world = registrationWorld();
    await registered(world, {
      firstName: '<img src=x onerror=alert(1)>',
      organizationName: 'Org<a href="//evil">s</a>',
    });
    const session = asSession(await login(world.deps, credentials, caller));
    const row = await inOrg(world.store, session.orgId as OrgId).get(org, undefined);
    expect(row?.value.name).toBe('Org<a href="//evil">s</a>');
  });
});

describe('awkward names', () => {
  it.each(awkwardNames.map((name) => [name]))('keeps %j unchanged, or rejects it with a sentence', async (name) => {
    const parsed = registration.safeParse({
      ...aRegistration(),
      firstName: name,
      lastName: name,
      organizationName: name,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      // oxlint-disable-next-line jest/no-conditional-expect -- one of the two must hold
      expect(en).toHaveProperty([issue?.message ?? '']);
      return;
    }
    const world = registrationWorld();
    await register(world.deps, parsed.data, caller);
    await world.beat();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, caller);
    const [row] = await rowsOf(world.store.admin, 'Org', 'org');
    expect(row?.values['name']).toBe(name.normalize('NFC').trim());
  });
});

describe('a confirmation code', () => {
  it('gives the same reply for 15 minutes after its first use, and creates one organisation', async () => {
    const world = registrationWorld();
    const other = registrationDeps(world.store, world.clock);
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    const code = world.codeIn('CONFIRM');
    const calls = Array.from({ length: 50 }, (_, index) =>
      confirmRegisterEmail(index % 2 === 0 ? world.deps : other, { code }, caller),
    );
    expect(countOutcomes(await Promise.allSettled(calls))).toEqual({ done: 50 });
    expect(await rowsOf(world.store.admin, 'Org', 'org')).toHaveLength(1);
    expect(await rowsOf(world.store.admin, 'Org', 'L|')).toHaveLength(1);
    world.clock.advance({ minutes: 15 });
    expect(await confirmRegisterEmail(world.deps, { code }, caller)).toBe(true);
    world.clock.advance({ ms: 1 });
    await expect(confirmRegisterEmail(world.deps, { code }, caller)).rejects.toMatchObject({ code: 'CODE_USED' });
  });

  it('is accepted by PostRegistration after its confirmation, as long and as often', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    const code = world.codeIn('CONFIRM');
    await expect(postRegistration(world.deps, { code }, caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    await confirmRegisterEmail(world.deps, { code }, caller);
    expect(await postRegistration(world.deps, { code }, caller)).toBe(true);
    expect(await postRegistration(world.deps, { code }, caller)).toBe(true);
    expect(await rowsOf(world.store.admin, 'Org', 'org')).toHaveLength(1);
    world.clock.advance({ minutes: 16 });
    await expect(postRegistration(world.deps, { code }, caller)).rejects.toMatchObject({ code: 'CODE_USED' });
  });

  it('is valid for 24 hours', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    const code = world.codeIn('CONFIRM');
    world.clock.advance({ minutes: 24 * 60 });
    await expect(confirmRegisterEmail(world.deps, { code }, caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('can be requested again, and both codes are valid', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    const first = world.codeIn('CONFIRM');
    await resendConfirm(world.deps, { email: 'ann@example.test' }, caller);
    await world.beat();
    const second = world.codeIn('CONFIRM');
    expect(second).not.toBe(first);
    expect(await confirmRegisterEmail(world.deps, { code: first }, caller)).toBe(true);
    expect(await confirmRegisterEmail(world.deps, { code: second }, caller)).toBe(true);
    await resendConfirm(world.deps, { email: 'ann@example.test' }, caller);
    await resendConfirm(world.deps, { email: 'nobody@example.test' }, caller);
    await world.beat();
    expect(world.mail.sent).toHaveLength(2);
  });

  it('a confirmation code of a reset confirms no address', async () => {
    const world = registrationWorld();
    await registered(world);
    await forgotPassword(world.deps, { email: 'ann@example.test' }, caller);
    await world.beat();
    const code = world.codeIn('RESET');
    await expect(confirmRegisterEmail(world.deps, { code }, caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('rejects a network after its sixth wrong code within an hour, and then accepts the right one elsewhere', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    const right = { code: world.codeIn('CONFIRM') };
    const guess = (number: number) => ({ code: `${'A'.repeat(42)}${number}` });
    const guesses = Array.from({ length: 50 }, (_, index) =>
      confirmRegisterEmail(world.deps, guess(index % 10), caller),
    );
    expect(countOutcomes(await Promise.allSettled(guesses))).toEqual({ CODE_INVALID: 5, TOO_MANY_REQUESTS: 45 });
    expect(await confirmRegisterEmail(world.deps, right, caller)).toBe(true);
  });
});

describe('an unconfirmed registration', () => {
  it('claims its address for 24 hours, and its late link opens nothing of the next owner', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration({ organizationName: 'Squatters' }), caller);
    await world.beat();
    const late = world.codeIn('CONFIRM');
    world.clock.advance({ minutes: 24 * 60 - 1 });
    await expect(register(world.deps, aRegistration(), callerFrom(1))).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    world.clock.advance({ minutes: 1 });
    await register(world.deps, aRegistration(), callerFrom(1));
    await expect(confirmRegisterEmail(world.deps, { code: late }, caller)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await world.beat();
    await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, caller);
    const [row] = await rowsOf(world.store.admin, 'Org', 'org');
    expect(row?.values['name']).toBe('Fabrikam');
  });

  it('an unconfirmed registration is deleted completely', async () => {
    const world = registrationWorld();
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    await resendConfirm(world.deps, { email: 'ann@example.test' }, caller);
    world.clock.advance({ minutes: 60 });
    await world.beat();
    expect(world.mail.sent).toHaveLength(2);
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    await world.beat();
    expect(await rowsOf(world.store.admin, 'Accounts')).toEqual([]);
    expect(await rowsOf(world.store.admin, 'Outbox')).toEqual([]);
  });

  it('is deleted beside a confirmed one, of which only the codes are deleted', async () => {
    const world = registrationWorld();
    await registered(world);
    const kept = (await rowsOf(world.store.admin, 'Accounts')).filter((row) => !row.pk.startsWith('tok:'));
    world.clock.advance({ minutes: 26 * 60 });
    await world.beat();
    expect(await rowsOf(world.store.admin, 'Accounts')).toEqual(kept);
    expect(await rowsOf(world.store.admin, 'Outbox')).toEqual([]);
    expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: null });
  });
});
