import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import { tryClaimEmail } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { endRegistration } from '../../../bot/src/services/registration/finishOrEndRegistration.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { emailGuard, password, profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import {
  aRegistration,
  caller,
  registrationDeps,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';

// Tests calls of a web server while another server ends a registration after 24 hours. The clock of the web server is
// one second behind, so for it the registration is still valid.

const email = 'ann@example.test';

const dayOldRegistration = async () => {
  const world = registrationWorld();
  await register(world.deps, aRegistration(), caller);
  await world.beat();
  const records = outside(world.store);
  const userId = userIdSchema.parse((await records.get(emailGuard, { email }))?.value.userId);
  world.clock.advance({ minutes: 24 * 60 });
  const web = registrationDeps(world.store, fakeClock(new Date(world.clock.now() - 1000).toISOString()));
  const stored = async () => ({
    guard: (await records.get(emailGuard, { email }))?.value.state,
    hasProfile: (await records.get(profile, { userId })) !== undefined,
    hasPassword: (await records.get(password, { userId })) !== undefined,
  });
  return { world, web, userId, stored, code: world.codeIn('CONFIRM') };
};
type DayOld = Awaited<ReturnType<typeof dayOldRegistration>>;

/** Ends the registration with the work before each store call in turn. Calls `see` after each end. */
const endWith = async (
  work: (old: DayOld) => Promise<boolean>,
  see: (old: DayOld, call: number, result: boolean) => Promise<void>,
): Promise<void> => {
  for (let call = 1; ; call += 1) {
    const old = await dayOldRegistration();
    const { world, userId } = old;
    const hooked = createHookedStore(world.store);
    let result = false;
    hooked.before(call, async () => {
      result = await work(old);
    });
    await endRegistration({ ...world.deps, store: hooked }, userId);
    if (hooked.calls() >= call) await see(old, call, result);
    await world.store.close();
    if (hooked.calls() < call) return;
  }
};

it('an account whose owner confirmed the address is kept, also if its registration ends at that moment', async () => {
  const lost: string[] = [];
  let confirmations = 0;
  await endWith(
    ({ web, code }) =>
      confirmRegisterEmail(web, { code }, caller).then(
        () => true,
        () => false,
      ),
    async ({ stored }, call, isConfirmed) => {
      if (!isConfirmed) return;
      confirmations += 1;
      const { guard, hasProfile, hasPassword } = await stored();
      if (guard !== 'CONFIRMED' || !hasProfile || !hasPassword) lost.push(String(call));
    },
  );
  expect(confirmations).toBeGreaterThan(2);
  expect(lost).toEqual([]);
});

it('an unconfirmed registration ends, also if another person registers with its address at that moment', async () => {
  const kept: string[] = [];
  let refusals = 0;
  await endWith(
    ({ web }) => tryClaimEmail(web, { email, userId: aUserId('bob'), isProven: false }),
    async ({ stored }, call, isClaimed) => {
      if (isClaimed) return;
      refusals += 1;
      const { guard, hasProfile } = await stored();
      if (guard !== undefined || hasProfile) kept.push(`${call}: ${String(guard)} ${String(hasProfile)}`);
    },
  );
  expect(refusals).toBeGreaterThan(2);
  expect(kept).toEqual([]);
});
