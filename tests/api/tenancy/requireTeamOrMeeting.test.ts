import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import { requireMeeting, meetingOwnedBy, requireTeam } from '../../../bot/src/services/tenancy/requireTeamOrMeeting.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting, meetingPointer } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMeeting, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

const setUp = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'] });
  await seedTeam(store, { team: 'sales', people: ['sam'] });
  const created = aMeeting();
  const records = inOrg(store, orgId);
  await records.insert(meetingPointer, { meetingId: created.id }, { meetingId: created.id, teamId });
  await records.insert(meeting, { teamId, meetingId: created.id }, created);
  const outcome = async (actor: ReturnType<typeof anActor>, permission: Permission) => {
    const [first] = await Promise.allSettled([requireMeeting({ store }, actor, created.id, permission)]);
    return first.status === 'fulfilled' ? first.value.value.id : (first.reason as { code: string }).code;
  };
  const teamOutcome = async (actor: ReturnType<typeof anActor>, permission: Permission) => {
    const [first] = await Promise.allSettled([requireTeam({ store }, actor, teamId, permission)]);
    return first.status === 'fulfilled' ? first.value.value.teamId : (first.reason as { code: string }).code;
  };
  return { store, records, teamId, outcome, teamOutcome };
};

const creator = anActor('ann');
const colleague = anActor('bob');
const outsider = anActor('sam', { teams: ['sales'] });
const leaver = anActor('ann', { teams: [] });
const boss = anActor('sam', { teams: ['sales'], role: 'admin' });
const stranger = anActor('ann', { org: 'fabrikam', role: 'admin' });

describe('a meeting and its creator', () => {
  it.each([
    ['its creator', creator, aMeetingId()],
    ['somebody else of the team', colleague, 'FORBIDDEN'],
    ['somebody outside the team', outsider, 'NOT_FOUND'],
    ['its creator after leaving the team', leaver, 'NOT_FOUND'],
    ['an admin of the organisation, also outside the team', boss, aMeetingId()],
    ['an admin of another organisation', stranger, 'NOT_FOUND'],
  ])('gives the same result to %s', async (_who, actor, expected) => {
    const { outcome } = await setUp();
    expect(await outcome(actor, 'meeting.state')).toBe(expected);
  });

  it('is decided by the caller’s definition of ownership', async () => {
    const { store } = await setUp();
    const mine = () => true;
    expect(
      (await meetingOwnedBy({ store }, colleague, aMeetingId(), { permission: 'answer.write', owns: mine })).value.id,
    ).toBe(aMeetingId());
    await expect(
      meetingOwnedBy({ store }, outsider, aMeetingId(), { permission: 'answer.write', owns: mine }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is deleted with its team', async () => {
    const { records, teamId, outcome, teamOutcome } = await setUp();
    await records.touch(team, { teamId }, { state: 'DELETED' });
    expect(await outcome(boss, 'meeting.state')).toBe('NOT_FOUND');
    expect(await teamOutcome(boss, 'team.manage')).toBe('NOT_FOUND');
  });
});

describe('a team', () => {
  it.each<[string, typeof creator, Permission, string]>([
    ['its members may read', colleague, 'team.read', aTeamId()],
    ['its members may not manage', colleague, 'team.manage', 'FORBIDDEN'],
    ['others may not read', outsider, 'team.read', 'NOT_FOUND'],
    ['others may not manage', outsider, 'team.manage', 'NOT_FOUND'],
    ['admins outside it may not read', boss, 'team.read', 'NOT_FOUND'],
    ['admins outside it may manage', boss, 'team.manage', aTeamId()],
    ['admins of another organisation may not', stranger, 'team.manage', 'NOT_FOUND'],
  ])('%s', async (_rule, actor, permission, expected) => {
    const { teamOutcome } = await setUp();
    expect(await teamOutcome(actor, permission)).toBe(expected);
  });
});
