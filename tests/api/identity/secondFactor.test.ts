import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Challenge } from '#contracts/identity/sessionUserDetailsAndPasswordCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { login, userDetails } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { refreshSession } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { checkSecondFactorCode } from '../../../bot/src/services/identity/checkSecondFactorCode.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  verifySecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { signAccess, signChallenge } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import { inOrg, outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { accountWork, isAccountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { totp } from '../../../bot/src/store/kinds/identity/secondFactor.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { elsewhere, emailOf, home, passwordOf, sessionWorld } from '../../support/worlds/sessionWorld.ts';

const codeAt = (secret: string, index: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: index });
const credentials = { email: emailOf('ann'), password: passwordOf('ann') };
const wrongCode = { code: 'INVALID_INPUT', details: { message: 'secondFactor.codeWrong' } };

const setUp = async () => {
  const world = await sessionWorld();
  const session = await world.signIn('ann');
  const actorOf = async (token = session.token) => {
    const actor = await authenticate(world.deps, token);
    if (actor === undefined) throw new Error('signed in');
    return actor;
  };
  const asker = { ...home, actor: () => actorOf() };
  return { ...world, session, actorOf, asker, code: (secret: string) => codeAt(secret, world.clock.now()) };
};

const withFactor = async () => {
  const world = await setUp();
  const { secret } = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
  const { recoveryCodes } = await confirmSecondFactor(world.deps, { code: world.code(secret) }, world.asker);
  // Each code can be used once, so the clock moves to the next code.
  world.clock.advance({ seconds: 30 });
  const challenge = async (origin = home): Promise<string> => {
    const answer = await login(world.deps, credentials, origin);
    if (!('challenge' in answer)) throw new Error('A second factor was expected.');
    return answer.challenge;
  };
  return { ...world, secret, recoveryCodes, challenge };
};

describe('turning a second factor on', () => {
  it('requires the password and a code of the app, and shows ten recovery codes once', async () => {
    const world = await setUp();
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
    const world = await setUp();
    const begun = beginSecondFactor(world.deps, { password }, world.asker);
    await expect(begun).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { message } });
  });

  it('is rejected without a session', async () => {
    const world = await setUp();
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
    const world = await setUp();
    const early = confirmSecondFactor(world.deps, { code: '123456' }, world.asker);
    await expect(early).rejects.toMatchObject({ code: 'CONFLICT', details: { message: 'secondFactor.notBegun' } });
    const { secret } = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    await confirmSecondFactor(world.deps, { code: world.code(secret) }, world.asker);
    const again = beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', details: { message: 'secondFactor.already' } });
  });
});

