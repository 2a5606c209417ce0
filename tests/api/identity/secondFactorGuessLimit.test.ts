import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { checkSecondFactorCode } from '../../../bot/src/services/identity/checkSecondFactorCode.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  verifySecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { elsewhere, home } from '../../support/worlds/passwordSignInWorld.ts';
import { credentials, wrongCode, worldWithoutFactor, worldWithFactor } from '../../support/worlds/secondFactorWorld.ts';

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
  const paths = (world: Awaited<ReturnType<typeof worldWithFactor>>) => {
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
    const world = await worldWithFactor();
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
    const world = await worldWithFactor();
    const { disable: off } = paths(world);
    for (let tried = 0; tried < 5; tried += 1) await expect(off('000000')).rejects.toMatchObject(wrongCode);
    await expect(off(world.code(world.secret))).rejects.toMatchObject(tooMany);
    await expect(off(world.recoveryCodes[0] ?? '')).rejects.toMatchObject(tooMany);
    world.clock.advance({ minutes: 15 });
    expect(await off(world.code(world.secret))).toBe(true);
  });

  it('counts recovery codes together with codes of the app', async () => {
    const world = await worldWithFactor();
    const challenge = await world.challenge();
    const tryCode = (code: string) => verifySecondFactor(world.deps, { challenge, code }, home);
    for (const code of ['000000', 'AAAA-AAAA-AAAA-AAAA', '000001', 'BBBB-BBBB-BBBB-BBBB', '000002'])
      await expect(tryCode(code)).rejects.toMatchObject(wrongCode);
    await expect(tryCode(world.recoveryCodes[0] ?? '')).rejects.toMatchObject(tooMany);
  });

  it('is counted again after a right code', async () => {
    const world = await worldWithFactor();
    const { verify: tryCode } = paths(world);
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 4; tried += 1) await expect(tryCode('000000')).rejects.toMatchObject(wrongCode);
      expect(await tryCode(world.recoveryCodes[round] ?? '')).toHaveProperty('token');
    }
  });

  it('is also counted during the set-up of the factor', async () => {
    const world = await worldWithoutFactor();
    await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
    for (let tried = 0; tried < 5; tried += 1)
      await expect(confirmSecondFactor(world.deps, { code: '000000' }, world.asker)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    await expect(confirmSecondFactor(world.deps, { code: '000000' }, world.asker)).rejects.toMatchObject(tooMany);
  });

  it('is checked five times for 40 parallel guesses on two instances', async () => {
    const world = await worldWithFactor();
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
