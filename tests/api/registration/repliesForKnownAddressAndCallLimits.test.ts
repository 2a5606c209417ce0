import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  register,
  resendConfirm,
  validateEmail,
} from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { forgotPassword } from '../../../bot/src/services/registration/passwordReset.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import {
  aRegistration,
  caller,
  callerFrom,
  goodPassword,
  registered,
  registrationWorld,
} from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';

const credentials = { email: 'ann@example.test', password: goodPassword };
const sentTo = (world: ReturnType<typeof registrationWorld>) =>
  world.mail.sent.map((mail) => `${mail.email.kind} ${mail.to}`);

describe('the calls that could reveal an account', () => {
  it('report whether an address is known', async () => {
    const world = registrationWorld();
    await registered(world);
    expect(await validateEmail(world.deps, { email: 'ann@example.test' }, caller)).toEqual({ isExists: true });
    expect(await validateEmail(world.deps, { email: 'bob@example.test' }, caller)).toEqual({ isExists: false });
    const unknown = forgotPassword(world.deps, { email: 'bob@example.test' }, caller);
    await expect(unknown).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('reply alike with ACCOUNT_ENUMERATION_SAFE, and only the email contains the truth', async () => {
    const world = registrationWorld({ hidesAccounts: true });
    await registered(world);
    world.mail.sent.length = 0;
    // After this period the limit of emails to one recipient begins again.
    world.clock.advance({ minutes: 15 });
    expect(await register(world.deps, aRegistration(), caller)).toMatch(/^[0-9A-Z]{26}$/);
    expect(await register(world.deps, aRegistration({ email: 'bob@example.test' }), caller)).toMatch(/^[0-9A-Z]{26}$/);
    for (const email of ['ann@example.test', 'eve@example.test']) {
      expect(await validateEmail(world.deps, { email }, caller)).toEqual({ isExists: false });
      expect(await forgotPassword(world.deps, { email }, caller)).toBe(true);
      expect(await resendConfirm(world.deps, { email }, caller)).toBe(true);
    }
    await world.beat();
    expect(sentTo(world).sort()).toEqual([
      'CONFIRM bob@example.test',
      'IN_USE ann@example.test',
      'RESET ann@example.test',
    ]);
    expect(await login(world.deps, credentials, caller)).toMatchObject({ memberId: null });
  });

  it('need the same number of writes for a known and an unknown address', async () => {
    const world = registrationWorld({ hidesAccounts: true });
    await registered(world);
    const written = async (email: string): Promise<number> => {
      const before = (await rowsOf(world.store.admin, 'Outbox')).length;
      await forgotPassword(world.deps, { email }, caller);
      return (await rowsOf(world.store.admin, 'Outbox')).length - before;
    };
    expect(await written('ann@example.test')).toBe(await written('nobody@example.test'));
  });

  it('are limited to 10 an hour for each address', async () => {
    const world = registrationWorld({ hidesAccounts: true });
    const tryEach = async (number: number) => {
      const email = `p${number}@example.test`;
      const calls = [
        register(world.deps, aRegistration({ email }), caller),
        validateEmail(world.deps, { email }, caller),
        forgotPassword(world.deps, { email: `q${number}@example.test` }, caller),
        resendConfirm(world.deps, { email: `r${number}@example.test` }, caller),
      ];
      return countOutcomes(await Promise.allSettled(calls));
    };
    for (let index = 0; index < 10; index += 1) expect(await tryEach(index)).toEqual({ done: 4 });
    expect(await tryEach(10)).toEqual({ TOO_MANY_REQUESTS: 4 });
    world.clock.advance({ minutes: 60 });
    expect(await tryEach(11)).toEqual({ done: 4 });
  });

  it('send a recipient at most three emails in 15 minutes and ten a day', async () => {
    const world = registrationWorld();
    await registered(world);
    const ask = (number: number) => forgotPassword(world.deps, { email: 'ann@example.test' }, callerFrom(number));
    const asked: PromiseSettledResult<unknown>[] = [];
    const askOften = async (from: number, to: number, minutesBetween: number): Promise<void> => {
      for (let number = from; number < to; number += 1) {
        world.clock.advance({ minutes: minutesBetween });
        asked.push(...(await Promise.allSettled([ask(number)])));
        await world.beat();
      }
    };
    await askOften(0, 4, 0);
    expect(countOutcomes(asked)).toEqual({ done: 2, TOO_MANY_REQUESTS: 2 });
    await askOften(4, 40, 20);
    expect(countOutcomes(asked)).toEqual({ done: 9, TOO_MANY_REQUESTS: 31 });
    expect(world.mail.sent).toHaveLength(10);
  });
});
