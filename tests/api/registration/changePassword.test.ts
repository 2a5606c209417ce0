import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import { changePassword } from '../../../bot/src/services/registration/changePassword.ts';
import { refreshSession } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { isAccountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { elsewhere, emailOf, home, passwordOf, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';

const oldPassword = passwordOf('ann');
const newPassword = 'a fogbound tandem';

const setUp = async () => {
  const world = await sessionWorld();
  const session = await world.signIn('ann');
  const actor = await authenticate(world.deps, session.token);
  if (actor === undefined) throw new Error('signed in');
  const change = (input: { oldPassword: string; newPassword: string }) =>
    changePassword(world.deps, actor, input, home);
  return { ...world, session, change };
};

describe('changing the password', () => {
  it('ends all sessions of the person on every instance, and returns a new one', async () => {
    const world = await setUp();
    const elsewhereIn = await world.signIn('ann', elsewhere(1));
    const bob = await world.signIn('bob');
    const session = await world.change({ oldPassword, newPassword });
    expect(await world.isIn(session.token)).toBe(true);
    expect(await world.isIn(bob.token)).toBe(true);
    for (const ended of [world.session, elsewhereIn]) {
      expect(await authenticate(world.other(), ended.token)).toBeUndefined();
      const refreshed = refreshSession(world.deps, { refreshtoken: ended.refreshToken }, home);
      await expect(refreshed).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    const withOld = login(world.deps, { email: emailOf('ann'), password: oldPassword }, home);
    await expect(withOld).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await login(world.deps, { email: emailOf('ann'), password: newPassword }, home)).toHaveProperty('token');
  });

  it('requires the old password, and counts guesses like sign-in attempts', async () => {
    const world = await setUp();
    const wrong = { code: 'INVALID_INPUT', details: { message: 'password.oldWrong' } };
    for (let index = 0; index < 10; index += 1)
      await expect(world.change({ oldPassword: 'a guess at it', newPassword })).rejects.toMatchObject(wrong);
    await expect(world.change({ oldPassword, newPassword })).rejects.toMatchObject(wrong);
    const signIn = login(world.deps, { email: emailOf('ann'), password: oldPassword }, home);
    await expect(signIn).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await world.isIn(world.session.token)).toBe(true);
  });

  it.each([
    ['short', 'passwordRule.tooShort'],
    ['password1234', 'passwordRule.common'],
    ['contoso and a tandem', 'passwordRule.personal'],
    ['example and a tandem', 'passwordRule.personal'],
  ])('rejects %j and changes nothing', async (weak, message) => {
    const world = await setUp();
    const changed = world.change({ oldPassword, newPassword: weak });
    await expect(changed).rejects.toMatchObject({ code: 'PASSWORD_WEAK', details: { message } });
    expect(await world.isIn(world.session.token)).toBe(true);
  });

  it.each([
    `${'long words '.repeat(90)}end`,
    ' leading and trailing ',
    'e\u0301tage nouveau mince',
    '🦊🚲🌧️🪴🧭🎻🗝️🥾🧵🛶',
  ])('stores the password exactly as typed: %j', async (typed) => {
    const world = await setUp();
    await world.change({ oldPassword, newPassword: typed });
    const signInWith = (password: string) => login(world.deps, { email: emailOf('ann'), password }, home);
    expect(await signInWith(typed)).toHaveProperty('token');
    const nearby = [`${typed}x`, typed.normalize('NFC'), typed.trim(), typed.slice(0, 72)].filter(
      (text) => text !== typed,
    );
    const tried = await Promise.allSettled(nearby.map(signInWith));
    expect(countOutcomes(tried)).toEqual({ INVALID_CREDENTIALS: nearby.length });
  });

  it('is rejected in an organisation with Microsoft sign-in only, and changes nothing', async () => {
    const world = await setUp();
    await inOrg(world.store, anOrgId()).touch(org, undefined, { microsoftOnly: true });
    const refused = { code: 'FORBIDDEN', details: { message: 'account.microsoftOnly' } };
    await expect(world.change({ oldPassword, newPassword })).rejects.toMatchObject(refused);
    await inOrg(world.store, anOrgId()).touch(org, undefined, { microsoftOnly: false });
    expect(await login(world.deps, { email: emailOf('ann'), password: oldPassword }, home)).toHaveProperty('token');
    expect((await rowsOf(world.store.admin, 'Outbox')).filter(({ rk }) => isAccountWork(rk))).toEqual([]);
  });

  it('succeeds once for two parallel calls', async () => {
    const world = await setUp();
    const both = await Promise.allSettled([
      world.change({ oldPassword, newPassword }),
      world.change({ oldPassword, newPassword: 'another foggy tandem' }),
    ]);
    expect(both.map((item) => item.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
