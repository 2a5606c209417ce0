import { z } from 'zod';
import { instant, localDate, meetingId, memberId, orgId, teamId, userId } from '#contracts/core/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/ids.ts';
import { orgStates } from '#contracts/organisations/org.ts';
import { memberRoles } from '#contracts/core/permissions.ts';
import { kind, listedKind } from '../records.ts';

export const org = kind({
  name: 'org',
  table: 'Org',
  version: 2,
  schema: z.object({
    orgId,
    name: z.string(),
    state: z.enum(orgStates),
    tid: z.string().nullable(),
    /** Made by the first install in an unknown tenant, not by a registration. */
    isAutomatic: z.boolean(),
    trialEndsAt: instant,
    createdOn: instant,
    retentionDays: z.int().nullable(),
    requireSecondFactor: z.boolean(),
    microsoftOnly: z.boolean(),
  }),
  upgrade: (previous) => ({ ...previous, requireSecondFactor: false, microsoftOnly: false }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'org' }),
});

/** CONNECTED: the bot is there. DISCONNECTED: uninstalled or team deleted; due rows idle, nothing is deleted, reinstall resumes. */
export const teamStates = ['CONNECTED', 'DISCONNECTED', 'DELETED'] as const;

export const orgTeam = listedKind({
  name: 'orgTeam',
  table: 'Org',
  version: 1,
  schema: z.object({ teamId, name: z.string(), state: z.enum(teamStates) }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { teamId: TeamId }) => `team|${key.teamId}`,
});

/** A web account of this organisation. With a member the role is the member's. */
export const orgUser = listedKind({
  name: 'orgUser',
  table: 'Org',
  version: 1,
  schema: z.object({ userId, memberId: memberId.nullable(), role: z.enum(memberRoles) }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { userId: UserId }) => `user|${key.userId}`,
});

/** A person of this organisation, in whichever teams. Identity in Teams is tid + oid. */
export const orgMember = listedKind({
  name: 'orgMember',
  table: 'Org',
  version: 1,
  schema: z.object({
    memberId,
    name: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    tid: z.string().nullable(),
    oid: z.string().nullable(),
    /** The bot's name for them (`29:…`). */
    teamsUserId: z.string().nullable(),
    userId: userId.nullable(),
    thumbnailUrl: z.string().nullable(),
    createdOn: instant,
    /** +1 when their account is deleted: ends the invitations given out before. */
    inviteRound: z.int().nullable(),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { memberId: MemberId }) => `mem|${key.memberId}`,
});

/** Teams of a member: read at every request. */
export const memberTeam = listedKind({
  name: 'memberTeam',
  table: 'Org',
  version: 1,
  schema: z.object({ teamId }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { memberId: MemberId; teamId: TeamId }) => `mt|${key.memberId}|${key.teamId}`,
});

export const teamMemberPointer = kind({
  name: 'teamMemberPointer',
  table: 'Org',
  version: 1,
  schema: z.object({ memberId }),
  at: (scope: OrgId, key: { memberId: MemberId; teamId: TeamId }) => ({
    pk: scope,
    rk: `tm|${key.teamId}|${key.memberId}`,
  }),
});

/** Meeting → team. */
export const meetingPointer = kind({
  name: 'meetingPointer',
  table: 'Org',
  version: 1,
  schema: z.object({ meetingId, teamId }),
  at: (scope: OrgId, key: { meetingId: MeetingId }) => ({ pk: scope, rk: `g|${key.meetingId}` }),
});

export const vacation = listedKind({
  name: 'vacation',
  table: 'Org',
  version: 1,
  schema: z.object({ memberId, date: localDate }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { memberId: MemberId; date: LocalDate }) => `vac|${key.memberId}|${key.date}`,
});
