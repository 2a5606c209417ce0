import {
  actorBehind,
  authenticate,
  requireFullProof,
  requireRecentSignIn,
  requireWholeAccount,
} from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import type { DeriveFromRows } from '../../../bot/src/store/stateVersionCache.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { totp } from '../../../bot/src/store/kinds/identity/secondFactor.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { endTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeAccountWorlds, createAccountWorld } from '../../support/worlds/accountAndRefreshTokenWorld.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// Tests that an access token identifies its caller, and that a session must prove a recent sign-in before it changes an
// account.

afterEach(closeAccountWorlds);

const signedIn = async () => {
  const world = await createAccountWorld();
  const family = await world.signIn();
  const token = await world.tokenOf(family.familyId);
  return { ...world, family, token, actor: (locale?: string) => authenticate(world.deps, token, locale) };
};

describe('the caller', () => {
  it('is the current member, with the sign-in of the session', async () => {
    const world = await signedIn();
    const { orgId, userId, memberId, teamId, family } = world;
    expect(await world.actor()).toEqual({
      ...{ orgId, userId, memberId, name: 'Ann', role: 'admin', teamIds: [teamId], locale: 'en' },
      signIn: {
        ...{ familyId: family.familyId, epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null },
        ...{ identity: null, at: Date.parse('2026-11-20T08:00:00Z') },
      },
    });
  });

  it('has the teams in which the member is enabled', async () => {
    const world = await signedIn();
    const key = { teamId: world.teamId, memberId: world.memberId };
    await world.records.touch(teamMember, key, { isEnabled: false });
    expect(await world.actor()).toMatchObject({ role: 'admin', teamIds: [] });
  });

  it('has the lowest role and no team if the member is missing', async () => {
    const world = await signedIn();
    const row = await world.records.get(orgMember, { memberId: world.memberId });
    if (row !== undefined) await world.records.delete(orgMember, { memberId: world.memberId }, row.etag);
    expect(await world.actor()).toMatchObject({ memberId: null, role: 'user', name: 'Ann Lee', teamIds: [] });
  });

  it('the caller without a member has the role of the account and its name', async () => {
    const world = await signedIn();
    const fabrikam = await world.joinFabrikam();
    await world.change({ lastName: '' });
    const token = await world.tokenOf(world.family.familyId, fabrikam);
    expect(await authenticate(world.deps, token)).toMatchObject({
      ...{ orgId: fabrikam, memberId: null, role: 'admin', name: 'Ann', teamIds: [] },
    });
  });

  it('uses the language of the account, or that of the request if none was chosen', async () => {
    const world = await signedIn();
    expect((await world.actor('de'))?.locale).toBe('de');
    await world.change({ locale: 'fr' });
    expect((await world.actor('de'))?.locale).toBe('fr');
    const key = { teamId: world.teamId, memberId: world.memberId };
    await world.records.touch(teamMember, key, { locale: 'es', localeFrom: 'PERSON' });
    expect((await world.actor('de'))?.locale).toBe('fr');
  });

  it('the caller in a session of one tenant uses the language chosen in its teams', async () => {
    const world = await signedIn();
    await world.change({ locale: 'fr' });
    const { familyId } = await world.signIn({ method: 'TEAMS', confinedTo: world.orgId });
    const token = await world.tokenOf(familyId);
    expect((await authenticate(world.deps, token))?.locale).toBe('fr');
    const key = { teamId: world.teamId, memberId: world.memberId };
    await world.records.touch(teamMember, key, { locale: 'es', localeFrom: 'PERSON' });
    expect((await authenticate(world.deps, token))?.locale).toBe('es');
  });
});

