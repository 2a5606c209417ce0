import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { endTokenFamily, refreshTokenOf } from '../../../bot/src/services/identity/refreshTokens.ts';
import {
  endSession,
  logoutUrl,
  refreshSession,
  switchOrganisation,
} from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import type { LogoutUrlDeps } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { tokenFamily as familyKind } from '../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeAccountWorlds, createAccountWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// Tests that a refresh continues a session, a switch moves it to another organisation, and signing out ends it.

afterEach(closeAccountWorlds);

const home = { address: '192.0.2.1' };

const signedIn = async (change: Parameters<Awaited<ReturnType<typeof createAccountWorld>>['signIn']>[0] = {}) => {
  const world = await createAccountWorld();
  const family = await world.signIn(change);
  const refreshtoken = refreshTokenOf(world.deps.sessionKeys, family);
  const { userId, store } = world;
  const { familyId } = family;
  return {
    ...{ ...world, family, refreshtoken },
    actor: {
      ...anActor('ann'),
      userId,
      signIn: { ...family, identity: family.identity ?? null, at: world.clock.now() },
    },
    row: async () => (await outside(store).get(familyKind, { userId, familyId }))?.value,
    lastOrg: async () => (await outside(store).get(profile, { userId }))?.value.lastOrgId,
    refuse: async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (refused: unknown) => refused as AppError,
      );
      return [error?.code, error?.details.message];
    },
  };
};

describe('a refresh', () => {
  it('continues in the organisation of the session', async () => {
    const world = await signedIn();
    const session = await refreshSession(world.deps, { refreshtoken: world.refreshtoken }, home);
    expect(session).toMatchObject({ orgId: world.orgId, memberId: world.memberId, language: null });
    expect(await authenticate(world.deps, session.token)).toMatchObject({ orgId: world.orgId });
    expect(await world.row()).toMatchObject({ counter: 1, orgId: world.orgId });
  });

  it('counts unknown tokens by address and known ones by session', async () => {
    const world = await signedIn();
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
    const gone = await signedIn();
    const row = await outside(gone.store).get(profile, { userId: gone.userId });
    if (row !== undefined) await outside(gone.store).delete(profile, { userId: gone.userId }, row.etag);
    expect(await gone.refuse(refreshSession(gone.deps, gone, home))).toEqual(['UNAUTHENTICATED', undefined]);
    const ended = await signedIn();
    await endTokenFamily(ended.deps, ended.family);
    expect(await ended.refuse(refreshSession(ended.deps, ended, home))).toEqual(['UNAUTHENTICATED', undefined]);
  });

  it('ends the session if a second factor has become necessary', async () => {
    const world = await signedIn();
    await world.records.touch(org, undefined, { requireSecondFactor: true });
    expect(await world.refuse(refreshSession(world.deps, world, home))).toEqual(['UNAUTHENTICATED', undefined]);
    expect(await world.row()).toBeUndefined();
  });

  it('continues in another organisation when the one of the session is gone', async () => {
    const world = await signedIn();
    const fabrikam = await world.joinFabrikam();
    await world.records.touch(org, undefined, { state: 'DELETED' });
    expect(await refreshSession(world.deps, world, home)).toMatchObject({ orgId: fabrikam, memberId: null });
    expect((await world.row())?.orgId).toBe(fabrikam);
  });
});

describe('signing out', () => {
  it('ends the session, and returns nothing for an invalid token', async () => {
    const world = await signedIn();
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

describe('a switch of the organisation', () => {
  it('moves the session and decides the next sign-in', async () => {
    const world = await signedIn();
    await world.change({ locale: 'de' });
    const fabrikam = await world.joinFabrikam();
    const session = await switchOrganisation(world.deps, world.actor, { orgId: fabrikam });
    expect(session).toMatchObject({ orgId: fabrikam, memberId: null, language: 'de' });
    expect(await authenticate(world.deps, session.token)).toMatchObject({ orgId: fabrikam, role: 'admin' });
    expect((await world.row())?.orgId).toBe(fabrikam);
    expect(await world.lastOrg()).toBe(fabrikam);
  });

  it('is rejected without a session, an account or a membership there', async () => {
    const world = await signedIn();
    const fabrikam = await world.joinFabrikam();
    const { orgId } = world;
    const chat = { ...anActor('ann'), userId: world.userId };
    for (const actor of [chat, { ...world.actor, userId: null }, { ...world.actor, userId: aUserId('nobody') }])
      expect(await world.refuse(switchOrganisation(world.deps, actor, { orgId }))).toEqual([
        'UNAUTHENTICATED',
        undefined,
      ]);
    const place = await inOrg(world.store, fabrikam).get(orgUser, { userId: world.userId });
    if (place !== undefined) await inOrg(world.store, fabrikam).delete(orgUser, { userId: world.userId }, place.etag);
    const lost = switchOrganisation(world.deps, world.actor, { orgId: fabrikam });
    expect(await world.refuse(lost)).toEqual(['NOT_FOUND', undefined]);
    await endTokenFamily(world.deps, world.family);
    expect(await world.refuse(switchOrganisation(world.deps, world.actor, { orgId }))).toEqual([
      'UNAUTHENTICATED',
      undefined,
    ]);
  });

  it('is rejected with the reason if the organisation does not admit such a session', async () => {
    const world = await signedIn();
    const fabrikam = await world.joinFabrikam();
    const refused = () => world.refuse(switchOrganisation(world.deps, world.actor, { orgId: fabrikam }));
    const existing = inOrg(world.store, fabrikam);
    await existing.touch(org, undefined, { requireSecondFactor: true });
    expect(await refused()).toEqual(['FORBIDDEN', 'secondFactor.missing']);
    await existing.touch(org, undefined, { microsoftOnly: true });
    expect(await refused()).toEqual(['FORBIDDEN', 'account.microsoftOnly']);
    expect(await world.lastOrg()).toBe(world.orgId);
    expect((await world.row())?.orgId).toBe(world.orgId);
  });

  it('a switch of the organisation of a session of one tenant changes nothing', async () => {
    const { orgId } = await createAccountWorld();
    const world = await signedIn({ method: 'TEAMS', confinedTo: orgId });
    const fabrikam = await world.joinFabrikam();
    const away = switchOrganisation(world.deps, world.actor, { orgId: fabrikam });
    expect(await world.refuse(away)).toEqual(['FORBIDDEN', 'org.confined']);
    await world.change({ lastOrgId: fabrikam });
    expect(await switchOrganisation(world.deps, world.actor, { orgId })).toMatchObject({ orgId });
    expect(await world.lastOrg()).toBe(fabrikam);
  });
});