describe('signing in with a second factor', () => {
  it('returns a challenge without a token, and the session for a code', async () => {
    const world = await withFactor();
    const answer = (await login(world.deps, credentials, home)) as Challenge;
    expect(answer).toEqual({ challenge: expect.any(String) as string, mustSetUp: false });
    expect(await world.isIn(answer.challenge)).toBe(false);
    const session = await verifySecondFactor(
      world.deps,
      { challenge: answer.challenge, code: world.code(world.secret) },
      home,
    );
    expect((await world.actorOf(session.token)).signIn).toMatchObject({ method: 'PASSWORD', hasSecondFactor: true });
  });

  it('returns no challenge to a caller without the password', async () => {
    const world = await withFactor();
    const guess = login(world.deps, { ...credentials, password: 'a guess at a password' }, home);
    await expect(guess).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('accepts the code of the previous and next step, and none further away', async () => {
    const world = await withFactor();
    world.clock.advance({ minutes: 5 });
    const tryAt = async (seconds: number): Promise<string> => {
      const code = codeAt(world.secret, world.clock.now() + seconds * 1000);
      const tried = verifySecondFactor(world.deps, { challenge: await world.challenge(), code }, home);
      return Object.keys(countOutcomes(await Promise.allSettled([tried]))).join();
    };
    const matches = [];
    for (const seconds of [-60, 60, -30, 0, 30]) matches.push(await tryAt(seconds));
    expect(matches).toEqual(['INVALID_INPUT', 'INVALID_INPUT', 'done', 'done', 'done']);
  });

  it('rejects a used code and every older one', async () => {
    const world = await withFactor();
    const code = world.code(world.secret);
    const earlier = codeAt(world.secret, world.clock.now() - 30_000);
    await verifySecondFactor(world.deps, { challenge: await world.challenge(), code }, home);
    for (const old of [code, earlier]) {
      const replay = verifySecondFactor(world.deps, { challenge: await world.challenge(), code: old }, home);
      await expect(replay).rejects.toMatchObject(wrongCode);
    }
  });

  it('accepts one of 5 parallel uses of a code on two instances', async () => {
    const world = await withFactor();
    const instances = [world.deps, world.other()];
    const challenges = [await world.challenge(), await world.challenge(elsewhere(1))];
    const code = world.code(world.secret);
    const all = Array.from({ length: 5 }, (_, index) =>
      verifySecondFactor(instances[index % 2] ?? world.deps, { challenge: challenges[index % 2] ?? '', code }, home),
    );
    expect(countOutcomes(await Promise.allSettled(all))).toEqual({ done: 1, INVALID_INPUT: 4 });
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const world = await withFactor();
    const [first = '', second = ''] = world.recoveryCodes;
    const tryWith = async (code: string) =>
      verifySecondFactor(world.deps, { challenge: await world.challenge(), code }, home);
    expect(await tryWith(first)).toHaveProperty('token');
    await expect(tryWith(first)).rejects.toMatchObject(wrongCode);
    expect(await tryWith(second.replaceAll('-', ''))).toHaveProperty('token');
    const row = await outside(world.store).get(totp, { userId: aUserId('ann') });
    expect(row?.value.recovery).toHaveLength(8);
  });

  it('survives a rotated secret by a use while both are listed, or by recovery codes', async () => {
    const world = await withFactor();
    const old = 'a secret for tests, 32 bytes and more';
    const both = { ...world.deps, sessionKeys: sessionKeys(['the newer secret, long enough for use', old]) };
    const newer = { ...world.deps, sessionKeys: sessionKeys(['the newer secret, long enough for use']) };
    const challengeOn = async (deps: typeof newer) => ((await login(deps, credentials, home)) as Challenge).challenge;
    const lost = verifySecondFactor(
      newer,
      { challenge: await challengeOn(newer), code: world.code(world.secret) },
      home,
    );
    await expect(lost).rejects.toMatchObject(wrongCode);
    const recovery = { challenge: await challengeOn(newer), code: world.recoveryCodes[0] ?? '' };
    expect(await verifySecondFactor(newer, recovery, home)).toHaveProperty('token');
    await verifySecondFactor(both, { challenge: await challengeOn(both), code: world.code(world.secret) }, home);
    world.clock.advance({ seconds: 30 });
    const kept = { challenge: await challengeOn(newer), code: world.code(world.secret) };
    expect(await verifySecondFactor(newer, kept, home)).toHaveProperty('token');
  });

  it('expires a challenge after 10 minutes', async () => {
    const world = await withFactor();
    const late = await world.challenge();
    world.clock.advance({ minutes: 10 });
    const over = verifySecondFactor(world.deps, { challenge: late, code: world.code(world.secret) }, home);
    await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends an open challenge with the sessions of the person', async () => {
    const world = await withFactor();
    const challenge = await world.challenge();
    await outside(world.store).touch(profile, { userId: aUserId('ann') }, { sessionEpoch: 2 });
    const tried = verifySecondFactor(world.deps, { challenge, code: world.code(world.secret) }, home);
    await expect(tried).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('accepts no token of another kind or use as a challenge', async () => {
    const world = await withFactor();
    const subject = { sub: aUserId('ann'), epoch: 1 };
    const access = await signAccess(world.deps, { ...subject, org: anOrgId(), fam: 'x' });
    const setUpOnly = await signChallenge(world.deps, { ...subject, use: 'SET_UP' });
    const code = world.code(world.secret);
    for (const challenge of [access, world.session.refreshToken, setUpOnly])
      await expect(verifySecondFactor(world.deps, { challenge, code }, home)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    const toVerify = await world.challenge();
    const takenOver = beginSecondFactor(
      world.deps,
      { challenge: toVerify },
      { ...home, actor: () => Promise.resolve(undefined) },
    );
    await expect(takenOver).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const replaced = beginSecondFactor(world.deps, { challenge: setUpOnly }, world.asker);
    await expect(replaced).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a guess at the second factor', () => {
  const tooMany = { code: 'TOO_MANY_REQUESTS' };
  const outcomeOf = (call: string, tried: Promise<unknown>) =>
    tried.then(
      () => `${call}: taken`,
      (error: unknown) => `${call}: ${error instanceof AppError ? error.code : String(error)}`,
    );

  /**
   * Returns the calls that accept a code of the second factor. Each call comes from its own network address, so that
   * only the limit of the account applies.
   */
  const paths = (world: Awaited<ReturnType<typeof withFactor>>) => {
    let calls = 0;
    const next = () => elsewhere((calls += 1));
    return {
      verify: async (code: string) => {
        const origin = next();
        return verifySecondFactor(world.deps, { challenge: await world.challenge(origin), code }, origin);
      },
      disable: async (code: string) =>
        disableSecondFactor(world.deps, await world.actorOf(), { password: credentials.password, code }, next()),
    };
  };

  it('is counted by account over all calls, and the sixth within 15 minutes is rejected', async () => {
    const world = await withFactor();
    const { verify: byVerify, disable: byDisable } = paths(world);
    const matches: string[] = [];
    for (const call of ['disable', 'verify', 'disable', 'verify', 'disable', 'verify', 'disable'] as const)
      matches.push(await outcomeOf(call, call === 'verify' ? byVerify('000000') : byDisable('000000')));
    expect(matches).toEqual([
      ...['disable: INVALID_INPUT', 'verify: INVALID_INPUT', 'disable: INVALID_INPUT', 'verify: INVALID_INPUT'],
      ...['disable: INVALID_INPUT', 'verify: TOO_MANY_REQUESTS', 'disable: TOO_MANY_REQUESTS'],
    ]);
  });

  it('is not given back by the right password, and is not checked once the limit is reached', async () => {
    const world = await withFactor();
    const { disable: off } = paths(world);
    for (let tried = 0; tried < 5; tried += 1) await expect(off('000000')).rejects.toMatchObject(wrongCode);
    await expect(off(world.code(world.secret))).rejects.toMatchObject(tooMany);
    await expect(off(world.recoveryCodes[0] ?? '')).rejects.toMatchObject(tooMany);
    world.clock.advance({ minutes: 15 });
    expect(await off(world.code(world.secret))).toBe(true);
  });

  it('counts recovery codes together with codes of the app', async () => {
    const world = await withFactor();
    const challenge = await world.challenge();
    const tryCode = (code: string) => verifySecondFactor(world.deps, { challenge, code }, home);
    for (const code of ['000000', 'AAAA-AAAA-AAAA-AAAA', '000001', 'BBBB-BBBB-BBBB-BBBB', '000002'])
      await expect(tryCode(code)).rejects.toMatchObject(wrongCode);
    await expect(tryCode(world.recoveryCodes[0] ?? '')).rejects.toMatchObject(tooMany);
  });

  it('is counted again after a right code', async () => {
    const world = await withFactor();
    const { verify: tryCode } = paths(world);
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 4; tried += 1) await expect(tryCode('000000')).rejects.toMatchObject(wrongCode);
      expect(await tryCode(world.recoveryCodes[round] ?? '')).toHaveProperty('token');
    }
  });

  it('is also counted during the set-up of the factor', async () => {
    const world = await setUp();
    await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    for (let tried = 0; tried < 5; tried += 1)
      await expect(confirmSecondFactor(world.deps, { code: '000000' }, world.asker)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    await expect(confirmSecondFactor(world.deps, { code: '000000' }, world.asker)).rejects.toMatchObject(tooMany);
  });

  it('is checked five times for 40 parallel guesses on two instances', async () => {
    const world = await withFactor();
    const actor = await world.actorOf();
    const instances = [world.deps, world.other()];
    const all = Array.from({ length: 40 }, (_, index) =>
      checkSecondFactorCode(
        instances[index % 2] ?? world.deps,
        { userId: actor.userId ?? aUserId('ann'), ...elsewhere(index) },
        { code: '000000', state: 'ON' },
      ),
    );
    expect(countOutcomes(await Promise.allSettled(all))).toEqual({ INVALID_INPUT: 5, TOO_MANY_REQUESTS: 35 });
  });

  it('is checked in one source file only', () => {
    const services = path.resolve('bot/src/services');
    const readers = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        /import \{[^}]*\btotpStepOf\b[^}]*\} from '[./\w]*\/totpCodes/.test(
          readFileSync(path.join(services, file), 'utf8'),
        ),
    );
    expect(readers).toEqual(['identity/checkSecondFactorCode.ts']);
  });
});

describe('turning it off', () => {
  it('requires the password and a code', async () => {
    const world = await withFactor();
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
    const world = await withFactor();
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
    const world = await setUp();
    const actor = await world.actorOf();
    for (let guess = 0; guess < 7; guess += 1) {
      const off = disableSecondFactor(world.deps, actor, { password: credentials.password, code: '000000' }, home);
      await expect(off).rejects.toMatchObject(wrongCode);
    }
  });

  it('is rejected if the organisation requires a factor', async () => {
    const world = await withFactor();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { requireSecondFactor: true });
    const input = { password: credentials.password, code: world.code(world.secret) };
    const off = disableSecondFactor(world.deps, await world.actorOf(), input, home);
    await expect(off).rejects.toMatchObject({ code: 'FORBIDDEN', details: { message: 'secondFactor.required' } });
  });
});

describe('an organisation that asks for a second factor', () => {
  const demanding = async () => {
    const world = await setUp();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { requireSecondFactor: true });
    return world;
  };

  it('requires its set-up at sign-in before a session exists', async () => {
    const world = await demanding();
    const answer = (await login(world.deps, credentials, home)) as Challenge;
    expect(answer.mustSetUp).toBe(true);
    const stranger = { ...home, actor: () => Promise.resolve(undefined) };
    const { challenge } = answer;
    const { secret } = await beginSecondFactor(world.deps, { challenge }, stranger);
    const early = verifySecondFactor(world.deps, { challenge, code: world.code(secret) }, home);
    await expect(early).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { session, recoveryCodes } = await confirmSecondFactor(
      world.deps,
      { challenge, code: world.code(secret) },
      stranger,
    );
    expect(recoveryCodes).toHaveLength(10);
    expect(await world.isIn(session?.token ?? '')).toBe(true);
    expect((await login(world.deps, credentials, home)) as Challenge).toMatchObject({ mustSetUp: false });
  });

  it('ends sessions without a factor at their next refresh, and keeps a session that set it up', async () => {
    const world = await demanding();
    const bob = await world.signIn('bob').catch(() => undefined);
    expect(bob).toBeUndefined();
    const { secret } = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    const second = await authenticate(world.deps, world.session.token);
    expect(second?.signIn?.hasSecondFactor).toBe(false);
    await confirmSecondFactor(world.deps, { code: world.code(secret) }, world.asker);
    const kept = await refreshSession(world.deps, { refreshtoken: world.session.refreshToken }, home);
    expect(await world.isIn(kept.token)).toBe(true);
  });

  it('signs out at the refresh a person without a factor', async () => {
    const world = await demanding();
    const refreshed = refreshSession(world.deps, { refreshtoken: world.session.refreshToken }, home);
    await expect(refreshed).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await world.isIn(world.session.token)).toBe(false);
  });
});

describe('an organisation with Microsoft sign-in only', () => {
  it('rejects passwords, and reports that only to a caller who knows the password', async () => {
    const world = await setUp();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { microsoftOnly: true });
    const refused = { code: 'FORBIDDEN', details: { message: 'account.microsoftOnly' } };
    await expect(login(world.deps, credentials, home)).rejects.toMatchObject(refused);
    const guess = login(world.deps, { ...credentials, password: 'a guess at a password' }, home);
    await expect(guess).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', details: {} });
    const { refreshToken } = world.session;
    await expect(refreshSession(world.deps, { refreshtoken: refreshToken }, home)).rejects.toMatchObject(refused);
  });
});
