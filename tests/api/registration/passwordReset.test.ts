import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  confirmResetPasswordEmail,
  forgotPassword,
  resetPassword,
} from '../../../bot/src/services/registration/passwordReset.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { resetPassword as resetCall } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  caller,
  goodPassword,
  registered,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';

const email = 'ann@example.test';
const newPassword = 'copper-lantern-77-moss';
const signIn = (world: RegistrationWorld, password: string) => login(world.deps, { email, password }, caller);
const isIn = async (world: RegistrationWorld, password: string): Promise<string> =>
  signIn(world, password).then(
    () => 'in',
    (error: unknown) => (error as { code: string }).code,
  );

/** Creates a person with an account and the code of a reset email. */
const withCode = async (): Promise<RegistrationWorld & { readonly code: string }> => {
  const world = registrationWorld();
  await registered(world);
  await forgotPassword(world.deps, { email }, caller);
  await world.beat();
  return { ...world, code: world.codeIn('RESET') };
};

describe('a forgotten password', () => {
  it('is reset by the link in the email, which is valid once', async () => {
    const world = await withCode();
    expect(await confirmResetPasswordEmail(world.deps, world, caller)).toBe(true);
    expect(await confirmResetPasswordEmail(world.deps, world, caller)).toBe(true);
    expect(await resetPassword(world.deps, { code: world.code, newPassword }, caller)).toBe(true);
    expect(await isIn(world, goodPassword)).toBe('INVALID_CREDENTIALS');
    expect(await isIn(world, newPassword)).toBe('in');
    const again = resetPassword(world.deps, { code: world.code, newPassword: 'another-one-entirely-9' }, caller);
    await expect(again).rejects.toMatchObject({ code: 'CODE_USED' });
    await expect(confirmResetPasswordEmail(world.deps, world, caller)).rejects.toMatchObject({ code: 'CODE_USED' });
    expect(await isIn(world, newPassword)).toBe('in');
  });

  it('is reset exactly once by 50 parallel calls with one link on two instances', async () => {
    const world = await withCode();
    const other = registrationDeps(world.store, world.clock);
    const calls = Array.from({ length: 50 }, (_, index) =>
      resetPassword(
        index % 2 === 0 ? world.deps : other,
        { code: world.code, newPassword: `${newPassword}-${index}` },
        caller,
      ),
    );
    const ended = await Promise.allSettled(calls);
    expect(countOutcomes(ended)).toEqual({ done: 1, CODE_USED: 49 });
    const winner = ended.findIndex((item) => item.status === 'fulfilled');
    expect(await isIn(world, `${newPassword}-${winner}`)).toBe('in');
    expect(await rowsOf(world.store.admin, 'Accounts', 'pw')).toHaveLength(1);
  });

  it('a forgotten password ends every session', async () => {
    const world = await withCode();
    const session = await signIn(world, goodPassword);
    if (!('token' in session)) throw new Error('There is no second factor here.');
    expect(await authenticate(world.deps, session.token)).toBeDefined();
    await resetPassword(world.deps, { code: world.code, newPassword }, caller);
    expect(await authenticate(world.deps, session.token)).toBeUndefined();
  });

  it('is reported to the owner once, regardless of repeats', async () => {
    const world = await withCode();
    await resetPassword(world.deps, { code: world.code, newPassword }, caller);
    await world.beat();
    await world.beat();
    const notices = world.mail.sent.filter((mail) => mail.email.kind === 'PASSWORD_CHANGED');
    expect(notices.map((notice) => [notice.to, notice.email])).toEqual([
      [email, { kind: 'PASSWORD_CHANGED', firstName: 'Ann', removed: 0 }],
    ]);
  });

  it('keeps its link for 20 minutes', async () => {
    const world = await withCode();
    world.clock.advance({ minutes: 20 });
    await expect(confirmResetPasswordEmail(world.deps, world, caller)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    const late = resetPassword(world.deps, { code: world.code, newPassword }, caller);
    await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('loses its link when the sessions end by another link, a change or an admin', async () => {
    const world = await withCode();
    await forgotPassword(world.deps, { email }, caller);
    await world.beat();
    const second = world.codeIn('RESET');
    expect(second).not.toBe(world.code);
    await resetPassword(world.deps, { code: second, newPassword }, caller);
    const first = resetPassword(world.deps, { code: world.code, newPassword: goodPassword }, caller);
    await expect(first).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await isIn(world, newPassword)).toBe('in');
  });

  it('rejects a weak password, and the link remains valid', async () => {
    const world = await withCode();
    for (const weak of ['short', 'password1234', 'Fabrikam-2026', 'ann@example.test'])
      await expect(resetPassword(world.deps, { code: world.code, newPassword: weak }, caller)).rejects.toMatchObject({
        code: 'PASSWORD_WEAK',
      });
    expect(await resetPassword(world.deps, { code: world.code, newPassword }, caller)).toBe(true);
  });

  it('rejects a network after its sixth wrong code within an hour, and then accepts the right one elsewhere', async () => {
    const world = await withCode();
    const guesses = Array.from({ length: 20 }, (_, index) =>
      resetPassword(world.deps, { code: `${'B'.repeat(41)}${index + 10}`, newPassword }, caller),
    );
    expect(countOutcomes(await Promise.allSettled(guesses))).toEqual({ CODE_INVALID: 5, TOO_MANY_REQUESTS: 15 });
    expect(await resetPassword(world.deps, { code: world.code, newPassword }, caller)).toBe(true);
  });

  it('a forgotten password of an erased account opens nothing', async () => {
    const world = await withCode();
    const [row] = await rowsOf(world.store.admin, 'Accounts', 'p');
    const key = { userId: userId.parse(row?.values['userId']) };
    const kept = await outside(world.store).get(profile, key);
    if (kept === undefined) throw new Error('There is no profile.');
    await outside(world.store).delete(profile, key, kept.etag);
    const late = resetPassword(world.deps, { code: world.code, newPassword }, caller);
    await expect(late).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('sends no email about a new password if the reset was interrupted and the sessions then end for another reason', async () => {
    const world = await withCode();
    world.clock.advance({ minutes: 1 });
    const broken: typeof world.store = {
      ...world.store,
      transact: (table, pk, steps) =>
        table === 'Accounts' && steps.length > 1
          ? Promise.reject(new StoreError('UNAVAILABLE', 'no reply'))
          : world.store.transact(table, pk, steps),
    };
    const deps = { ...world.deps, store: broken };
    await expect(resetPassword(deps, { code: world.code, newPassword }, caller)).rejects.toThrow();
    const [row] = await rowsOf(world.store.admin, 'Accounts', 'p');
    const key = { userId: userId.parse(row?.values['userId']) };
    const kept = await outside(world.store).get(profile, key);
    await outside(world.store).touch(profile, key, { sessionEpoch: (kept?.value.sessionEpoch ?? 0) + 1 });
    await world.beat();
    world.clock.advance({ minutes: 2 });
    await world.beat();
    expect(world.mail.sent.filter((mail) => mail.email.kind === 'PASSWORD_CHANGED')).toEqual([]);
  });

  it.each(failures)('is completely old or completely new when the store fails (%s) at any step', async (failure) => {
    for (let index = 1; index < 60; index += callsBetweenFaults) {
      const world = await withCode();
      const broken = failingStore(world.store, index, failure);
      const deps = { ...world.deps, store: broken.store };
      const isDone = await resetPassword(deps, { code: world.code, newPassword }, caller).then(
        () => broken.calls() < index,
        () => false,
      );
      const isNew = (await isIn(world, newPassword)) === 'in';
      expect(await isIn(world, goodPassword)).toBe(isNew ? 'INVALID_CREDENTIALS' : 'in');
      // After an interrupted reset, the link completes it. After a complete reset, the link is used up.
      world.clock.advance({ minutes: 1 });
      const again = await resetPassword(world.deps, { code: world.code, newPassword }, caller).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      expect(isNew ? ['CODE_USED', 'CODE_INVALID'] : ['done']).toContain(again);
      for (let minute = 0; minute < 3; minute += 1) {
        await world.beat();
        world.clock.advance({ minutes: 1 });
      }
      expect(world.mail.sent.filter((mail) => mail.email.kind === 'PASSWORD_CHANGED')).toHaveLength(1);
      if (isDone) return;
    }
    throw new Error('The walk did not end.');
  });
});

describe('the call', () => {
  it('requires the new password twice', () => {
    const code = 'c'.repeat(43);
    const parsed = resetCall.input.safeParse({ code, newPassword, passwordConfirmation: `${newPassword}x` });
    expect(parsed.error?.issues[0]?.message).toBe('password.mismatch');
  });
});
