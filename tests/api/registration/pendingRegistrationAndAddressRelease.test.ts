import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { releaseEmail, tryClaimEmail } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { registerPending } from '../../../bot/src/services/registration/pendingRegistration.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { emailGuard } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { aRegistration, registrationDeps } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { everything } from '../../support/data/readStoreRows.ts';

// Tests how a registration claims an email address, so that no other registration can use it: one rule in each test.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const email = 'ann@example.test';

const aWorld = (hidesAccounts = false) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const deps = registrationDeps(store, fakeClock('2026-11-20T08:00:00Z'), hidesAccounts);
  const plans = { orgId: anOrgId(), organizationName: 'Fabrikam', memberId: null, invitation: null };
  const draftOf = (name: string) => ({
    ...{ input: aRegistration({ email }), userId: aUserId(name), hash: 'hash', locale: 'en', browser: undefined },
  });
  const full = { take: () => Promise.reject(new AppError('TOO_MANY_REQUESTS')) };
  return {
    ...{ store, deps },
    register: (name: string) => registerPending(deps, draftOf(name), plans),
    registerWithoutMails: (name: string) =>
      registerPending({ ...deps, limiter: { ...deps.limiter, ...full } }, draftOf(name), plans),
    guard: async () => (await outside(store).get(emailGuard, { email }))?.value,
  };
};

describe('a registration after the limit of emails was reached', () => {
  it('leaves the address free, so that another person can register with it', async () => {
    const world = aWorld();
    await expect(world.registerWithoutMails('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await world.guard()).toBeUndefined();
    await world.register('bob');
    expect(await world.guard()).toMatchObject({ userId: aUserId('bob'), state: 'PENDING' });
  });

  it('writes nothing, and does not change the claim of an address in use', async () => {
    const world = aWorld();
    const before = await everything(world.store.admin);
    await expect(world.registerWithoutMails('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await everything(world.store.admin)).toEqual(before);
    await world.register('bob');
    const claimed = await world.guard();
    await expect(world.registerWithoutMails('ann')).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    expect(await world.guard()).toEqual(claimed);
  });

  it('is rejected before the address is claimed while accounts are hidden', async () => {
    const world = aWorld(true);
    await expect(world.registerWithoutMails('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await world.guard()).toBeUndefined();
    await world.register('bob');
    await expect(world.registerWithoutMails('ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await world.guard()).toMatchObject({ userId: aUserId('bob') });
  });
});

describe('an address is released', () => {
  const claim = (world: ReturnType<typeof aWorld>, name: string, isProven = false) =>
    tryClaimEmail(world.deps, { email, userId: aUserId(name), isProven });

  it('an address is released only by the person who claimed it', async () => {
    const world = aWorld();
    await claim(world, 'ann');
    await releaseEmail(world.deps, email, aUserId('bob'));
    expect(await world.guard()).toMatchObject({ userId: aUserId('ann') });
    await releaseEmail(world.deps, email, aUserId('ann'));
    expect(await world.guard()).toBeUndefined();
    await releaseEmail(world.deps, email, aUserId('ann'));
  });

  it('an address is released only before its confirmation', async () => {
    const world = aWorld();
    await claim(world, 'ann');
    await outside(world.store).touch(emailGuard, { email }, { state: 'CONFIRMED' });
    await releaseEmail(world.deps, email, aUserId('ann'));
    expect(await world.guard()).toMatchObject({ state: 'CONFIRMED' });
  });

  it('an address is never released after another person has proved it', async () => {
    const world = aWorld();
    await claim(world, 'ann');
    const hooked = createHookedStore(world.store);
    hooked.before(2, async () => {
      expect(await claim(world, 'bob', true)).toBe(true);
    });
    await releaseEmail({ store: hooked }, email, aUserId('ann'));
    expect(hooked.calls()).toBe(2);
    expect(await world.guard()).toMatchObject({ userId: aUserId('bob') });
  });
});
