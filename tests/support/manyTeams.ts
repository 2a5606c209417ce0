import type { MemberId } from '#contracts/ids.ts';
import { planNext } from '../../bot/src/services/planning.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { meeting as meetingKind, team as teamKind, teamMember } from '../../bot/src/store/kinds/team.ts';
import { aMeeting, aMeetingId, anInstant, anOrgId, aTeamId } from './builders.ts';
import { aTeamMember, threadId, tid } from './world.ts';
import type { World } from './world.ts';

/** Teams with a meeting each, all at the same time, spread over some organisations. */
export const seedTeams = async (
  world: Pick<World, 'store' | 'clock'>,
  { teams, members, orgs }: { readonly teams: number; readonly members: number; readonly orgs: number },
): Promise<void> => {
  for (let at = 0; at < teams; at += 1) {
    const orgId = anOrgId(`org ${at % orgs}`);
    const teamId = aTeamId(`team ${at}`);
    const records = inOrg(world.store, orgId);
    const people = Array.from({ length: members }, (_, one) => aTeamMember(`t${at} m${one}`));
    const meeting = aMeeting({
      id: aMeetingId(`meeting ${at}`),
      teamId,
      members: people.map((one): MemberId => one.memberId),
    });
    const serviceUrl = 'http://127.0.0.1/';
    const team = {
      teamId,
      name: 'Team',
      state: 'CONNECTED',
      kind: 'TEAM',
      tid,
      threadId: `${threadId}${at}`,
      serviceUrl,
    } as const;
    await Promise.all([
      records.insert(teamKind, { teamId }, { ...team, createdOn: anInstant('2026-11-01T08:00:00Z') }),
      ...people.map((one) => records.insert(teamMember, { teamId, memberId: one.memberId }, one)),
      records.insert(meetingKind, { teamId, meetingId: meeting.id }, meeting),
      planNext(world, orgId, meeting, [], world.clock.now()),
    ]);
  }
};
