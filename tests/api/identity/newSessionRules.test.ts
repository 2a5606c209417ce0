import type { EntraPerson } from '../../../bot/src/gateways/entraPort.ts';
import { findMembership } from '../../../bot/src/services/identity/signInOrganisationAndAdmission.ts';
import type { Membership, SignInContext } from '../../../bot/src/services/identity/signInOrganisationAndAdmission.ts';
import { identityKey } from '../../../bot/src/services/identity/microsoftIdentities.ts';
import { openSession } from '../../../bot/src/services/identity/openSession.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { tokenFamily as familyKind } from '../../../bot/src/store/kinds/identity/refreshTokenFamily.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { closeAccountWorlds, createAccountWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { oidOf } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

afterEach(closeAccountWorlds);

describe('a new session', () => {
  const begin = async (change: Partial<SignInContext> = {}) => {
    const world = await createAccountWorld();
    const place = (await findMembership(world.deps.store, world.account, world.orgId)) as Membership;
    const signIn: SignInContext = { method: 'PASSWORD', hasSecondFactor: false, confinedTo: null, ...change };
    return { world, session: async () => openSession(world.deps, await accountOf(world), place, signIn) };
  };
  const accountOf = async ({ store, userId, account }: Awaited<ReturnType<typeof createAccountWorld>>) =>
    (await outside(store).get(profile, { userId }))?.value ?? account;
  const rowsOf = async ({ store, userId }: Awaited<ReturnType<typeof createAccountWorld>>) =>
    (await outside(store).list(familyKind, { userId }, prefixRange('fam|'))).map(({ value }) => value);

  it('is stored with its sign-in method, and gives a valid token', async () => {
    const signedInAt = anInstant('2026-11-19T08:00:00Z');
    const { world, session } = await begin({ hasSecondFactor: true, signedInAt });
    const { token, orgId, memberId, language } = await session();
    expect({ orgId, memberId, language }).toEqual({ orgId: world.orgId, memberId: world.memberId, language: null });
    expect(await authenticate(world.deps, token)).toMatchObject({ userId: world.userId });
    expect(await rowsOf(world)).toMatchObject([
      { method: 'PASSWORD', hasSecondFactor: true, confinedTo: null, identity: null, orgId, signedInAt },
    ]);
  });

  it('a new session of a Microsoft account requires the link, and ends without it', async () => {
    const identity = identityKey({ tid: 'tenant', oid: 'oid-ann' });
    const { world, session } = await begin({ method: 'MICROSOFT', identity });
    await expect(session()).rejects.toThrow('UNAUTHENTICATED');
    expect(await rowsOf(world)).toEqual([]);
    const place = { tid: 'tenant-contoso', oid: oidOf('ann') };
    const linked = await begin({ method: 'MICROSOFT', identity: identityKey(place) });
    await expect(linked.session()).rejects.toThrow('UNAUTHENTICATED');
    await outside(linked.world.store).touch(teamsUser, place, { userId: linked.world.userId });
    const { orgId } = linked.world;
    const confined = await begin({ method: 'TEAMS', identity: identityKey(place), confinedTo: orgId });
    await outside(confined.world.store).touch(teamsUser, place, { userId: confined.world.userId });
    expect(await confined.session()).toMatchObject({ orgId });
    expect(await rowsOf(confined.world)).toMatchObject([{ identity: identityKey(place as EntraPerson) }]);
  });

  it('a new session of one tenant uses the language chosen there, else that of the account', async () => {
    const { orgId, teamId, memberId } = await createAccountWorld();
    const confined = await begin({ confinedTo: orgId });
    await confined.world.change({ locale: 'fr' });
    const key = { teamId, memberId };
    await confined.world.records.touch(teamMember, key, { locale: 'es', localeFrom: 'PERSON' });
    expect((await confined.session()).language).toBe('es');
    const free = await begin();
    await free.world.records.touch(teamMember, key, { locale: 'es', localeFrom: 'PERSON' });
    expect((await free.session()).language).toBeNull();
  });
});
