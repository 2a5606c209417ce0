import * as argon2 from '@node-rs/argon2';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import type { Limiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { removeOldCounters } from '../../../bot/src/services/rateLimits/removeOldCounters.ts';
import {
  recordSignInAttempt,
  delayAfter,
  rememberNetwork,
} from '../../../bot/src/services/rateLimits/loginLimitsAndKnownNetworks.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { elsewhere, emailOf, home, passwordOf, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';

const setUp = () => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const make = (): Limiter => createLimiter({ store, clock, addressLimiter: null });
  return { store, clock, limiter: make(), other: make() };
};

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const repeat = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await work();
};
const limited = { code: 'TOO_MANY_REQUESTS' };

describe('a counter', () => {
  it('allows exactly the limit for 50 parallel calls on two instances', async () => {
    const { limiter, other } = setUp();
    const all = times(50).map((index) => (index % 2 === 0 ? limiter : other).take('login', '192.0.2.1'));
    expect(countOutcomes(await Promise.allSettled(all))).toEqual({ done: 30, TOO_MANY_REQUESTS: 20 });
  });

  it('slides: each attempt counts for 5 minutes', async () => {
    const { limiter, clock } = setUp();
    await repeat(15, () => limiter.take('login', '192.0.2.1'));
    clock.advance({ minutes: 2 });
    await repeat(15, () => limiter.take('login', '192.0.2.1'));
    await expect(limiter.take('login', '192.0.2.1')).rejects.toMatchObject({
      ...limited,
      details: { retryAfter: 180 },
    });
    clock.advance({ minutes: 3 });
    await repeat(15, () => limiter.take('login', '192.0.2.1'));
    await expect(limiter.take('login', '192.0.2.1')).rejects.toMatchObject({
      ...limited,
      details: { retryAfter: 120 },
    });
  });

  it('is not extended by rejected attempts', async () => {
    const { limiter, clock } = setUp();
    await repeat(10, () => limiter.take('forgot', '192.0.2.1'));
    await repeat(50, () => {
      clock.advance({ minutes: 1 });
      return limiter.take('forgot', '192.0.2.1').catch(() => undefined);
    });
    clock.advance({ minutes: 10 });
    await expect(limiter.take('forgot', '192.0.2.1')).resolves.toBeDefined();
  });

  it('counts a household of IPv6 addresses as one, and its neighbour as another', async () => {
    const { limiter } = setUp();
    for (const index of times(30)) await limiter.take('login', `2001:db8:0:7::${index.toString(16)}`);
    await expect(limiter.take('login', '2001:db8:0:7:ffff::1')).rejects.toMatchObject(limited);
    await limiter.take('login', '2001:db8:0:8::1');
  });

  it('applies to one limit and one subject', async () => {
    const { limiter } = setUp();
    await repeat(10, () => limiter.take('register', '192.0.2.1'));
    await expect(limiter.take('register', '192.0.2.1')).rejects.toMatchObject(limited);
    await limiter.take('forgot', '192.0.2.1');
    await limiter.take('register', '192.0.2.2');
  });

  it.each([
    ['register', 10, 60],
    ['validate', 10, 60],
    ['forgot', 10, 60],
    ['resend', 10, 60],
    ['code', 5, 60],
    ['download', 10, 1],
    ['refresh', 30, 5],
    ['foreignRefresh', 30, 5],
    ['factor', 5, 15],
  ] as const)('a counter of the limit %s allows %i in %i minutes', async (limitName, limit, minutes) => {
    const { limiter, clock } = setUp();
    await repeat(limit, () => limiter.take(limitName, '192.0.2.1'));
    clock.advance({ minutes, ms: -1 });
    await expect(limiter.check(limitName, '192.0.2.1')).rejects.toMatchObject(limited);
    await expect(limiter.take(limitName, '192.0.2.1')).rejects.toMatchObject(limited);
    clock.advance({ ms: 1 });
    await limiter.check(limitName, '192.0.2.1');
    await limiter.take(limitName, '192.0.2.1');
  });

  it('allows 3 emails in 15 minutes and 10 in a day, also over midnight', async () => {
    const { limiter, clock } = setUp();
    clock.set('2026-11-20T23:00:00Z');
    for (const round of times(4)) {
      const may = round < 3 ? 3 : 1;
      await repeat(may, () => limiter.take('mail', 'ann@example.test'));
      await expect(limiter.take('mail', 'ann@example.test')).rejects.toMatchObject(limited);
      clock.advance({ minutes: 15 });
    }
    clock.advance({ minutes: 24 * 60 - 61 });
    await expect(limiter.take('mail', 'ann@example.test')).rejects.toMatchObject(limited);
    clock.advance({ minutes: 1 });
    await limiter.take('mail', 'ann@example.test');
  });

  it('ignores attempts that are given back', async () => {
    const { limiter } = setUp();
    await repeat(100, async () => (await limiter.take('login', '192.0.2.1')).giveBack());
    const mine = await limiter.take('login', '192.0.2.1');
    await repeat(29, () => limiter.take('login', '192.0.2.1'));
    await mine.giveBack();
    await mine.giveBack();
    await limiter.take('login', '192.0.2.1');
    await expect(limiter.take('login', '192.0.2.1')).rejects.toMatchObject(limited);
  });

  it('stores no readable address', async () => {
    const { limiter, store } = setUp();
    await limiter.take('login', '192.0.2.1');
    await limiter.take('mail', 'ann@example.test');
    const written = JSON.stringify(await rowsOf(store.admin, 'Dir'));
    expect(written).not.toMatch(/192\.0\.2\.1|example/);
    expect(written).toMatch(/lim-20261120-\d\d/);
  });

  it('is deleted after two days, and a second deletion changes nothing', async () => {
    const { limiter, store, clock } = setUp();
    for (const index of times(40)) await limiter.take('mail', `person-${index}@example.test`);
    clock.set('2026-11-21T23:59:59Z');
    await removeOldCounters({ store, clock });
    expect(await rowsOf(store.admin, 'Dir')).toHaveLength(40);
    await limiter.take('mail', 'ann@example.test');
    clock.set('2026-11-22T00:00:00Z');
    await Promise.all([removeOldCounters({ store, clock }), removeOldCounters({ store, clock })]);
    expect(await rowsOf(store.admin, 'Dir')).toHaveLength(1);
  });
});

