import type { Challenge } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { refreshSession } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  verifySecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { signAccess, signChallenge } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { totp } from '../../../bot/src/store/kinds/identity/secondFactor.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { elsewhere, home } from '../../support/worlds/passwordSignInWorld.ts';
import {
  codeAt,
  credentials,
  wrongCode,
  worldWithoutFactor,
  worldWithFactor,
} from '../../support/worlds/secondFactorWorld.ts';

describe('signing in with a second factor', () => {
  it('returns a challenge without a token, and the session for a code', async () => {
    const world = await worldWithFactor();
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
    const world = await worldWithFactor();
    const guess = login(world.deps, { ...credentials, password: 'a guess at a password' }, home);
    await expect(guess).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('accepts the code of the previous and next step, and none further away', async () => {
    const world = await worldWithFactor();
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
    const world = await worldWithFactor();
    const code = world.code(world.secret);
    const earlier = codeAt(world.secret, world.clock.now() - 30_000);
    await verifySecondFactor(world.deps, { challenge: await world.challenge(), code }, home);
    for (const old of [code, earlier]) {
      const replay = verifySecondFactor(world.deps, { challenge: await world.challenge(), code: old }, home);
      await expect(replay).rejects.toMatchObject(wrongCode);
    }
  });

  it('accepts one of 5 parallel uses of a code on two instances', async () => {
    const world = await worldWithFactor();
    const instances = [world.deps, world.other()];
    const challenges = [await world.challenge(), await world.challenge(elsewhere(1))];
    const code = world.code(world.secret);
    const all = Array.from({ length: 5 }, (_, index) =>
      verifySecondFactor(instances[index % 2] ?? world.deps, { challenge: challenges[index % 2] ?? '', code }, home),
    );
    expect(countOutcomes(await Promise.allSettled(all))).toEqual({ done: 1, INVALID_INPUT: 4 });
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const world = await worldWithFactor();
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
    const world = await worldWithFactor();
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
    const world = await worldWithFactor();
    const late = await world.challenge();
    world.clock.advance({ minutes: 10 });
    const over = verifySecondFactor(world.deps, { challenge: late, code: world.code(world.secret) }, home);
    await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends an open challenge with the sessions of the person', async () => {
    const world = await worldWithFactor();
    const challenge = await world.challenge();
    await outside(world.store).touch(profile, { userId: aUserId('ann') }, { sessionEpoch: 2 });
    const tried = verifySecondFactor(world.deps, { challenge, code: world.code(world.secret) }, home);
    await expect(tried).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('accepts no token of another kind or use as a challenge', async () => {
    const world = await worldWithFactor();
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

describe('an organisation that asks for a second factor', () => {
  const demanding = async () => {
    const world = await worldWithoutFactor();
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
    const world = await worldWithoutFactor();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { microsoftOnly: true });
    const refused = { code: 'FORBIDDEN', details: { message: 'account.microsoftOnly' } };
    await expect(login(world.deps, credentials, home)).rejects.toMatchObject(refused);
    const guess = login(world.deps, { ...credentials, password: 'a guess at a password' }, home);
    await expect(guess).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', details: {} });
    const { refreshToken } = world.session;
    await expect(refreshSession(world.deps, { refreshtoken: refreshToken }, home)).rejects.toMatchObject(refused);
  });
});
