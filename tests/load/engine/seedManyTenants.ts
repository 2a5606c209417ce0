import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { planNextRun } from '../../../bot/src/services/runs/planNextRun.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMeeting, aMeetingId, anOrgId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aTeamMember, seedPeople, seedTenant } from '../../support/data/seedTenantsAndTeamMembers.ts';

// Seeds tenants whose members are all prompted in the same minute. Each tenant can have a chat service of its own.

export interface Tenant {
  readonly name: string;
  readonly teams: number;
  readonly people: number;
  /** Opening of the meetings, in minutes after 09:00 UTC. */
  readonly after?: number;
  readonly serviceUrl?: string;
  /** True by default: the bot has written to the members before, so that no chat must be created. */
  readonly isKnown?: boolean;
  readonly meeting?: Partial<Meeting>;
  /** True: one report for each member. False or left out: one report for the team. */
  readonly hasOwnReports?: boolean;
}

export const personName = (tenant: string, team: number, person: number): string => `${tenant} t${team} p${person}`;
export const namesOf = ({ name, teams, people }: Tenant): string[] =>
  Array.from({ length: teams * people }, (_, index) => personName(name, Math.floor(index / people), index % people));

/** Finds a name whose organisation belongs to the shard, because the hash of the name decides the shard. */
export const nameInShard = (shard: string, prefix: string): string => {
  for (let index = 0; ; index += 1) if (shardOf(anOrgId(`${prefix} ${index}`)) === shard) return `${prefix} ${index}`;
};

const seedMeeting = async (
  place: { readonly store: TableStore; readonly clock: Clock },
  orgId: OrgId,
  meeting: Meeting,
): Promise<void> => {
  const records = inOrg(place.store, orgId);
  const key = { teamId: meeting.teamId, meetingId: meeting.id };
  await records.insert(meetingPointer, key, key);
  await planNextRun(place, orgId, meeting, { zones: [], afterMs: place.clock.now() });
  await records.transact([
    records.insertStep(meetingKind, key, meeting),
    records.insertStep(meetingName, meeting, { meetingId: meeting.id }),
  ]);
};

export const seedManyTenants = async (
  place: { readonly store: TableStore; readonly clock: Clock },
  tenants: readonly Tenant[],
): Promise<void> => {
  for (const tenant of tenants) {
    const { name, teams, people, after = 0, serviceUrl = 'http://127.0.0.1/', isKnown = true } = tenant;
    const { hasOwnReports = false } = tenant;
    const orgId = anOrgId(name);
    await seedTenant(place.store, orgId, name);
    for (let team = 0; team < teams; team += 1) {
      const members = Array.from({ length: people }, (_, person) => {
        const user = personName(name, team, person);
        return aTeamMember(user, { tid: name, serviceUrl, conversationId: isKnown ? `chat-${user}` : null });
      });
      const teamId = aTeamId(`${name} ${team}`);
      const threadId = `19:${name}-${team}@thread.tacv2`;
      await seedPeople(place.store, { orgId, teamId, tid: name, threadId, serviceUrl }, members);
      const all = members.map((member): MemberId => member.memberId);
      for (const [index, group] of (hasOwnReports ? all.map((item) => [item]) : [all]).entries()) {
        const report = hasOwnReports ? `${name} ${team} ${index}` : `${name} ${team}`;
        await seedMeeting(
          place,
          orgId,
          aMeeting({
            ...{ id: aMeetingId(report), teamId, time: 540 + after, timezone: aZone('UTC') },
            ...{ members: group, ...tenant.meeting, ...(hasOwnReports ? { name: report } : {}) },
          }),
        );
      }
    }
  }
};