const wrong = { email: emailOf('ann'), password: 'a guess at a password' };
const right = { email: emailOf('ann'), password: passwordOf('ann') };
const refused = { code: 'INVALID_CREDENTIALS', details: {} };

describe('guessing the password of an account', () => {
  it('is slowed after 10 failures by delays that double up to 15 minutes', () => {
    expect([9, 10, 11, 12, 19, 20, 21, 5000].map(delayAfter)).toEqual([
      0, 1000, 2000, 4000, 512_000, 900_000, 900_000, 900_000,
    ]);
  });

  it('gives the right password the reply of a wrong one during the delay', async () => {
    const { deps, clock } = await sessionWorld();
    for (const index of times(10)) await expect(login(deps, wrong, elsewhere(index))).rejects.toMatchObject(refused);
    await expect(login(deps, right, elsewhere(99))).rejects.toMatchObject(refused);
    clock.advance({ seconds: 1 });
    expect(await login(deps, right, elsewhere(99))).toMatchObject({ warnings: [] });
    // A successful sign-in resets the counter of failed sign-ins.
    for (const index of times(9)) await expect(login(deps, wrong, elsewhere(index))).rejects.toMatchObject(refused);
    expect(await login(deps, right, elsewhere(98))).toMatchObject({ warnings: [] });
  });

  it('costs one verification per attempt, limited or not, known or not', async () => {
    const { deps } = await sessionWorld();
    const verify = jest.spyOn(argon2, 'verify');
    for (const index of times(15)) await login(deps, wrong, elsewhere(index)).catch(() => undefined);
    expect(verify).toHaveBeenCalledTimes(15);
    await login(deps, { ...wrong, email: 'nobody@example.test' }, home).catch(() => undefined);
    expect(verify).toHaveBeenCalledTimes(16);
    verify.mockRestore();
  });

  it('allows exactly 10 of 50 parallel attempts on two instances', async () => {
    const { deps, other } = await sessionWorld();
    const instances = [deps, other()];
    let counted = 0;
    await Promise.all(
      times(50).map((index) =>
        recordSignInAttempt(instances[index % 2] ?? deps, { account: 'ann', known: undefined, ...home }, (attempt) => {
          counted += attempt === undefined ? 0 : 1;
          return Promise.resolve();
        }),
      ),
    );
    expect(counted).toBe(10);
  });

  it('admits all 30 parallel attempts with the right password', async () => {
    const { signIn } = await sessionWorld();
    const all = await Promise.allSettled(times(30).map(() => signIn('ann')));
    expect(countOutcomes(all)).toEqual({ done: 30 });
  });

  it('continues the count over midnight', async () => {
    const { deps, clock } = await sessionWorld();
    clock.set('2026-11-20T23:59:59.500Z');
    for (const index of times(10)) await login(deps, wrong, elsewhere(index)).catch(() => undefined);
    clock.advance({ ms: 600 });
    await expect(login(deps, right, elsewhere(50))).rejects.toMatchObject(refused);
    clock.advance({ ms: 400 });
    expect(await login(deps, right, elsewhere(50))).toMatchObject({ warnings: [] });
  });

  it('10,000 times in an hour from many addresses allows at most 60 guesses, and the owner can sign in', async () => {
    const { deps, clock, signIn } = await sessionWorld();
    await signIn('ann');
    let checkedAttempts = 0;
    let ownerIn = 0;
    for (const index of times(10_000)) {
      clock.advance({ ms: 360 });
      // The attacker uses a new network address each time, so the limit per network address never applies.
      await recordSignInAttempt(deps, { account: 'ann', known: undefined, ...elsewhere(index) }, (attempt) => {
        checkedAttempts += attempt === undefined ? 0 : 1;
        return Promise.resolve();
      });
      if (index % 1000 === 999) {
        await login(deps, right, home);
        ownerIn += 1;
      }
    }
    expect(checkedAttempts).toBeLessThanOrEqual(60);
    expect(checkedAttempts).toBeGreaterThan(10);
    expect(ownerIn).toBe(10);
  });

  it('does not block the owner in a known browser, whose guesses are counted apart', async () => {
    const { deps, clock, signIn } = await sessionWorld();
    await signIn('ann');
    for (const index of times(40)) {
      await login(deps, wrong, elsewhere(index)).catch(() => undefined);
      clock.advance({ seconds: 30 });
    }
    await expect(login(deps, right, elsewhere(77))).rejects.toMatchObject(refused);
    expect(await login(deps, right, home)).toMatchObject({ warnings: [] });
    await repeat(10, () => expect(login(deps, wrong, home)).rejects.toMatchObject(refused));
    await expect(login(deps, right, home)).rejects.toMatchObject(refused);
  });

  it('does not block the owner after a password reset by email', async () => {
    const { deps } = await sessionWorld();
    for (const index of times(12)) await login(deps, wrong, elsewhere(index)).catch(() => undefined);
    const hotel = { address: '2001:db8:0:7::1' };
    await expect(login(deps, right, hotel)).rejects.toMatchObject(refused);
    await rememberNetwork(deps, aUserId('ann'), hotel.address);
    expect(await login(deps, right, { address: '2001:db8:0:7::2' })).toMatchObject({ warnings: [] });
  });

  it('guessing the password of an unknown address looks the same', async () => {
    const { deps, clock } = await sessionWorld();
    const unknown = { ...wrong, email: 'nobody@example.test' };
    for (const index of times(20)) await expect(login(deps, unknown, elsewhere(index))).rejects.toMatchObject(refused);
    clock.advance({ minutes: 15 });
    await expect(login(deps, unknown, elsewhere(1))).rejects.toMatchObject(refused);
  });
});

describe('signing in from one address', () => {
  it('is rejected after 30 failures in 5 minutes for any accounts, with the time to wait', async () => {
    const { deps, clock } = await sessionWorld();
    for (const index of times(30))
      await expect(login(deps, { ...wrong, email: emailOf(`p${index}`) }, home)).rejects.toMatchObject(refused);
    await expect(login(deps, right, home)).rejects.toMatchObject({ ...limited, details: { retryAfter: 300 } });
    expect(await login(deps, right, elsewhere(1))).toMatchObject({ warnings: [] });
    clock.advance({ minutes: 5 });
    expect(await login(deps, right, home)).toMatchObject({ warnings: [] });
  });

  it('continues for an office where all people know their password', async () => {
    const { signIn } = await sessionWorld();
    const all = [];
    for (const index of times(40)) all.push(await signIn(index % 2 === 0 ? 'ann' : 'bob'));
    expect(new Set(all.map((item) => item.refreshToken)).size).toBe(40);
  });
});
