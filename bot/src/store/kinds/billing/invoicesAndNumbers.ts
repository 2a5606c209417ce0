import { z } from 'zod';
import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { instant, localDate, memberId, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { jobPartition } from '../core/jobPartition.ts';
import { billingProfileFields } from './billingProfile.ts';

/**
 * The invoice of a closed month, with all content of its PDF. After the row is written, it changes only once: when its
 * number is assigned, immediately afterwards.
 */
export const invoice = listedKind({
  name: 'invoice',
  table: 'Org',
  version: 2,
  schema: z.object({
    month: billingMonth,
    /** Null only until the number is assigned. An invoice without a number is not shown. */
    number: z.string().nullable(),
    issuedOn: instant,
    currency,
    cents: z.int(),
    /** Number of active people of this month, without late additions of earlier months. */
    mau: z.int(),
    /** Price per person in cents when the month was closed. */
    priceCents: z.int(),
    /**
     * The first line is the month itself. Further lines are earlier months with people whose activity was found only
     * after those months were closed.
     */
    lines: z.array(
      z.object({ month: billingMonth, people: z.int(), free: z.int(), priceCents: z.int(), cents: z.int() }),
    ),
    issuer: z.array(z.string()),
    orgName: z.string(),
    customer: billingProfileFields,
    /** Last day for paying; null if no amount is due. */
    dueOn: localDate.nullable(),
    paymentDetails: z.array(z.string()),
    /** The tax that the total includes; null if the invoice has no tax. */
    tax: z.object({ name: z.string(), basisPoints: z.int(), cents: z.int() }).nullable(),
  }),
  // Invoices of version 1 had no due date and no payment instructions. The upgrade adds neither, because a sent invoice must not
  // change.
  upgrade: (previous) => ({ ...previous, dueOn: null, paymentDetails: [], tax: null }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { month: string }) => `inv|${key.month}`,
});

export const pageMembers = 1000;

/**
 * Up to 1,000 people of a line of an invoice, copied from the ledger when the month was closed. Written in the transaction of the
 * invoice.
 */
export const invoicePage = listedKind({
  name: 'invoicePage',
  table: 'Org',
  version: 1,
  schema: z.object({
    invoice: billingMonth,
    month: billingMonth,
    page: z.int(),
    priceCents: z.int(),
    members: z.array(memberId),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { invoice: string; month: string; page: number }) =>
    `inl|${key.invoice}|${key.month}|${String(key.page).padStart(4, '0')}`,
});

/**
 * Last invoice number of a year, and the invoice to which it was given. A caller first ensures that this invoice stores
 * its number, and only then takes the next number. So failures neither repeat nor skip a number.
 */
export const invoiceNumbers = kind({
  name: 'invoiceNumbers',
  table: 'Dir',
  version: 1,
  schema: z.object({ count: z.int(), lastOrgId: orgId, lastMonth: billingMonth }),
  at: (_scope: null, key: { year: string }) => ({ pk: 'seq', rk: `inv|${key.year}` }),
});

/** The last month for which all invoices of a shard were created. */
export const monthsClosed = kind({
  name: 'monthsClosed',
  table: 'Sys',
  version: 1,
  schema: z.object({
    month: billingMonth,
    /** The first month that is billed. Earlier months get no invoice. */
    from: billingMonth,
  }),
  at: (_scope: null, key: { shard: string }) => ({ pk: jobPartition, rk: `month|${key.shard}` }),
});
