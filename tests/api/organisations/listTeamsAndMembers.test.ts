import { member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { listMembers, listTeams } from '../../../bot/src/services/organisations/listTeamsAndMembers.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anInstant, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { everything } from '../../support/data/readStoreRows.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const setUp = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  await seedTeam(store, { people: ['bob', 'ann', 'cy'] });
  await seedTeam(store, { team: 'sales', people: ['bob', 'sam'] });
  const { orgId } = await seedTeam(store, { team: 'aviation', people: ['sam'] });
  await seedTeam(store, { org: 'fabrikam', team: 'other', people: ['zoe'] });
  return { store, orgId, deps: testDeps(store) };
};

describe('the list of teams', () => {
  it('contains the caller’s own teams by name, disconnected ones included, without deleted ones', async () => {
    const { store, orgId, deps } = await setUp();
    const bob = anActor('bob', { teams: ['sales', 'platform'] });
    expect(await listTeams(deps, bob)).toEqual([
      { id: aTeamId('platform'), name: 'Platform' },
      { id: aTeamId('sales'), name: 'Sales' },
    ]);
    await inOrg(store, orgId).touch(orgTeam, { teamId: aTeamId('sales') }, { state: 'DISCONNECTED' });
    expect(await listTeams(deps, bob)).toHaveLength(2);
    await inOrg(store, orgId).touch(orgTeam, { teamId: aTeamId('sales') }, { state: 'DELETED' });
    expect(await listTeams(deps, bob)).toEqual([{ id: aTeamId('platform'), name: 'Platform' }]);
  });

  it('is the same for an admin, and empty without teams', async () => {
    const { deps } = await setUp();
    expect(await listTeams(deps, anActor('ann', { role: 'admin' }))).toEqual([{ id: aTeamId(), name: 'Platform' }]);
    expect(await listTeams(deps, anActor('ann', { teams: [] }))).toEqual([]);
  });

  it('the list of teams never contains teams of another organisation', async () => {
    const { deps } = await setUp();
    expect(await listTeams(deps, anActor('ann', { teams: ['other'] }))).toEqual([]);
  });
});

describe('the list of members', () => {
  it('contains the current members by name, and writes nothing', async () => {
    const { store, orgId, deps } = await setUp();
    await inOrg(store, orgId).touch(
      teamMember,
      { teamId: aTeamId(), memberId: aMemberId('cy') },
      { leftOn: anInstant('2026-11-19T08:00:00Z') },
    );
    await inOrg(store, orgId).touch(
      teamMember,
      { teamId: aTeamId(), memberId: aMemberId('bob') },
      { isEnabled: false },
    );
    const before = await everything(store.admin);
    const list = await listMembers(deps, anActor('ann'), { teamId: aTeamId() });
    expect(list.map((item) => member.strict().parse(item))).toEqual(list);
    expect(list).toMatchObject([
      { id: aMemberId('ann'), name: 'Ann', email: 'ann@example.test', isEnabled: true },
      { id: aMemberId('bob'), name: 'Bob', isEnabled: false },
    ]);
    expect(await everything(store.admin)).toEqual(before);
  });

  it.each([
    ['another organisation', anActor('zoe', { org: 'fabrikam', teams: ['other', 'platform'], role: 'admin' })],
    ['another team', anActor('sam', { teams: ['sales'] })],
    ['another team, as admin', anActor('sam', { teams: ['sales'], role: 'admin' })],
  ])('is hidden from %s, as if the team did not exist', async (_who, actor) => {
    const { deps } = await setUp();
    for (const teamId of [aTeamId(), aTeamId('missing')])
      await expect(listMembers(deps, actor, { teamId })).rejects.toMatchObject({ code: 'NOT_FOUND', details: {} });
  });

  it('is forbidden to the superadmin role, even inside the team', async () => {
    const { deps } = await setUp();
    await expect(
      listMembers(deps, anActor('ann', { role: 'superadmin' }), { teamId: aTeamId() }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
