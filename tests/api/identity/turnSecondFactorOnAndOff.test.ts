import { Secret } from 'otpauth';
import { login, userDetails } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  verifySecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { inOrg, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { accountWork, isAccountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { home } from '../../support/worlds/passwordSignInWorld.ts';
import { credentials, wrongCode, worldWithoutFactor, worldWithFactor } from '../../support/worlds/secondFactorWorld.ts';

describe('turning a second factor on', () => {
  it('requires the password and a code of the app, and shows ten recovery codes once', async () => {
    const world = await worldWithoutFactor();
    const begun = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    expect(begun.uri).toBe(
      `otpauth://totp/Rollcall:ann%40example.test?issuer=Rollcall&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    // Until the second factor is confirmed, a password alone signs in.
    expect(await login(world.deps, credentials, home)).toHaveProperty('token');
    await expect(confirmSecondFactor(world.deps, { code: '000000' }, world.asker)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      // No recovery codes exist yet, so the sentence does not mention them.
      details: { message: 'secondFactor.firstCodeWrong' },
    });
    const { recoveryCodes, session } = await confirmSecondFactor(
      world.deps,
      { code: world.code(begun.secret) },
      world.asker,
    );
    expect(session).toBeNull();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const recoveryCode of recoveryCodes)
      expect(recoveryCode).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await userDetails(world.deps, await world.actorOf())).toMatchObject({ hasSecondFactor: true });
    const stored = JSON.stringify(await rowsOf(world.store.admin, 'Accounts', 'totp'));
    expect(stored).not.toContain(begun.secret);
    expect(stored).not.toContain(Buffer.from(Secret.fromBase32(begun.secret).bytes).toString('base64url'));
    for (const recoveryCode of recoveryCodes) expect(stored).not.toContain(recoveryCode.replaceAll('-', ''));
  });

  it.each([
    ['no password', undefined, 'account.passwordMissing'],
    ['a wrong password', 'a guess at a password', 'secondFactor.passwordWrong'],
  ])('turning a second factor on is rejected with %s', async (_what, password, message) => {
    const world = await worldWithoutFactor();
    const begun = beginSecondFactor(world.deps, { password }, world.asker);
    await expect(begun).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { message } });
  });

  it('is rejected without a session', async () => {
    const world = await worldWithoutFactor();
    const stranger = { ...home, actor: () => Promise.resolve(undefined) };
    const asked = [
      beginSecondFactor(world.deps, { password: credentials.password }, stranger),
      confirmSecondFactor(world.deps, { code: '123456' }, stranger),
      beginSecondFactor(world.deps, { challenge: 'x' }, stranger),
      confirmSecondFactor(world.deps, { challenge: 'x', code: '123456' }, stranger),
      verifySecondFactor(world.deps, { challenge: 'x', code: '123456' }, stranger),
    ];
    expect(countOutcomes(await Promise.allSettled(asked))).toEqual({ UNAUTHENTICATED: 5 });
  });

  it('is rejected a second time, and before it was started', async () => {
    const world = await worldWithoutFactor();
    const early = confirmSecondFactor(world.deps, { code: '123456' }, world.asker);
    await expect(early).rejects.toMatchObject({ code: 'CONFLICT', details: { message: 'secondFactor.notBegun' } });
    const { secret } = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    await confirmSecondFactor(world.deps, { code: world.code(secret) }, world.asker);
    const again = beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', details: { message: 'secondFactor.already' } });
  });
});

describe('turning it off', () => {
  it('requires the password and a code', async () => {
    const world = await worldWithFactor();
    const actor = await world.actorOf();
    const off = (password: string, code: string) => disableSecondFactor(world.deps, actor, { password, code }, home);
    await expect(off(credentials.password, '000000')).rejects.toMatchObject(wrongCode);
    await expect(off('a guess at a password', world.code(world.secret))).rejects.toMatchObject({
      details: { message: 'secondFactor.passwordWrong' },
    });
    expect(await off(credentials.password, world.code(world.secret))).toBe(true);
    expect(await login(world.deps, credentials, home)).toHaveProperty('token');
  });

  it('is reported to the owner by email and in the log of the organisation, like turning it on', async () => {
    const world = await worldWithFactor();
    const queuedEmails = async (): Promise<unknown[]> =>
      (await rowsOf(world.store.admin, 'Outbox'))
        .filter(({ rk }) => isAccountWork(rk))
        .map((row) => readAs(accountWork, row).value)
        .flatMap(({ letter: email, address, values }) =>
          email === 'ACCESS_CHANGED' ? [[address, values['change']]] : [],
        );
    const logged = async (): Promise<unknown[]> =>
      (await rowsOf(world.store.admin, 'Org', 'L|')).map(({ values }) => values['message']);
    expect(await queuedEmails()).toEqual([[credentials.email, 'FACTOR_ON']]);
    expect(await logged()).toContain('activity.factorOn');
    const input = { password: credentials.password, code: world.code(world.secret) };
    await disableSecondFactor(world.deps, await world.actorOf(), input, home);
    expect(await queuedEmails()).toContainEqual([credentials.email, 'FACTOR_OFF']);
    expect(await logged()).toContain('activity.factorOff');
  });

  it('counts no guess without a factor', async () => {
    const world = await worldWithoutFactor();
    const actor = await world.actorOf();
    for (let guess = 0; guess < 7; guess += 1) {
      const off = disableSecondFactor(world.deps, actor, { password: credentials.password, code: '000000' }, home);
      await expect(off).rejects.toMatchObject(wrongCode);
    }
  });

  it('is rejected if the organisation requires a factor', async () => {
    const world = await worldWithFactor();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { requireSecondFactor: true });
    const input = { password: credentials.password, code: world.code(world.secret) };
    const off = disableSecondFactor(world.deps, await world.actorOf(), input, home);
    await expect(off).rejects.toMatchObject({ code: 'FORBIDDEN', details: { message: 'secondFactor.required' } });
  });
});
