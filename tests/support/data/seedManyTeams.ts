import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Deps } from '../../../bot/src/services/core/deps.ts';
import { planNextRun } from '../../../bot/src/services/runs/planNextRun.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aMeeting, aMeetingId, anOrgId, aTeamId } from './idDateAndRecordBuilders.ts';
import { aTeamMember, seedPeople, seedTenant, threadId } from './seedTenantsAndTeamMembers.ts';
import type { TeamMember } from './seedTenantsAndTeamMembers.ts';

export interface ManyTeams {
  readonly teams: number;
  readonly members: number;
  readonly orgs: number;
  /** Additional properties of each person. Left out = only the properties of a roster. */
  readonly person?: (name: string) => Partial<TeamMember>;
}

export interface SeededTeam {
  readonly orgId: OrgId;
  readonly tid: string;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly people: readonly TeamMember[];
}

/** Seeds teams with one meeting each, all at the same time, spread over several organisations. */
export const seedManyTeams = async (
  world: Pick<Deps, 'store' | 'clock'>,
  { teams, members, orgs, person = () => ({}) }: ManyTeams,
): Promise<SeededTeam[]> => {
  const seeded: SeededTeam[] = [];
  for (let index = 0; index < teams; index += 1) {
    const tid = `tenant ${index % orgs}`;
    const orgId = anOrgId(`org ${index % orgs}`);
    if (index < orgs) await seedTenant(world.store, orgId, tid);
    const teamId = aTeamId(`team ${index}`);
    const records = inOrg(world.store, orgId);
    const people = Array.from({ length: members }, (_, value) => {
      const name = `t${index} m${value}`;
      return aTeamMember(name, { tid, ...person(name) });
    });
    await seedPeople(world.store, { orgId, teamId, tid, threadId: `${threadId}${index}` }, people);
    const meeting = aMeeting({
      id: aMeetingId(`meeting ${index}`),
      teamId,
      members: people.map((item): MemberId => item.memberId),
    });
    const key = { teamId, meetingId: meeting.id };
    await records.insert(meetingPointer, key, key);
    await planNextRun(world, orgId, meeting, { zones: [], afterMs: world.clock.now() });
    await records.transact([
      records.insertStep(meetingKind, key, meeting),
      records.insertStep(meetingName, meeting, { meetingId: meeting.id }),
    ]);
    seeded.push({ orgId, tid, teamId, meetingId: meeting.id, people });
  }
  return seeded;
};
