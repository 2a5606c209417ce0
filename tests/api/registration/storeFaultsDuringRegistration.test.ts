import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  confirmRegisterEmail,
  postRegistration,
  register,
} from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import {
  aRegistration,
  caller,
  callerFrom,
  goodPassword,
  registered,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';

const credentials = { email: 'ann@example.test', password: goodPassword };
const maxSteps = 80;

/** Returns the rows of a registration without ids and times, for comparison. */
const shape = async ({ store }: RegistrationWorld): Promise<string[]> => {
  const accounts = await rowsOf(store.admin, 'Accounts');
  const org = await rowsOf(store.admin, 'Org');
  const dir = (await rowsOf(store.admin, 'Dir')).filter((row) => !row.pk.startsWith('lim-'));
  return [...accounts.filter((row) => !row.pk.startsWith('tok:')), ...org, ...dir]
    .map((row) => `${row.pk.slice(0, 3)} ${row.rk.split('|')[0] ?? ''}`.replace(/[0-9A-Z]{3,26}/g, 'id'))
    .sort();
};

describe('a registration while the store fails at any step', () => {
  it.each(failures)(
    '(%s) blocks the address only for a limited time, and leaves no partial account',
    async (failure) => {
      const clean = registrationWorld();
      await registered(clean);
      const wanted = await shape(clean);
      for (let index = 1; index < maxSteps; index += 1) {
        const world = registrationWorld();
        const broken = failingStore(world.store, index, failure);
        const isDone = await register({ ...world.deps, store: broken.store }, aRegistration(), caller).then(
          () => broken.calls() < index,
          () => false,
        );
        expect(await faultsIn(world.store)).toEqual([]);
        world.clock.advance({ minutes: 26 * 60 });
        await world.beat();
        await world.beat();
        // A day after any failure, the address must be free, so that a new registration succeeds.
        await register(world.deps, aRegistration(), callerFrom(index));
        await world.beat();
        await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, callerFrom(index));
        expect(await shape(world)).toEqual(wanted);
        expect(await faultsIn(world.store)).toEqual([]);
        expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: null });
        if (isDone) return;
      }
      throw new Error('The walk did not end.');
    },
  );

  it('may be repeated a minute after an interruption', async () => {
    const world = registrationWorld();
    // Lets the process crash at one store call after another, until the crash comes after the address was claimed.
    let claimedAt = 0;
    for (let index = 1; index < maxSteps && claimedAt === 0; index += 1) {
      const broken = failingStore(world.store, index, 'crash');
      await register({ ...world.deps, store: broken.store }, aRegistration(), callerFrom(index)).catch(() => undefined);
      if ((await rowsOf(world.store.admin, 'Accounts')).length > 0) claimedAt = index;
    }
    await expect(register(world.deps, aRegistration(), caller)).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    world.clock.advance({ minutes: 1 });
    await register(world.deps, aRegistration(), caller);
    await world.beat();
    expect(await confirmRegisterEmail(world.deps, { code: world.codeIn('CONFIRM') }, caller)).toBe(true);
  });
});

describe('a confirmation while the store fails at any step', () => {
  it.each(failures)('(%s) is completed by the next click', async (failure) => {
    const clean = registrationWorld();
    await registered(clean);
    const wanted = await shape(clean);
    for (let index = 1; index < maxSteps; index += 1) {
      const world = registrationWorld();
      await register(world.deps, aRegistration(), caller);
      await world.beat();
      const code = { code: world.codeIn('CONFIRM') };
      const broken = failingStore(world.store, index, failure);
      const isDone = await confirmRegisterEmail({ ...world.deps, store: broken.store }, code, caller).then(
        () => broken.calls() < index,
        () => false,
      );
      await confirmRegisterEmail(world.deps, code, caller);
      await postRegistration(world.deps, code, caller);
      expect(await shape(world)).toEqual(wanted);
      expect(await faultsIn(world.store)).toEqual([]);
      expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: null });
      if (isDone) return;
    }
    throw new Error('The walk did not end.');
  });

  it('is completed at the expiry of the link if no click repeats it', async () => {
    for (let index = 1; index < maxSteps; index += 1) {
      const world = registrationWorld();
      await register(world.deps, aRegistration(), caller);
      await world.beat();
      const broken = failingStore(world.store, index, 'crash');
      const isDone = await confirmRegisterEmail(
        { ...world.deps, store: broken.store },
        { code: world.codeIn('CONFIRM') },
        caller,
      ).then(
        () => broken.calls() < index,
        () => false,
      );
      const guard = (await rowsOf(world.store.admin, 'Accounts')).find((row) => row.pk.startsWith('em:'));
      world.clock.advance({ minutes: 26 * 60 });
      await world.beat();
      await world.beat();
      const signedIn = await login(world.deps, credentials, caller).then(
        () => true,
        () => false,
      );
      expect(signedIn).toBe(guard?.values['state'] === 'CONFIRMED');
      if (isDone) return;
    }
    throw new Error('The walk did not end.');
  });
});
