import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/**
 * Data for completing an account. The row is written at the registration, and removed when the address is confirmed or
 * the registration ends without a confirmation.
 */
export const registration = kind({
  name: 'registration',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    userId,
    orgId,
    /** Name of the organisation to create; null for a person who was invited into an existing organisation. */
    organizationName: z.string().nullable(),
    memberId: memberId.nullable(),
    /** SHA-256 of the invitation's code, which becomes invalid at the confirmation; null without an invitation. */
    invitation: z.string().nullish(),
    /** SHA-256 of a secret in the browser of the registration. This browser can confirm the address without the password. */
    browser: z.string().nullish(),
    /** If the address is not confirmed by this instant, the account and its rows are removed. */
    until: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'reg' }),
});
