import type { Permission, Role } from '#contracts/core/rolesAndPermissions.ts';
import { requireMeeting, meetingOwnedBy, requireTeam } from '../../../bot/src/services/tenancy/requireTeamOrMeeting.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { meeting, meetingPointer } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMeeting, aMeetingId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// A refusal is NOT_FOUND for a caller outside the team, so that it reveals nothing, and FORBIDDEN for a member of the
// team.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const setUp = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
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

/** Creates a report of Bob, and calls that return OK or the code of the refusal. */
const createReportOfBob = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'] });
  const records = inOrg(store, orgId);
  const created = aMeeting({ teamId, createdBy: aMemberId('bob') });
  await records.touch(meetingPointer, { meetingId: created.id }, { meetingId: created.id, teamId });
  await records.touch(meeting, { teamId, meetingId: created.id }, created);
  const actorOf = (name: string, role: Role, teams: readonly string[]) => anActor(name, { role, teams: [...teams] });
  const outcome = async (work: Promise<{ readonly value: object }>): Promise<string> =>
    work.then(
      () => 'OK',
      (error: unknown) => (error as { code: string }).code,
    );
  const ofTeam = (actor: ReturnType<typeof actorOf>, permission: Permission, id = teamId) =>
    outcome(requireTeam({ store }, actor, id, permission));
  const ofMeeting = (actor: ReturnType<typeof actorOf>, permission: Permission, id = created.id) =>
    outcome(requireMeeting({ store }, actor, id, permission));
  return { store, records, teamId, actorOf, ofTeam, ofMeeting };
};

describe('a team and the role of the caller', () => {
  it('is open to its members, forbidden without the role, and NOT_FOUND for other people', async () => {
    const { actorOf, ofTeam } = await createReportOfBob();
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'team.read')).toBe('OK');
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'team.manage')).toBe('FORBIDDEN');
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'blocker.resolve')).toBe('FORBIDDEN');
    expect(await ofTeam(actorOf('cy', 'user', ['sales']), 'team.read')).toBe('NOT_FOUND');
    expect(await ofTeam(actorOf('cy', 'user', []), 'team.manage')).toBe('NOT_FOUND');
    expect(await ofTeam(actorOf('ann', 'admin', []), 'team.manage')).toBe('OK');
    expect(await ofTeam(actorOf('gus', 'superadmin', ['platform']), 'team.read')).toBe('FORBIDDEN');
  });

  it('a team that was deleted or never existed is NOT_FOUND, also for an admin', async () => {
    const { records, teamId, actorOf, ofTeam } = await createReportOfBob();
    const ann = actorOf('ann', 'admin', ['platform']);
    expect(await ofTeam(ann, 'team.manage', aTeamId('nowhere'))).toBe('NOT_FOUND');
    await records.touch(team, { teamId }, { state: 'DISCONNECTED' });
    expect(await ofTeam(ann, 'team.manage')).toBe('OK');
    await records.touch(team, { teamId }, { state: 'DELETED' });
    expect(await ofTeam(ann, 'team.manage')).toBe('NOT_FOUND');
  });
});

describe('a report and the role of the caller', () => {
  it('can be read by its team, and started by its creator or an admin', async () => {
    const { actorOf, ofMeeting } = await createReportOfBob();
    const [bob, eve] = [actorOf('bob', 'user', ['platform']), actorOf('eve', 'user', ['platform'])];
    expect(await ofMeeting(eve, 'meeting.read')).toBe('OK');
    expect(await ofMeeting(bob, 'meeting.start')).toBe('OK');
    expect(await ofMeeting(eve, 'meeting.start')).toBe('FORBIDDEN');
    expect(await ofMeeting(actorOf('ann', 'admin', []), 'meeting.start')).toBe('OK');
    expect(await ofMeeting(actorOf('ann', 'admin', []), 'meeting.read')).toBe('NOT_FOUND');
  });

  it('belongs neither to a person outside the team nor to a person without a member', async () => {
    const { actorOf, ofMeeting } = await createReportOfBob();
    expect(await ofMeeting(actorOf('bob', 'user', ['sales']), 'meeting.start')).toBe('NOT_FOUND');
    expect(await ofMeeting({ ...actorOf('bob', 'user', ['platform']), memberId: null }, 'meeting.start')).toBe(
      'FORBIDDEN',
    );
  });

  it('a report without a row, without a pointer or of a deleted team is NOT_FOUND', async () => {
    const { records, teamId, actorOf, ofMeeting } = await createReportOfBob();
    const ann = actorOf('ann', 'admin', []);
    expect(await ofMeeting(ann, 'meeting.start', aMeetingId('nowhere'))).toBe('NOT_FOUND');
    const half = aMeetingId('half');
    await records.touch(meetingPointer, { meetingId: half }, { meetingId: half, teamId });
    expect(await ofMeeting(ann, 'meeting.start', half)).toBe('NOT_FOUND');
    await records.touch(team, { teamId }, { state: 'DELETED' });
    expect(await ofMeeting(ann, 'meeting.start')).toBe('NOT_FOUND');
  });
});
