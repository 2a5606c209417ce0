import { createHmac } from 'node:crypto';
import { endSession, refreshSession } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { elsewhere, home, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';

const families = async ({ store }: Awaited<ReturnType<typeof sessionWorld>>) =>
  (await rowsOf(store.admin, 'Accounts')).filter((row) => row.rk.startsWith('fam|'));
const counterOf = (token: string): string => token.split('.')[2] ?? '';

describe('a refresh token', () => {
  it('gives a new access token and a new refresh token', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    world.clock.advance({ minutes: 31 });
    expect(await world.isIn(first.token)).toBe(false);
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    expect(second).toMatchObject({ warnings: [], memberId: first.memberId, orgId: first.orgId });
    expect(await world.isIn(second.token)).toBe(true);
    expect([counterOf(first.refreshToken), counterOf(second.refreshToken)]).toEqual(['0', '1']);
  });

  it('is not stored: the rows contain only its id and counter', async () => {
    const world = await sessionWorld();
    const { refreshToken } = await world.signIn('ann');
    const mac = refreshToken.split('.')[3] ?? '';
    expect(mac).toHaveLength(43);
    expect(JSON.stringify(await rowsOf(world.store.admin, 'Accounts'))).not.toContain(mac);
  });

  it('a refresh token that was replaced returns the current one for 20 seconds, and no new one', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    world.clock.advance({ seconds: 20 });
    const again = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    expect(again.refreshToken).toBe(second.refreshToken);
    expect(await world.isIn(again.token)).toBe(true);
    expect((await families(world))[0]?.values['counter']).toBe(1);
  });

  it('a refresh token that is used later ends the session everywhere', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    world.clock.advance({ seconds: 20, ms: 1 });
    const stolen = refreshSession(world.deps, { refreshtoken: first.refreshToken }, elsewhere(1));
    await expect(stolen).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await families(world)).toEqual([]);
    expect(await world.isIn(second.token)).toBe(false);
    await expect(refreshSession(world.deps, { refreshtoken: second.refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(world.deps.log.lines.map((line) => line.event)).toContain('session.refreshReused');
  });

  it('two counters back ends the session at once', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    await refreshSession(world.deps, { refreshtoken: second.refreshToken }, home);
    await expect(refreshSession(world.deps, { refreshtoken: first.refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await families(world)).toEqual([]);
  });

  it('ends one session, and the person’s other browser stays signed in', async () => {
    const world = await sessionWorld();
    const [here, there] = [await world.signIn('ann'), await world.signIn('ann')];
    await endSession(world.deps, { refreshToken: here.refreshToken });
    expect([await world.isIn(here.token), await world.isIn(there.token)]).toEqual([false, true]);
  });

  it('rotates once for 20 parallel tabs on two instances, without a sign-out', async () => {
    const world = await sessionWorld();
    const { refreshToken } = await world.signIn('ann');
    const instances = [world.deps, world.other()];
    const tabs = Array.from({ length: 20 }, (_, index) =>
      refreshSession(instances[index % 2] ?? world.deps, { refreshtoken: refreshToken }, home),
    );
    const sessions = await Promise.all(tabs);
    expect(new Set(sessions.map((session) => session.refreshToken)).size).toBe(1);
    expect(counterOf(sessions[0]?.refreshToken ?? '')).toBe('1');
    expect(await Promise.all(sessions.map((session) => world.isIn(session.token)))).toEqual(sessions.map(() => true));
    expect((await families(world)).map((row) => row.values['counter'])).toEqual([1]);
  });

  it('is valid for 30 days from its last use, and the access token no longer', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    world.clock.advance({ minutes: 29 * 24 * 60 });
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    world.clock.advance({ minutes: 30 * 24 * 60, ms: -1 });
    const third = await refreshSession(world.deps, { refreshtoken: second.refreshToken }, home);
    world.clock.advance({ minutes: 30 * 24 * 60 });
    await expect(refreshSession(world.deps, { refreshtoken: third.refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await world.signIn('ann');
    // The sign-in of Ann has also deleted her expired token families.
    expect(await families(world)).toHaveLength(1);
  });

  it('is valid as long as its secret is listed', async () => {
    const world = await sessionWorld();
    const [older, newer] = ['the older secret, long enough for use', 'the newer secret, long enough for use'] as const;
    const before = { ...world.deps, sessionKeys: sessionKeys([older]) };
    const during = { ...world.deps, sessionKeys: sessionKeys([newer, older]) };
    const after = { ...world.deps, sessionKeys: sessionKeys([newer]) };
    const { refreshToken } = await world.signIn('ann', home, before);
    await expect(refreshSession(after, { refreshtoken: refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const next = await refreshSession(during, { refreshtoken: refreshToken }, home);
    expect(await refreshSession(after, { refreshtoken: next.refreshToken }, home)).toMatchObject({ orgId: anOrgId() });
  });

  it('is rejected with any changed part, and ends no other session', async () => {
    const world = await sessionWorld();
    const ann = await world.signIn('ann');
    const bob = await world.signIn('bob');
    const [user = '', family = '', counter = '', mac = ''] = ann.refreshToken.split('.');
    const [bobUser = '', bobFamily = ''] = bob.refreshToken.split('.');
    const head = `${user}.${family}.1`;
    const bad = [
      `${bobUser}.${family}.${counter}.${mac}`,
      `${user}.${bobFamily}.${counter}.${mac}`,
      `${user}.${family}.1.${mac}`,
      `${user}.${family}.-1.${mac}`,
      `${user}.${family}.00.${mac}`,
      `${user}.${family}.0x0.${mac}`,
      `${user}.${family}.9999999999.${mac}`,
      `${user}.${family}.${counter}.${mac.slice(0, -1)}`,
      `${user}.${family}.${counter}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`,
      `${user}.${family}.${counter}.${'A'.repeat(43)}`,
      `${user.toLowerCase()}.${family}.${counter}.${mac}`,
      `${head}.${createHmac('sha256', 'a secret for tests, 32 bytes and more').update(head).digest('base64url')}`,
      `${head}.${createHmac('sha256', '').update(head).digest('base64url')}`,
      `${ann.refreshToken}.`,
      ` ${ann.refreshToken}`,
      `${ann.refreshToken}\n`,
      ann.token,
      '',
      '...',
      '\u0000',
      'x'.repeat(200_000),
    ];
    for (const [index, refreshtoken] of bad.entries())
      await expect(refreshSession(world.deps, { refreshtoken }, elsewhere(index))).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    expect([await world.isIn(ann.token), await world.isIn(bob.token)]).toEqual([true, true]);
  });

  it('is no access token, and an access token is no refresh token', async () => {
    const world = await sessionWorld();
    const { refreshToken } = await world.signIn('ann');
    expect(await world.isIn(refreshToken)).toBe(false);
  });

  it('can be used 30 times in 5 minutes in any place, and delays no other session', async () => {
    const world = await sessionWorld();
    let { refreshToken } = await world.signIn('ann');
    for (let index = 0; index < 30; index += 1)
      refreshToken = (await refreshSession(world.deps, { refreshtoken: refreshToken }, elsewhere(index))).refreshToken;
    await expect(refreshSession(world.deps, { refreshtoken: refreshToken }, home)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfter: 300 },
    });
    const bob = await world.signIn('bob');
    await refreshSession(world.deps, { refreshtoken: bob.refreshToken }, home);
    world.clock.advance({ minutes: 5 });
    expect(await refreshSession(world.deps, { refreshtoken: refreshToken }, home)).toMatchObject({ orgId: anOrgId() });
  });
});

describe('a session', () => {
  it('ends with a logout from the next request on, on every instance, also by a replaced token', async () => {
    const world = await sessionWorld();
    const first = await world.signIn('ann');
    const second = await refreshSession(world.deps, { refreshtoken: first.refreshToken }, home);
    const other = world.other();
    expect(await authenticate(other, second.token)).toBeDefined();
    expect(await endSession(other, { refreshToken: first.refreshToken })).toBe(true);
    expect(await authenticate(world.deps, second.token)).toBeUndefined();
    expect(await endSession(other, { refreshToken: first.refreshToken })).toBe(true);
    expect(await endSession(other, { refreshToken: 'nothing of ours' })).toBe(true);
  });

  it('ends with a new epoch of the account, including its refresh', async () => {
    const world = await sessionWorld();
    const session = await world.signIn('ann');
    await outside(world.store).touch(profile, { userId: aUserId('ann') }, { sessionEpoch: 2 });
    expect(await world.isIn(session.token)).toBe(false);
    await expect(refreshSession(world.deps, { refreshtoken: session.refreshToken }, home)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('a session of a removed person, or of a deleted organisation, cannot be refreshed', async () => {
    const world = await sessionWorld();
    const [ann, bob] = [await world.signIn('ann'), await world.signIn('bob')];
    const records = inOrg(world.store, anOrgId());
    const place = await records.get(orgUser, { userId: aUserId('bob') });
    if (place === undefined) throw new Error('made with the account');
    await records.delete(orgUser, { userId: aUserId('bob') }, place.etag);
    const refused = { code: 'FORBIDDEN', details: { message: 'account.noOrganisation' } };
    await expect(refreshSession(world.deps, { refreshtoken: bob.refreshToken }, home)).rejects.toMatchObject(refused);
    await records.touch(org, undefined, { state: 'DELETING' });
    await expect(refreshSession(world.deps, { refreshtoken: ann.refreshToken }, home)).rejects.toMatchObject(refused);
  });

  it('ends with its own family row: 60 sign-ins leave the newest 50', async () => {
    const world = await sessionWorld();
    const subject = { userId: aUserId('ann'), orgId: anOrgId() };
    const tokens: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      world.clock.advance({ ms: 1 });
      tokens.push(await tokenFor(world.deps, subject));
    }
    const alive = await Promise.all(tokens.map((token) => world.isIn(token)));
    expect(alive).toEqual(tokens.map((_, index) => index >= 10));
  });
});
