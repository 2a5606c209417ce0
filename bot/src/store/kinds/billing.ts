import { z } from 'zod';
import { billingMonth, currency } from '#contracts/billing.ts';
import { instant, memberId, orgId } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import { kind } from '../kind.ts';
import { sagaPartition } from './sagas.ts';

/** Whom invoices are addressed to; each is empty until somebody says it. */
export const billingProfileFields = z.object({
  company: z.string(),
  /** As on an envelope, a line each. */
  address: z.string(),
  taxId: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  purchaseOrder: z.string(),
});

/** Of the organisation; none until it is filled in. */
export const billingProfile = kind({
  name: 'billingProfile',
  table: 'Org',
  version: 1,
  schema: billingProfileFields,
  at: (scope: OrgId) => ({ pk: scope, rk: 'bill' }),
});

/** A closed month, with everything its PDF says. Made once and never changed, but for its number, which follows at once. */
export const invoice = kind({
  name: 'invoice',
  table: 'Org',
  version: 1,
  schema: z.object({
    month: billingMonth,
    /** Null only until it is drawn: such an invoice is shown to nobody yet. */
    number: z.string().nullable(),
    issuedOn: instant,
    currency,
    cents: z.int(),
    /** Active people of the month itself. */
    mau: z.int(),
    /** What the price was when the month was closed. */
    priceCents: z.int(),
    /** The month itself first, then people of earlier months who came in late. */
    lines: z.array(
      z.object({ month: billingMonth, people: z.int(), free: z.int(), priceCents: z.int(), cents: z.int() }),
    ),
    issuer: z.array(z.string()),
    orgName: z.string(),
    customer: billingProfileFields,
  }),
  at: (scope: OrgId, key: { month: string }) => ({ pk: scope, rk: `inv|${key.month}` }),
});

/** Members on one page of an invoice's ledger. */
export const pageMembers = 1000;

/** Who stands on an invoice, and what for: the ledger as it was when the month was closed. In the transaction of the invoice. */
export const invoicePage = kind({
  name: 'invoicePage',
  table: 'Org',
  version: 1,
  schema: z.object({
    /** The invoice's. */
    invoice: billingMonth,
    /** The month they counted in. */
    month: billingMonth,
    page: z.int(),
    /** What each of them costs: 0 in the trial. */
    priceCents: z.int(),
    members: z.array(memberId),
  }),
  at: (scope: OrgId, key: { invoice: string; month: string; page: number }) => ({
    pk: scope,
    rk: `inl|${key.invoice}|${key.month}|${String(key.page).padStart(4, '0')}`,
  }),
});

/**
 * Invoice numbers of a year. Who takes one writes down whom it is for, and first sees to it that the one before has got theirs:
 * no number is given twice, and none is left out, whatever breaks in between.
 */
export const invoiceNumbers = kind({
  name: 'invoiceNumbers',
  table: 'Dir',
  version: 1,
  schema: z.object({ count: z.int(), lastOrgId: orgId, lastMonth: billingMonth }),
  at: (_scope: null, key: { year: string }) => ({ pk: 'seq', rk: `inv|${key.year}` }),
});

/** Up to which month the invoices of a shard are made. */
export const monthsClosed = kind({
  name: 'monthsClosed',
  table: 'Sys',
  version: 1,
  schema: z.object({
    month: billingMonth,
    /** The first month that is billed: nothing before was meant to be. */
    from: billingMonth,
  }),
  at: (_scope: null, key: { shard: string }) => ({ pk: sagaPartition, rk: `month|${key.shard}` }),
});