describe('a call is rejected', () => {
  it('a call is rejected with a token of another product', async () => {
    const world = await signedIn();
    expect(await authenticate(world.deps, `${world.token}x`)).toBeUndefined();
  });

  it('a call is rejected after the end of the sign-in, a change of the password or the loss of the membership', async () => {
    const ended = await signedIn();
    await endTokenFamily(ended.deps, ended.family);
    expect(await ended.actor()).toBeUndefined();
    const changed = await signedIn();
    await changed.change({ sessionEpoch: 2 });
    expect(await changed.actor()).toBeUndefined();
    const lost = await signedIn();
    const place = await lost.records.get(orgUser, { userId: lost.userId });
    if (place !== undefined) await lost.records.delete(orgUser, { userId: lost.userId }, place.etag);
    expect(await lost.actor()).toBeUndefined();
  });

  it('a call is rejected with the token of an epoch without the sign-in', async () => {
    const world = await signedIn();
    await world.change({ sessionEpoch: 2 });
    const token = await world.tokenOf(world.family.familyId, world.orgId, 2);
    expect(await authenticate(world.deps, token)).toBeUndefined();
  });

  it('a call is rejected with the token of another epoch than that of account and sign-in', async () => {
    const world = await signedIn();
    const token = await world.tokenOf(world.family.familyId, world.orgId, 2);
    expect(await authenticate(world.deps, token)).toBeUndefined();
  });

  it('a call is rejected with the token of a deleted account', async () => {
    const world = await signedIn();
    const row = await outside(world.store).get(profile, { userId: world.userId });
    if (row !== undefined) await outside(world.store).delete(profile, { userId: world.userId }, row.etag);
    expect(await world.actor()).toBeUndefined();
    const unknownSubject = { sub: world.family.familyId as typeof world.userId, org: world.orgId, epoch: 1, fam: 'f' };
    expect(await actorBehind(world.deps, unknownSubject)).toBeUndefined();
  });

  it('a call is rejected in an organisation that is being deleted', async () => {
    const world = await signedIn();
    await world.records.touch(org, undefined, { state: 'DEACTIVATED' });
    expect(await world.actor()).toBeDefined();
    await world.records.touch(org, undefined, { state: 'DELETING' });
    expect(await world.actor()).toBeUndefined();
  });

  it('outside the organisation that a session is confined to', async () => {
    const world = await signedIn();
    const fabrikam = await world.joinFabrikam();
    const { familyId } = await world.signIn({ method: 'TEAMS', confinedTo: world.orgId });
    expect(await authenticate(world.deps, await world.tokenOf(familyId))).toBeDefined();
    expect(await authenticate(world.deps, await world.tokenOf(familyId, fabrikam))).toBeUndefined();
  });

  it('a call is rejected after the end of the sign-in, even if its facts are cached', async () => {
    const world = await signedIn();
    const names: string[] = [];
    const kept = new Map<string, unknown>();
    const derive: DeriveFromRows = async (name, work) => {
      names.push(name);
      if (!kept.has(name)) kept.set(name, await work());
      return kept.get(name) as Awaited<ReturnType<typeof work>>;
    };
    const { userId, orgId, family } = world;
    const content = { sub: userId, org: orgId, epoch: 1, fam: family.familyId };
    const deps = { ...world.deps, derive };
    world.clock.set('2026-12-20T07:59:59.999Z');
    expect(await actorBehind(deps, content, 'de')).toMatchObject({ userId, locale: 'de' });
    world.clock.set('2026-12-20T08:00:00Z');
    expect(await actorBehind(deps, content, 'de')).toBeUndefined();
    expect((await actorBehind(deps, content))?.locale).toBeUndefined();
    expect(new Set(names).size).toBe(2);
    for (const part of [userId, orgId, family.familyId]) expect(names[0]).toContain(part);
  });
});

describe('actions on the whole account', () => {
  const at = Date.parse('2026-11-20T08:00:00Z');
  const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null, at } as const;

  it('is rejected for a session of one tenant, and without a session', async () => {
    const { orgId } = await createAccountWorld();
    requireWholeAccount({ ...anActor('ann'), signIn });
    const refusal = { code: 'FORBIDDEN', details: { message: 'org.confinedAccount' } };
    for (const actor of [{ ...anActor('ann'), signIn: { ...signIn, confinedTo: orgId } }, anActor('ann'), undefined]) {
      let refused: unknown;
      try {
        requireWholeAccount(actor);
      } catch (error) {
        refused = error;
      }
      expect(refused).toMatchObject(refusal);
    }
  });

  it('needs a sign-in younger than five minutes', async () => {
    const { clock, deps } = await createAccountWorld();
    const require = (actor: Parameters<typeof requireRecentSignIn>[1]) => () => {
      requireRecentSignIn(deps, actor);
    };
    const ann = { ...anActor('ann'), signIn };
    clock.set('2026-11-20T08:04:59.999Z');
    expect(require(ann)).not.toThrow();
    expect(require(anActor('ann'))).toThrow('REAUTH');
    clock.set('2026-11-20T08:05:00Z');
    expect(require(ann)).toThrow('REAUTH');
  });

  it('requires the second factor of the account', async () => {
    const { store, clock, deps, userId } = await createAccountWorld();
    const ann = { ...anActor('ann'), userId, signIn };
    await requireFullProof(deps, ann);
    const row = { sealed: '', lastStep: 0, recovery: [], changedAt: anInstant('2026-11-20T08:00:00Z') };
    await outside(store).insert(totp, { userId }, { ...row, state: 'PENDING' });
    await requireFullProof(deps, ann);
    await outside(store).touch(totp, { userId }, { state: 'ON' });
    await expect(requireFullProof(deps, ann)).rejects.toThrow('REAUTH');
    await requireFullProof(deps, { ...ann, signIn: { ...signIn, hasSecondFactor: true } });
    await requireFullProof(deps, { ...ann, userId: null });
    clock.set('2026-11-20T08:05:00Z');
    await expect(requireFullProof(deps, { ...ann, signIn: { ...signIn, hasSecondFactor: true } })).rejects.toThrow(
      'REAUTH',
    );
  });
});
