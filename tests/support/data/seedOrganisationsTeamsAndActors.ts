import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Role } from '#contracts/core/rolesAndPermissions.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
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
import { channel, orgTeam, team } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { anInstant, anOrgId, aMemberId, aTeamId } from './idDateAndRecordBuilders.ts';

// Seeds organisations, teams and people with the rows that an installation writes. Short names identify them: "ann" is
// aMemberId('ann') everywhere.

const createdOn = anInstant('2026-11-01T09:00:00Z');
const serviceUrl = 'https://smba.test/';
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const tidOf = (orgName: string): string => `tenant-${orgName}`;

export interface SeedOrg {
  readonly org?: string;
  readonly state?: ValueOf<typeof org>['state'];
  readonly trialEndsAt?: string;
}

/** Seeds the rows of an organisation that has no team yet. */
export const seedOrg = async (store: TableStore, seed: SeedOrg = {}) => {
  const { org: name = 'contoso', state = 'ACTIVE', trialEndsAt = '2026-12-20T08:00:00Z' } = seed;
  const orgId = anOrgId(name);
  const tid = tidOf(name);
  const shared = { orgId, name: capital(name), state, trialEndsAt: anInstant(trialEndsAt) };
  await outside(store).touch(tenantOrg, { tid }, { orgId, tid });
  await outside(store).touch(orgIndex, { orgId }, shared);
  const settings = { requireSecondFactor: false, microsoftOnly: false };
  await inOrg(store, orgId).touch(org, undefined, { ...shared, ...settings, tid, isAutomatic: true, createdOn });
  return { orgId, tid };
};

export interface SeedTeam extends SeedOrg {
  readonly team?: string;
  /** Members of the team. The first one is the organisation's admin, unless `admins` names others. */
  readonly people?: readonly string[];
  readonly admins?: readonly string[];
  readonly zones?: Readonly<Record<string, ZoneId>>;
  /** Channel names in addition to General. */
  readonly channels?: readonly string[];
}

export const channelThread = (name: string): string => `19:${name}@thread.tacv2`;

/** Seeds a connected team with people and channels. Its organisation may already exist. */
export const seedTeam = async (store: TableStore, seed: SeedTeam = {}) => {
  const { team: teamName = 'platform', people = ['ann', 'bob'], channels = [] } = seed;
  const { admins = people.slice(0, 1), zones = {} } = seed;
  const { orgId, tid } = await seedOrg(store, seed);
  const records = inOrg(store, orgId);
  const teamId = aTeamId(teamName);
  const threadId = channelThread(teamName);
  const name = capital(teamName);
  await outside(store).touch(threadTeam, { tid, threadId }, { orgId, teamId });
  await records.touch(orgTeam, { teamId }, { teamId, name, state: 'CONNECTED' });
  const row = { teamId, name, state: 'CONNECTED', kind: 'TEAM', tid, threadId, serviceUrl, createdOn } as const;
  await records.touch(team, { teamId }, row);
  await putChannel(store, { orgId, teamId, threadId, name: '', isGeneral: true });
  for (const seededChannel of channels)
    await putChannel(store, {
      orgId,
      teamId,
      threadId: channelThread(seededChannel),
      name: seededChannel,
      isGeneral: false,
    });
  for (const seededChannel of people) {
    const person = aPerson(seededChannel, tid, admins.includes(seededChannel) ? 'admin' : 'user');
    await outside(store).touch(teamsUser, { tid, oid: person.oid }, { orgId, memberId: person.memberId });
    await outside(store).touch(memberOrg, person, { orgId, memberId: person.memberId });
    await records.touch(orgMember, person, person);
    const key = { memberId: person.memberId, teamId };
    await records.touch(memberTeam, key, { teamId });
    await records.touch(teamMemberPointer, key, { memberId: person.memberId });
    await records.touch(teamMember, key, aTeamMember(seededChannel, { tid, timezone: zones[seededChannel] ?? null }));
  }
  return { orgId, teamId, tid, threadId };
};

const putChannel = (
  store: TableStore,
  {
    orgId,
    teamId,
    ...row
  }: {
    orgId: ReturnType<typeof anOrgId>;
    teamId: ReturnType<typeof aTeamId>;
    threadId: string;
    name: string;
    isGeneral: boolean;
  },
) => inOrg(store, orgId).touch(channel, { teamId, threadId: row.threadId }, { ...row, isDeleted: false });

export const oidOf = (name: string): string => `oid-${name}`;
export const teamsUserIdOf = (name: string): string => `29:${name}`;

const aPerson = (
  name: string,
  tid: string,
  role: 'user' | 'admin',
): ValueOf<typeof orgMember> & { readonly oid: string } => ({
  memberId: aMemberId(name),
  name: capital(name),
  email: `${name}@example.test`,
  role,
  tid,
  oid: oidOf(name),
  teamsUserId: teamsUserIdOf(name),
  userId: null,
  thumbnailUrl: null,
  createdOn,
  inviteRound: null,
});

const aTeamMember = (name = 'ann', change: Partial<ValueOf<typeof teamMember>> = {}): ValueOf<typeof teamMember> => ({
  memberId: aMemberId(name),
  name: capital(name),
  email: `${name}@example.test`,
  thumbnailUrl: null,
  isEnabled: true,
  leftOn: null,
  timezone: null,
  timezoneFrom: null,
  locale: null,
  localeFrom: null,
  isMuted: false,
  mutedUntil: null,
  unreachable: null,
  unreachableSince: null,
  tid: tidOf('contoso'),
  oid: oidOf(name),
  teamsUserId: teamsUserIdOf(name),
  conversationId: null,
  serviceUrl,
  ...change,
});

export interface SeedActor {
  readonly org?: string;
  readonly role?: Role;
  readonly teams?: readonly string[];
}

/** Returns an actor in the form in which the session or the bot creates it. */
export const anActor = (
  name = 'ann',
  { org: orgName = 'contoso', role = 'user', teams = ['platform'] }: SeedActor = {},
): Actor => ({
  orgId: anOrgId(orgName),
  userId: null,
  memberId: aMemberId(name),
  name: capital(name),
  role,
  teamIds: teams.map((text) => aTeamId(text)),
  locale: 'en',
});
