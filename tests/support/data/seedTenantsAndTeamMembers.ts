import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg, tenantOrg, threadTeam } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import {
  memberTeam,
  teamMemberPointer,
} from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aMemberId, anInstant } from './idDateAndRecordBuilders.ts';

// Seeds organisations and teams with the rows that an installation writes, without running a service.

export type TeamMember = ValueOf<typeof teamMember>;
export const tid = '11111111-1111-4111-8111-111111111111';
export const oidOf = (name: string): string => `oid-${name}`;
export const threadId = '19:general@thread.tacv2';

export const aTeamMember = (name: string, change: Partial<TeamMember> = {}): TeamMember => ({
  memberId: aMemberId(name),
  name,
  email: `${name}@example.org`,
  thumbnailUrl: null,
  isEnabled: true,
  leftOn: null,
  timezone: null,
  timezoneFrom: null,
  locale: 'en',
  localeFrom: null,
  isMuted: false,
  mutedUntil: null,
  unreachable: null,
  unreachableSince: null,
  tid,
  oid: oidOf(name),
  teamsUserId: name,
  conversationId: null,
  serviceUrl: 'http://127.0.0.1/',
  ...change,
});

const createdOn = anInstant('2026-11-01T08:00:00Z');

const seedPerson = async (store: TableStore, orgId: OrgId, teamId: TeamId, item: TeamMember): Promise<void> => {
  const records = inOrg(store, orgId);
  const { memberId, name, email } = item;
  const key = { memberId, teamId };
  const person = {
    tid: item.tid,
    oid: item.oid,
    teamsUserId: item.teamsUserId,
    thumbnailUrl: null,
    userId: null,
    inviteRound: null,
  };
  await outside(store).insert(
    teamsUser,
    { tid: item.tid ?? '', oid: item.oid ?? '' },
    { orgId, memberId, userId: null, joinedAt: null },
  );
  await outside(store).insert(memberOrg, key, { orgId, memberId });
  await records.transact([
    records.insertStep(orgMember, key, { ...person, memberId, name, email, role: 'user', createdOn }),
    records.insertStep(memberTeam, key, { teamId }),
    records.insertStep(teamMemberPointer, key, { memberId }),
  ]);
  await records.insert(teamMember, key, item);
};

/** Later than every date in the engine tests, so that no trial ends during one. Other tests check the trial. */
const trialEndsAt = anInstant('2040-01-01T00:00:00Z');

/** Seeds an organisation with the rows that the first installation in its tenant writes. */
export const seedTenant = async (store: TableStore, orgId: OrgId, tenant: string): Promise<void> => {
  const facts = { orgId, name: 'Contoso', state: 'ACTIVE', trialEndsAt } as const;
  const settings = { retentionDays: null, requireSecondFactor: false, microsoftOnly: false, isAutomatic: true };
  await outside(store).insert(tenantOrg, { tid: tenant }, { orgId, tid: tenant });
  await outside(store).insert(orgIndex, { orgId }, facts);
  await inOrg(store, orgId).insert(org, undefined, { ...facts, ...settings, tid: tenant, createdOn });
};

/** Seeds a team and its people with the rows that an installation writes. */
export const seedPeople = async (
  store: TableStore,
  place: {
    readonly orgId: OrgId;
    readonly teamId: TeamId;
    readonly tid: string;
    readonly threadId: string;
    readonly serviceUrl?: string;
  },
  people: readonly TeamMember[],
): Promise<void> => {
  const { orgId, teamId, serviceUrl = 'http://127.0.0.1/' } = place;
  const records = inOrg(store, orgId);
  const facts = { teamId, name: 'Platform', state: 'CONNECTED' } as const;
  const chat = { kind: 'TEAM', tid: place.tid, threadId: place.threadId, serviceUrl, language: null } as const;
  await outside(store).insert(threadTeam, place, { orgId, teamId });
  await records.insert(orgTeam, { teamId }, facts);
  await records.insert(teamKind, { teamId }, { ...facts, ...chat, createdOn });
  for (const person of people) await seedPerson(store, orgId, teamId, person);
};
