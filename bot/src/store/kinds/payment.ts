import { z } from 'zod';
import { instant, orgId } from '#contracts/core/ids.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import { paymentProviders } from '#contracts/billing/paymentCalls.ts';
import { kind, listedKind } from '../records.ts';

/** A payer without any charge; also the default for rows that lack these fields. */
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
    /** Of the provider; null with `invoice`. */
    customerId: z.string().nullable(),
    methodId: z.string().nullable(),
    /** "Visa •••• 4242". */
    methodLabel: z.string().nullable(),
    /** When it was entered: an event about one entered before comes too late. */
    methodEnteredAt: instant.nullable(),
    /** Since when a payment has failed; null = none has. */
    overdueSince: instant.nullable(),
    /** Since when the card that was there is gone, at the provider or for another one that was not entered yet. */
    methodLostAt: instant.nullable(),
    /** BCP 47: language of the person who saved it, used for messages to the payer. */
    locale: z.string(),
  }),
  upgrade: (previous) => ({ ...previous, ...nothingPaidYet }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'pay' }),
});

/** OPEN: to be charged. PROCESSING: the provider has not decided. FAILED: tried again on the days of the reminders. */
export const chargeStates = ['OPEN', 'PROCESSING', 'FAILED', 'PAID'] as const;

/** The payment of one invoice, yyyyMM. The invoice itself never changes. */
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
    /** The provider's id: one for all attempts, so that no attempt can charge twice. */
    paymentId: z.string().nullable(),
    attempts: z.int(),
    /** When the first attempt failed. */
    failedAt: instant.nullable(),
    /** Number of reminders sent. */
    reminders: z.int(),
    /** The provider's own code, such as `card_declined`. */
    reason: z.string().nullable(),
    paidAt: instant.nullable(),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { month: string }) => `chg|${key.month}`,
});

export const chargePartition = (shard: string): string => `charge-${shard}`;

/** A charge that is not settled yet; written before it, removed when it is paid. */
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

/** The provider's customer → organisation. */
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

/** A webhook event that was applied. */
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
