import { z } from 'zod';
import {
  instant,
  localDate,
  meetingId,
  memberId,
  orgId,
  teamId,
  userId,
} from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { linkPattern } from '#contracts/core/linkPatternSchema.ts';
import { orgStates } from '#contracts/organisations/organisationCalls.ts';
import { memberRoles } from '#contracts/core/rolesAndPermissions.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';

export const org = kind({
  name: 'org',
  table: 'Org',
  version: 2,
  schema: z.object({
    orgId,
    name: z.string(),
    state: z.enum(orgStates),
    tid: z.string().nullable(),
    /** True if the first install in an unknown tenant created the organisation, false if a registration did. */
    isAutomatic: z.boolean(),
    trialEndsAt: instant,
    createdOn: instant,
    retentionDays: z.int().nullable(),
    requireSecondFactor: z.boolean(),
    microsoftOnly: z.boolean(),
    /**
     * Link patterns for answers; null or missing if the organisation has no link patterns. Earlier versions keep this
     * field without reading it.
     */
    linkPatterns: z.array(linkPattern).nullish(),
    /** False if members may not skip runs; true, null or missing if members may skip runs. */
    maySkip: z.boolean().nullish(),
  }),
  upgrade: (previous) => ({ ...previous, requireSecondFactor: false, microsoftOnly: false }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'org' }),
});

/**
 * CONNECTED: the bot is installed. DISCONNECTED: the bot was uninstalled or the team was deleted in Teams. Due work is then
 * skipped, nothing is deleted, and a reinstall resumes the work.
 */
export const teamStates = ['CONNECTED', 'DISCONNECTED', 'DELETED'] as const;

export const orgTeam = listedKind({
  name: 'orgTeam',
  table: 'Org',
  version: 1,
  schema: z.object({ teamId, name: z.string(), state: z.enum(teamStates) }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { teamId: TeamId }) => `team|${key.teamId}`,
});

/** A web account of this organisation. If the account belongs to a member, the member's role applies. */
export const orgUser = listedKind({
  name: 'orgUser',
  table: 'Org',
  version: 1,
  schema: z.object({ userId, memberId: memberId.nullable(), role: z.enum(memberRoles) }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { userId: UserId }) => `user|${key.userId}`,
});

/** A member of this organisation, in any number of teams. Tenant and object id identify the member in Teams. */
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
    /** The member's id in the chat service (`29:…`). */
    teamsUserId: z.string().nullable(),
    userId: userId.nullable(),
    thumbnailUrl: z.string().nullable(),
    createdOn: instant,
    /** Increased when the member's account is deleted, which makes all earlier invitations invalid. */
    inviteRound: z.int().nullable(),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { memberId: MemberId }) => `mem|${key.memberId}`,
});

/** Membership of a member in a team. The rows of a member are next to each other, because every request reads them. */
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
