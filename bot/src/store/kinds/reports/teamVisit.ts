import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/**
 * The visits of a person to a team. `at` is the instant of the latest request of the current visit, to the minute.
 * `before` is the same of the previous visit; null if there was no previous visit.
 */
export const visit = listedKind({
  name: 'visit',
  table: 'Accounts',
  version: 1,
  schema: z.object({ at: instant, before: instant.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; teamId: TeamId }) => `seen|${key.orgId}|${key.teamId}`,
});
