import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';

/** OPEN: must be charged. PROCESSING: the provider has not decided. FAILED: charged again on the days of the reminders. */
export const chargeStates = ['OPEN', 'PROCESSING', 'FAILED', 'PAID'] as const;

/**
 * The payment of the invoice of one month (yyyyMM). The state of the payment is not part of the invoice, because a sent
 * invoice must not change.
 */
export const charge = listedKind({
  name: 'charge',
  table: 'Org',
  version: 1,
  schema: z.object({
    month: z.string(),
    number: z.string(),
    amountCents: z.int(),
    currency: z.string(),
    openedAt: instant,
    state: z.enum(chargeStates),
    /**
     * The provider's id of the payment; null until there is one. All attempts use the same payment unless the provider
     * cancelled it, so that the payer cannot be charged twice.
     */
    paymentId: z.string().nullable(),
    attempts: z.int(),
    /** Instant at which the first attempt failed; null if no attempt has failed. */
    failedAt: instant.nullable(),
    reminders: z.int(),
    /** The provider's reason for the failure, such as `card_declined`; null if no attempt has failed. */
    reason: z.string().nullable(),
    paidAt: instant.nullable(),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { month: string }) => `chg|${key.month}`,
});

export const chargePartition = (shard: string): string => `charge-${shard}`;

/** Work row for a charge that is not paid. Written before the charge and removed when the charge is paid. */
export const chargeDue = kind({
  name: 'chargeDue',
  table: 'Sys',
  version: 1,
  schema: z.object({ orgId, month: z.string(), notBefore: instant, lease: instant.nullable() }),
  at: (_scope: null, key: { shard: string; orgId: OrgId; month: string }) => ({
    pk: chargePartition(key.shard),
    rk: `${key.orgId}|${key.month}`,
  }),
});
