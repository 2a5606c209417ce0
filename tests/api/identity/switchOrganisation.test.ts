import { decodeJwt } from 'jose';
import { refreshSession, switchOrganisation } from '../../../bot/src/services/identity/refreshSwitchAndEndSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { membership } from '../../../bot/src/store/kinds/identity/membership.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { seedOrg, anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { home, sessionWorld } from '../../support/worlds/passwordSignInWorld.ts';
import { endTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import {
  closeAccountWorlds,
  createAccountWorld,
  createSignedInWorld,
} from '../../support/worlds/accountAndRefreshTokenWorld.ts';

const families = async ({ store }: Awaited<ReturnType<typeof sessionWorld>>) =>
  (await rowsOf(store.admin, 'Accounts')).filter((row) => row.rk.startsWith('fam|'));

const inTwo = async () => {
  const world = await sessionWorld();
  const { orgId: other } = await seedOrg(world.store, { org: 'fabrikam' });
  const userId = aUserId('ann');
  await outside(world.store).insert(
    membership,
    { userId, orgId: other, memberId: null },
    { orgId: other, memberId: null },
  );
  await inOrg(world.store, other).insert(orgUser, { userId }, { userId, memberId: null, role: 'admin' });
  const session = await world.signIn('ann');
  const actor = await authenticate(world.deps, session.token);
  if (actor === undefined) throw new Error('signed in');
  return { ...world, otherOrg: other, session, actor };
};

describe('switching the organisation', () => {
  it('moves this session and decides the next sign-in; the refresh token stays', async () => {
    const world = await inTwo();
    expect(world.session.orgId).toBe(anOrgId());
    const moved = await switchOrganisation(world.deps, world.actor, { orgId: world.otherOrg });
    expect(Object.keys(moved).sort()).toEqual(['language', 'memberId', 'orgId', 'token', 'warnings']);
    expect(moved).toMatchObject({ warnings: [], memberId: null, orgId: world.otherOrg });
    expect(await authenticate(world.deps, moved.token)).toMatchObject({ orgId: world.otherOrg, role: 'admin' });
    const refreshed = await refreshSession(world.deps, { refreshtoken: world.session.refreshToken }, home);
    expect(refreshed.orgId).toBe(world.otherOrg);
    expect((await world.signIn('ann')).orgId).toBe(world.otherOrg);
  });

  it('rejects an organisation that is missing, deleted or not the caller’s', async () => {
    const world = await inTwo();
    await seedOrg(world.store, { org: 'northwind' });
    for (const orgId of [anOrgId('northwind'), anOrgId('nowhere')])
      await expect(switchOrganisation(world.deps, world.actor, { orgId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await inOrg(world.store, world.otherOrg).touch(org, undefined, { state: 'DELETED' });
    const deleted = switchOrganisation(world.deps, world.actor, { orgId: world.otherOrg });
    await expect(deleted).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('follows the rules of the organisation', async () => {
    const world = await inTwo();
    const records = inOrg(world.store, world.otherOrg);
    const move = () => switchOrganisation(world.deps, world.actor, { orgId: world.otherOrg });
    await records.touch(org, undefined, { requireSecondFactor: true });
    await expect(move()).rejects.toMatchObject({ code: 'FORBIDDEN', details: { message: 'secondFactor.missing' } });
    await records.touch(org, undefined, { requireSecondFactor: false, microsoftOnly: true });
    await expect(move()).rejects.toMatchObject({ code: 'FORBIDDEN', details: { message: 'account.microsoftOnly' } });
  });

  it('is undone by the end of the membership: the session continues in another organisation', async () => {
    const world = await inTwo();
    await switchOrganisation(world.deps, world.actor, { orgId: world.otherOrg });
    await inOrg(world.store, world.otherOrg).touch(org, undefined, { state: 'DELETED' });
    const refreshed = await refreshSession(world.deps, { refreshtoken: world.session.refreshToken }, home);
    expect(refreshed.orgId).toBe(anOrgId());
    expect(decodeJwt(refreshed.token)).toMatchObject({ org: anOrgId() });
  });

  it('loses nothing during 10 parallel refreshes', async () => {
    const world = await inTwo();
    const refreshes = Array.from({ length: 10 }, () =>
      refreshSession(world.deps, { refreshtoken: world.session.refreshToken }, home),
    );
    const all = await Promise.allSettled([
      ...refreshes,
      switchOrganisation(world.deps, world.actor, { orgId: world.otherOrg }),
    ]);
    expect(countOutcomes(all)).toEqual({ done: 11 });
    expect((await families(world))[0]?.values).toMatchObject({ counter: 1, orgId: world.otherOrg });
  });
});

// Tests that a refresh continues a session, a switch moves it to another organisation, and signing out ends it.

afterEach(closeAccountWorlds);

describe('a switch of the organisation', () => {
  it('moves the session and decides the next sign-in', async () => {
    const world = await createSignedInWorld();
    await world.change({ locale: 'de' });
    const fabrikam = await world.joinFabrikam();
    const session = await switchOrganisation(world.deps, world.actor, { orgId: fabrikam });
    expect(session).toMatchObject({ orgId: fabrikam, memberId: null, language: 'de' });
    expect(await authenticate(world.deps, session.token)).toMatchObject({ orgId: fabrikam, role: 'admin' });
    expect((await world.row())?.orgId).toBe(fabrikam);
    expect(await world.lastOrg()).toBe(fabrikam);
  });

  it('is rejected without a session, an account or a membership there', async () => {
    const world = await createSignedInWorld();
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
    const world = await createSignedInWorld();
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
    const world = await createSignedInWorld({ method: 'TEAMS', confinedTo: orgId });
    const fabrikam = await world.joinFabrikam();
    const away = switchOrganisation(world.deps, world.actor, { orgId: fabrikam });
    expect(await world.refuse(away)).toEqual(['FORBIDDEN', 'org.confined']);
    await world.change({ lastOrgId: fabrikam });
    expect(await switchOrganisation(world.deps, world.actor, { orgId })).toMatchObject({ orgId });
    expect(await world.lastOrg()).toBe(fabrikam);
  });
});
