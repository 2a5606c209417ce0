import { z } from 'zod';
import { memberId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';

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
