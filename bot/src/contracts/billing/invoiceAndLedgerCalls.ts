import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId } from '../core/idDateAndZoneSchemas.ts';
import { billingMonth, cents, currency, orgConcerned } from './billingMonthAndSummaryCalls.ts';

/** Events that make a person count as active in a month: answering a prompt, or saving a task. */
export const usageEvents = ['ANSWER', 'TASK'] as const;

/**
 * Later correction of an invoiced month: the people whose first event was recorded after the invoice was made, and
 * their price.
 */
export const adjustment = z.object({ month: billingMonth, people: z.int(), amount: cents });

/**
 * States of an invoice. VOID: the total is 0, so there is nothing to pay. OVERDUE: the invoice was not paid by its due
 * date, or the card was refused.
 */
export const invoiceStates = ['OPEN', 'PAID', 'OVERDUE', 'VOID'] as const;

export const invoice = z.object({
  number: z.string(),
  state: z.enum(invoiceStates),
  /** Due date; null if there is nothing to pay. */
  dueOn: localDate.nullable(),
  date: localDate,
  month: billingMonth,
  mau: z.int(),
  amount: cents,
  currency,
  adjustments: z.array(adjustment),
  issuedOn: instant,
  /** Path of the PDF. For a link that a browser opens, add `?token=` with a token from `invoiceToken`. */
  url: z.string(),
});
export type Invoice = z.output<typeof invoice>;

export const ledgerEntry = z.object({
  memberId,
  /** Name of the member; null = unknown, because the member's data was erased. */
  name: z.string().nullable(),
  event: z.enum(usageEvents),
  at: instant,
  /** Name of the report; null = the event belongs to no report, or the report was deleted. */
  meetingName: z.string().nullable(),
  /** Price of the person in cents; 0 if the person became active for the first time during the trial. */
  amount: cents,
  /** Month of the invoice that contains this person; null = no invoice yet. */
  billedIn: billingMonth.nullable(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const getInvoices = endpoint({
  method: 'GET',
  path: '/api/billing/getinvoices',
  access: 'billing.read',
  input: z.object({ orgId: orgConcerned }),
  output: z.array(invoice),
});
/**
 * Returns the people who were active in a month and why, 1,000 on each page. `total` and `people` are those of the
 * whole month.
 */
export const getLedger = endpoint({
  method: 'GET',
  path: '/api/billing/ledger/{month}',
  access: 'billing.read',
  input: z.object({ month: billingMonth, cursor: memberId.optional(), orgId: orgConcerned }),
  output: z.object({
    month: billingMonth,
    currency,
    people: z.int(),
    total: cents,
    items: z.array(ledgerEntry),
    next: memberId.nullable(),
  }),
});
export type Ledger = z.output<typeof getLedger.output>;

/**
 * Returns the invoice as a PDF, without the JSON envelope of other replies. A link that a browser opens needs `token`,
 * because the browser opens a link without the access token of the session.
 */
export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/billing/invoice/{month}',
  access: 'billing.read',
  input: z.object({
    month: billingMonth,
    token: z.string().max(64, 'invalid.tooLong').optional(),
    orgId: orgConcerned,
  }),
  output: z.unknown(),
});
/**
 * Returns a token for the `?token=` parameter of one invoice's PDF. The token is valid for 60 seconds and for this
 * invoice only.
 */
export const invoiceToken = endpoint({
  method: 'POST',
  path: '/api/billing/invoicetoken',
  access: 'billing.read',
  input: z.object({ month: billingMonth, orgId: orgConcerned }),
  output: z.object({ token: z.string() }),
});
