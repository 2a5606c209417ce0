import { z } from 'zod';
import { billingMonth, currency } from '#contracts/billing/billingCalls.ts';
import { instant, localDate, memberId, orgId } from '#contracts/core/ids.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import { kind, listedKind } from '../records.ts';
import { jobPartition } from './resumableJobs.ts';

/** Addressee of the invoices. Each field is empty until it is entered. */
export const billingProfileFields = z.object({
  company: z.string(),
  /** Postal address, one line per entry. */
  address: z.string(),
  taxId: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  purchaseOrder: z.string(),
});

/** Billing profile of the organisation; there is none until it is filled in. */
export const billingProfile = kind({
  name: 'billingProfile',
  table: 'Org',
  version: 1,
  schema: billingProfileFields,
  at: (scope: OrgId) => ({ pk: scope, rk: 'bill' }),
});

/** A closed month, with all content of its PDF. Written once; only its number is set afterwards, at once. */
export const invoice = listedKind({
  name: 'invoice',
  table: 'Org',
  version: 2,
  schema: z.object({
    month: billingMonth,
    /** Null only until the number is drawn: such an invoice is not shown yet. */
    number: z.string().nullable(),
    issuedOn: instant,
    currency,
    cents: z.int(),
    /** Active people of the month itself. */
    mau: z.int(),
    /** Price at the time when the month was closed. */
    priceCents: z.int(),
    /** The month itself first, then people of earlier months who came in late. */
    lines: z.array(
      z.object({ month: billingMonth, people: z.int(), free: z.int(), priceCents: z.int(), cents: z.int() }),
    ),
    issuer: z.array(z.string()),
    orgName: z.string(),
    customer: billingProfileFields,
    /** Null when there is nothing to pay. */
    dueOn: localDate.nullable(),
    /** Instructions for paying the invoice, one line each. */
    paymentDetails: z.array(z.string()),
    /** The tax that the total includes. */
    tax: z.object({ name: z.string(), basisPoints: z.int(), cents: z.int() }).nullable(),
  }),
  // Invoices of version 1 named neither a due date nor a way to pay, and a sent invoice does not change.
  upgrade: (previous) => ({ ...previous, dueOn: null, paymentDetails: [], tax: null }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { month: string }) => `inv|${key.month}`,
});

/** Members on one page of an invoice's ledger. */
export const pageMembers = 1000;

/**
 * The people on an invoice and the reason for each: the ledger at the time when the month was closed. Written in the transaction
 * of the invoice.
 */
export const invoicePage = listedKind({
  name: 'invoicePage',
  table: 'Org',
  version: 1,
  schema: z.object({
    /** The invoice's. */
    invoice: billingMonth,
    /** The month they counted in. */
    month: billingMonth,
    page: z.int(),
    /** Price of each of them: 0 in the trial. */
    priceCents: z.int(),
    members: z.array(memberId),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { invoice: string; month: string; page: number }) =>
    `inl|${key.invoice}|${key.month}|${String(key.page).padStart(4, '0')}`,
});

/**
 * Invoice numbers of a year. A caller that takes a number records the invoice for it, and first ensures that the invoice before
 * has its own. So no number is used twice or left out, whatever fails in between.
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
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `month|${key.shard}` }),
});
