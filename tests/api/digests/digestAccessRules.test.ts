import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  mayChange,
  requireChangeable,
  requireDigest,
  requireDigestPlace,
} from '../../../bot/src/services/digests/digestAccess.ts';
import { readDigestOwner } from '../../../bot/src/services/digests/digestOwner.ts';
import {
  memberTeam,
  teamMemberPointer,
} from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { orgTeam, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aMemberId, anInstant, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aDigestId } from '../../support/data/digestBuilders.ts';
import { aTeamMember } from '../../support/data/seedTenantsAndTeamMembers.ts';
import { digestWorld } from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';

let world: DigestWorld;
beforeEach(async () => {
  world = await digestWorld();
});

const leftOn = anInstant('2026-11-20T07:00:00Z');
const other = aTeamId('other');

describe('the digests of a place', () => {
  const codeOf = async (teamId: TeamId | null, change: Parameters<DigestWorld['actor']>[1] = {}) =>
    requireDigestPlace(world, world.actor('bob', change), teamId).then(
      () => 'ALLOWED',
      (error: unknown) => (error as AppError).code,
    );

  it('are open to the members of the team, and unknown to everyone else', async () => {
    expect(await codeOf(world.teamId)).toBe('ALLOWED');
    expect(await codeOf(other)).toBe('NOT_FOUND');
    expect(await codeOf(world.teamId, { teamIds: [], role: 'admin' })).toBe('NOT_FOUND');
    expect(await codeOf(world.teamId, { role: 'superadmin' })).toBe('FORBIDDEN');
  });

  it('are open to the admins of the organisation alone, also without a team', async () => {
    expect(await codeOf(null, { role: 'admin', teamIds: [] })).toBe('ALLOWED');
    expect([await codeOf(null), await codeOf(null, { role: 'superadmin' })]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });
});

describe('a digest', () => {
  it('of a team may be changed by its owner and by the admins of the team', () => {
    const digest = { teamId: world.teamId, ownerId: world.member('bob') };
    const may = (name: string, change: Parameters<DigestWorld['actor']>[1] = {}) =>
      mayChange(world.actor(name, change), digest);
    expect([may('bob'), may('ann'), may('ann', { role: 'admin' })]).toEqual([true, false, true]);
    expect(may('ann', { role: 'admin', teamIds: [other] })).toBe(false);
    expect(mayChange(world.actor('ann', { memberId: null }), { ...digest, ownerId: null })).toBe(false);
  });

  it('of the organisation may be changed by its admins, and not by an owner who is none any more', () => {
    const digest = { teamId: null, ownerId: world.member('bob') };
    expect(mayChange(world.actor('bob'), digest)).toBe(false);
    expect(mayChange(world.actor('ann', { role: 'admin', teamIds: [] }), digest)).toBe(true);
  });

  it('is unknown to people outside its team, and a digest of the organisation to all but admins', async () => {
    const ofTeam = await world.digest('bob');
    await world.makeAdmin('ann');
    const ofOrganisation = await world.digest('ann', { teamId: null }, { role: 'admin' });
    const read = async (id: typeof ofTeam.id, change: Parameters<DigestWorld['actor']>[1] = {}) =>
      requireDigest(world, world.actor('eve', change), id);
    expect((await read(ofTeam.id)).value.id).toBe(ofTeam.id);
    await expect(read(ofTeam.id, { teamIds: [other], role: 'admin' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await read(ofOrganisation.id, { role: 'admin' })).value.id).toBe(ofOrganisation.id);
    await expect(read(ofOrganisation.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read(aDigestId('unknown'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(requireChangeable(world, world.actor('eve'), ofTeam.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await requireChangeable(world, world.actor('bob'), ofTeam.id)).value.id).toBe(ofTeam.id);
  });
});

describe('the owner of a digest', () => {
  const ownerOf = (teamId: TeamId | null, name = 'bob') =>
    readDigestOwner(inOrg(world.store, world.orgId), { teamId, ownerId: world.member(name) });

  /** Adds Bob to a second team, to which Ann does not belong. */
  const joinOther = async () => {
    const records = inOrg(world.store, world.orgId);
    const key = { teamId: other, memberId: world.member('bob') };
    const known = await records.get(team, { teamId: world.teamId });
    if (known === undefined) throw new Error('There is no team.');
    await records.insert(team, { teamId: other }, { ...known.value, teamId: other, threadId: '19:other@thread.tacv2' });
    await records.insert(orgTeam, { teamId: other }, { teamId: other, name: 'Other', state: known.value.state });
    await records.insert(memberTeam, key, { teamId: other });
    await records.insert(teamMemberPointer, key, { memberId: key.memberId });
    await records.insert(teamMember, key, aTeamMember('bob'));
    world.plants(/its thr pointer does not name this team/);
  };

  it('reads a digest as a member of the teams to which the person has access', async () => {
    expect(await ownerOf(world.teamId)).toMatchObject({
      stop: null,
      actor: {
        orgId: world.orgId,
        memberId: world.member('bob'),
        name: 'bob',
        role: 'user',
        locale: 'en',
        teamIds: [world.teamId],
      },
      team: { teamId: world.teamId },
    });
    await joinOther();
    expect((await ownerOf(world.teamId)).actor?.teamIds.toSorted()).toEqual([world.teamId, other].toSorted());
    await world.changeMember('bob', { isEnabled: false });
    expect((await ownerOf(world.teamId)).actor?.teamIds).toEqual([other]);
  });

  it.each([
    ['left the team', 'OWNER_LEFT', { leftOn }],
    ['is disabled', 'OWNER_DISABLED', { isEnabled: false }],
  ] as const)('stops the digest of a team if the person %s, although another team goes on', async (_, stop, change) => {
    await joinOther();
    await world.changeMember('bob', change);
    expect((await ownerOf(world.teamId)).stop).toBe(stop);
  });

  it('stops the digest if the person is unknown or was erased', async () => {
    const records = inOrg(world.store, world.orgId);
    const stopOf = async (ownerId: ReturnType<typeof aMemberId> | null) =>
      readDigestOwner(records, { teamId: world.teamId, ownerId });
    expect([await stopOf(null), await stopOf(aMemberId('unknown'))]).toMatchObject([
      { stop: 'OWNER_GONE', actor: undefined, team: { teamId: world.teamId } },
      { stop: 'OWNER_GONE', actor: undefined },
    ]);
  });

  it('stops the digest if the person is no member of its team', async () => {
    await joinOther();
    expect((await ownerOf(other, 'ann')).stop).toBe('OWNER_LEFT');
  });

  it('stops the digest of a team that was removed or does not exist', async () => {
    expect((await ownerOf(aTeamId('unknown'))).stop).toBe('TEAM_GONE');
    await world.changeTeam({ state: 'DELETED' });
    expect((await ownerOf(world.teamId)).stop).toBe('TEAM_GONE');
  });

  it('of the organisation must be an admin with access to a team', async () => {
    expect(await ownerOf(null)).toMatchObject({ stop: 'NO_RIGHT', team: undefined });
    await world.makeAdmin('bob');
    expect((await ownerOf(null)).stop).toBeNull();
    await world.changeMember('bob', { isEnabled: false });
    expect((await ownerOf(null)).stop).toBe('OWNER_DISABLED');
    await joinOther();
    expect((await ownerOf(null)).stop).toBeNull();
    await world.changeMember('bob', { leftOn });
    expect((await ownerOf(null)).stop).toBeNull();
  });

  it('of the organisation must not have left all teams', async () => {
    await world.makeAdmin('bob');
    await world.changeMember('bob', { leftOn });
    expect((await ownerOf(null)).stop).toBe('OWNER_LEFT');
  });
});
