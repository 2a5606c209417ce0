import { z } from 'zod';
import { instant, memberId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { memberRoles } from '#contracts/core/rolesAndPermissions.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

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
