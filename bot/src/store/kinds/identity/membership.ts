import { z } from 'zod';
import { memberId, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/** Membership of a person in an organisation. `memberId` is null until the roster of a team contains the person. */
export const membership = listedKind({
  name: 'membership',
  table: 'Accounts',
  version: 1,
  schema: z.object({ orgId, memberId: memberId.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; memberId: MemberId | null }) => `m|${key.orgId}|${key.memberId ?? '-'}`,
});
