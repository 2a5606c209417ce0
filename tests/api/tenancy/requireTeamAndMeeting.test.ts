import type { Permission, Role } from '#contracts/core/rolesAndPermissions.ts';
import { requireMeeting, requireTeam } from '../../../bot/src/services/tenancy/requireTeamOrMeeting.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
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

const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'] });
  const records = inOrg(store, orgId);
  const meeting = aMeeting({ teamId, createdBy: aMemberId('bob') });
  await records.touch(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
  await records.touch(meetingKind, { teamId, meetingId: meeting.id }, meeting);
  const actorOf = (name: string, role: Role, teams: readonly string[]) => anActor(name, { role, teams: [...teams] });
  const outcome = async (work: Promise<{ readonly value: object }>): Promise<string> =>
    work.then(
      () => 'OK',
      (error: unknown) => (error as { code: string }).code,
    );
  const ofTeam = (actor: ReturnType<typeof actorOf>, permission: Permission, id = teamId) =>
    outcome(requireTeam({ store }, actor, id, permission));
  const ofMeeting = (actor: ReturnType<typeof actorOf>, permission: Permission, id = meeting.id) =>
    outcome(requireMeeting({ store }, actor, id, permission));
  return { store, records, teamId, meeting, actorOf, ofTeam, ofMeeting };
};

describe('a team', () => {
  it('is open to its members, forbidden without the role, and NOT_FOUND for other people', async () => {
    const { actorOf, ofTeam } = await aWorld();
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'team.read')).toBe('OK');
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'team.manage')).toBe('FORBIDDEN');
    expect(await ofTeam(actorOf('bob', 'user', ['platform']), 'blocker.resolve')).toBe('FORBIDDEN');
    expect(await ofTeam(actorOf('cy', 'user', ['sales']), 'team.read')).toBe('NOT_FOUND');
    expect(await ofTeam(actorOf('cy', 'user', []), 'team.manage')).toBe('NOT_FOUND');
    expect(await ofTeam(actorOf('ann', 'admin', []), 'team.manage')).toBe('OK');
    expect(await ofTeam(actorOf('gus', 'superadmin', ['platform']), 'team.read')).toBe('FORBIDDEN');
  });

  it('a team that was deleted or never existed is NOT_FOUND, also for an admin', async () => {
    const { records, teamId, actorOf, ofTeam } = await aWorld();
    const ann = actorOf('ann', 'admin', ['platform']);
    expect(await ofTeam(ann, 'team.manage', aTeamId('nowhere'))).toBe('NOT_FOUND');
    await records.touch(team, { teamId }, { state: 'DISCONNECTED' });
    expect(await ofTeam(ann, 'team.manage')).toBe('OK');
    await records.touch(team, { teamId }, { state: 'DELETED' });
    expect(await ofTeam(ann, 'team.manage')).toBe('NOT_FOUND');
  });
});

describe('a report', () => {
  it('can be read by its team, and started by its creator or an admin', async () => {
    const { actorOf, ofMeeting } = await aWorld();
    const [bob, eve] = [actorOf('bob', 'user', ['platform']), actorOf('eve', 'user', ['platform'])];
    expect(await ofMeeting(eve, 'meeting.read')).toBe('OK');
    expect(await ofMeeting(bob, 'meeting.start')).toBe('OK');
    expect(await ofMeeting(eve, 'meeting.start')).toBe('FORBIDDEN');
    expect(await ofMeeting(actorOf('ann', 'admin', []), 'meeting.start')).toBe('OK');
    expect(await ofMeeting(actorOf('ann', 'admin', []), 'meeting.read')).toBe('NOT_FOUND');
  });

  it('belongs neither to a person outside the team nor to a person without a member', async () => {
    const { actorOf, ofMeeting } = await aWorld();
    expect(await ofMeeting(actorOf('bob', 'user', ['sales']), 'meeting.start')).toBe('NOT_FOUND');
    expect(await ofMeeting({ ...actorOf('bob', 'user', ['platform']), memberId: null }, 'meeting.start')).toBe(
      'FORBIDDEN',
    );
  });

  it('a report without a row, without a pointer or of a deleted team is NOT_FOUND', async () => {
    const { records, teamId, actorOf, ofMeeting } = await aWorld();
    const ann = actorOf('ann', 'admin', []);
    expect(await ofMeeting(ann, 'meeting.start', aMeetingId('nowhere'))).toBe('NOT_FOUND');
    const half = aMeetingId('half');
    await records.touch(meetingPointer, { meetingId: half }, { meetingId: half, teamId });
    expect(await ofMeeting(ann, 'meeting.start', half)).toBe('NOT_FOUND');
    await records.touch(team, { teamId }, { state: 'DELETED' });
    expect(await ofMeeting(ann, 'meeting.start')).toBe('NOT_FOUND');
  });
});
