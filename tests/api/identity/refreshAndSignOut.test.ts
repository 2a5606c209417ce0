import { endTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import {
  endSession,
  logoutUrl,
  refreshSession,
} from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import type { LogoutUrlDeps } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { closeAccountWorlds, createSignedInWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { home } from '../../support/worlds/passwordSignInWorld.ts';

// Tests that a refresh continues a session, and signing out ends it.

afterEach(closeAccountWorlds);

describe('a refresh', () => {
  it('continues in the organisation of the session', async () => {
    const world = await createSignedInWorld();
    const session = await refreshSession(world.deps, { refreshtoken: world.refreshtoken }, home);
    expect(session).toMatchObject({ orgId: world.orgId, memberId: world.memberId, language: null });
    expect(await authenticate(world.deps, session.token)).toMatchObject({ orgId: world.orgId });
    expect(await world.row()).toMatchObject({ counter: 1, orgId: world.orgId });
  });

  it('counts unknown tokens by address and known ones by session', async () => {
    const world = await createSignedInWorld();
    const taken: unknown[] = [];
    const limiter = {
      ...world.deps.limiter,
      take: (limit: string, key: string) => {
        taken.push([limit, key]);
        return Promise.resolve();
      },
    } as unknown as typeof world.deps.limiter;
    const deps = { ...world.deps, limiter };
    await expect(refreshSession(deps, { refreshtoken: 'nothing' }, home)).rejects.toThrow('UNAUTHENTICATED');
    await refreshSession(deps, { refreshtoken: world.refreshtoken }, home);
    expect(taken).toEqual([
      ['foreignRefresh', '192.0.2.1'],
      ['refresh', world.family.familyId],
    ]);
  });

  it('is rejected for a deleted account and an ended session', async () => {
    const gone = await createSignedInWorld();
    const row = await outside(gone.store).get(profile, { userId: gone.userId });
    if (row !== undefined) await outside(gone.store).delete(profile, { userId: gone.userId }, row.etag);
    expect(await gone.refuse(refreshSession(gone.deps, gone, home))).toEqual(['UNAUTHENTICATED', undefined]);
    const ended = await createSignedInWorld();
    await endTokenFamily(ended.deps, ended.family);
    expect(await ended.refuse(refreshSession(ended.deps, ended, home))).toEqual(['UNAUTHENTICATED', undefined]);
  });

  it('ends the session if a second factor has become necessary', async () => {
    const world = await createSignedInWorld();
    await world.records.touch(org, undefined, { requireSecondFactor: true });
    expect(await world.refuse(refreshSession(world.deps, world, home))).toEqual(['UNAUTHENTICATED', undefined]);
    expect(await world.row()).toBeUndefined();
  });

  it('continues in another organisation when the one of the session is gone', async () => {
    const world = await createSignedInWorld();
    const fabrikam = await world.joinFabrikam();
    await world.records.touch(org, undefined, { state: 'DELETED' });
    expect(await refreshSession(world.deps, world, home)).toMatchObject({ orgId: fabrikam, memberId: null });
    expect((await world.row())?.orgId).toBe(fabrikam);
  });
});

describe('signing out', () => {
  it('ends the session, and returns nothing for an invalid token', async () => {
    const world = await createSignedInWorld();
    expect(await endSession(world.deps, { refreshToken: 'nothing' })).toBe(true);
    expect(await world.row()).toBeDefined();
    expect(await endSession(world.deps, { refreshToken: world.refreshtoken })).toBe(true);
    expect(await world.row()).toBeUndefined();
  });

  it('redirects through Microsoft if people sign in with it on the web', async () => {
    const publicUrl = 'https://rollcall.test';
    const url = async (entra: object | null) =>
      (await logoutUrl({ publicUrl, entra: entra as LogoutUrlDeps['entra'] })).url;
    expect(await url(null)).toBe('https://rollcall.test/login');
    expect(await url({ web: null })).toBe('https://rollcall.test/login');
    const web = { logoutUrl: (ours: string) => Promise.resolve(`https://microsoft.test?to=${ours}`) };
    expect(await url({ web })).toBe('https://microsoft.test?to=https://rollcall.test/login');
  });
});
