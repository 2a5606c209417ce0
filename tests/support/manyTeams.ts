import type { MemberId } from '#contracts/ids.ts';
import { planNext } from '../../bot/src/services/planning.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { meetingPointer } from '../../bot/src/store/kinds/org.ts';
import { meeting as meetingKind, meetingName } from '../../bot/src/store/kinds/team.ts';
import { aMeeting, aMeetingId, anOrgId, aTeamId } from './builders.ts';
import { aTeamMember, seedPeople, seedTenant, threadId } from './world.ts';
import type { World } from './world.ts';

/** Teams with a meeting each, all at the same time, spread over some organisations. */
export const seedTeams = async (
  world: Pick<World, 'store' | 'clock'>,
  { teams, members, orgs }: { readonly teams: number; readonly members: number; readonly orgs: number },
): Promise<void> => {
  for (let at = 0; at < teams; at += 1) {
    const tid = `tenant ${at % orgs}`;
    const orgId = anOrgId(`org ${at % orgs}`);
    if (at < orgs) await seedTenant(world.store, orgId, tid);
    const teamId = aTeamId(`team ${at}`);
    const records = inOrg(world.store, orgId);
    const people = Array.from({ length: members }, (_, one) => aTeamMember(`t${at} m${one}`, { tid }));
    await seedPeople(world.store, { orgId, teamId, tid, threadId: `${threadId}${at}` }, people);
    const meeting = aMeeting({
      id: aMeetingId(`meeting ${at}`),
      teamId,
      members: people.map((one): MemberId => one.memberId),
    });
    const key = { teamId, meetingId: meeting.id };
    await records.insert(meetingPointer, key, key);
    await planNext(world, orgId, meeting, [], world.clock.now());
    await records.transact([
      records.insertStep(meetingKind, key, meeting),
      records.insertStep(meetingName, meeting, { meetingId: meeting.id }),
    ]);
  }
};
