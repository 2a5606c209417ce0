import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/**
 * The address of a person's calendar feed in an organisation. The row contains only the hash of the secret in the
 * address, and is deleted with the account or the membership.
 */
export const calendarFeed = listedKind({
  name: 'calendarFeed',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    orgId,
    hash: z.string(),
    createdAt: instant,
    /**
     * The account's session epoch when the address was created. The address is invalid if this epoch is lower than the account's
     * `joinsFrom`.
     */
    epoch: z.int().nullish(),
  }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId }) => `feed|${key.orgId}`,
});
