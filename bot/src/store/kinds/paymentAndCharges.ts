import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { paymentProviders } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';

/** Payment settings of an organisation that has never paid. Rows of version 1 get them as defaults. */
export const nothingPaidYet = {
  methodId: null,
  methodLabel: null,
  methodEnteredAt: null,
  overdueSince: null,
  methodLostAt: null,
  locale: 'en',
} as const;

/** Payment settings of an organisation. The row is missing until a billing contact is entered. */
export const payment = kind({
  name: 'payment',
  table: 'Org',
  version: 2,
  schema: z.object({
    provider: z.enum(paymentProviders),
    /** The provider's id of the customer; null for the provider `invoice`. */
    customerId: z.string().nullable(),
    methodId: z.string().nullable(),
    methodLabel: z.string().nullable(),
    /**
     * Instant at which the payment method was entered; null if no method was entered. Events about methods that were
     * entered earlier are ignored.
     */
    methodEnteredAt: instant.nullable(),
    /** Instant since which a payment is overdue; null if no payment is overdue. */
    overdueSince: instant.nullable(),
    /**
     * Instant at which the organisation lost its payment method, through the provider or a change of settings; null if
     * the organisation has a method, or never had a method.
     */
    methodLostAt: instant.nullable(),
    /** BCP 47 tag: language of the person who saved the settings, used for messages to the payer. */
    locale: z.string(),
  }),
  upgrade: (previous) => ({ ...previous, ...nothingPaidYet }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'pay' }),
});

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

export const payingCustomer = kind({
  name: 'payingCustomer',
  table: 'Dir',
  version: 1,
  schema: z.object({ orgId }),
  at: (_scope: null, key: { provider: string; customerId: string }) => ({
    pk: `pay:${key.provider}|${key.customerId}`,
    rk: 'o',
  }),
});

/** Records a webhook event that was applied, so that a repeated event is ignored. */
export const payingEvent = kind({
  name: 'payingEvent',
  table: 'Dir',
  version: 1,
  schema: z.object({ at: instant }),
  at: (_scope: null, key: { provider: string; customerId: string; eventId: string }) => ({
    pk: `pay:${key.provider}|${key.customerId}`,
    rk: `ev|${key.eventId}`,
  }),
});
