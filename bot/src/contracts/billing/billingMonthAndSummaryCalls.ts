import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId } from '../core/idDateAndZoneSchemas.ts';

// Calls of the usage-based billing. Amounts are integers of the currency's smallest unit (cents). Months are in UTC and
// have the form yyyyMM.

export const billingMonth = z
  .string('invoice.badMonth')
  .regex(/^20\d{2}(?:0[1-9]|1[0-2])$/, 'invoice.badMonth')
  .brand('BillingMonth');
export type BillingMonth = z.output<typeof billingMonth>;

/** ISO 4217 currency code. */
export const currency = z
  .string('invoice.badCurrency')
  .regex(/^[A-Z]{3}$/, 'invoice.badCurrency')
  .brand('Currency');
export type Currency = z.output<typeof currency>;

const cents = z.int();

/**
 * Id of an organisation; left out = the caller's own organisation. Only a superadmin may send the id of another
 * organisation; every other caller gets NOT_FOUND for it.
 */
const orgConcerned = orgId.optional();

/** Events that make a person count as active in a month: answering a prompt, or saving a task. */
export const usageEvents = ['ANSWER', 'TASK'] as const;

export const trendDirections = ['UP', 'DOWN', 'SAME'] as const;

export const billingSummary = z.object({
  month: billingMonth,
  currentMau: z.int(),
  /**
   * Number of the people in `currentMau` who became active for the first time during the trial. These people cost
   * nothing this month.
   */
  currentFree: z.int(),
  /**
   * Forecast of this month's invoice: price × (people active so far + members still to be asked × last month's share of
   * asked members who became active). People who are free because of the trial are left out. The forecast is at most 10
   * minutes old.
   */
  currentMonthForecast: cents,
  /** The forecast for this month as if there were no trial. */
  fullMonthAmount: cents,
  /**
   * `stillDue`: number of members who will be asked again this month and are not active yet. `expected`: estimated
   * number of these members who will become active, from last month's share of asked members who became active.
   */
  stillDue: z.int(),
  expected: z.int(),
  /** Total of last month's invoice; 0 if there is none. */
  lastMonthAmount: cents,
  currency,
  /**
   * Difference between the forecast and last month's amount. `percent` has one decimal and no sign, and is 0 if last
   * month's amount is 0.
   */
  trend: z.object({ direction: z.enum(trendDirections), percent: z.number() }),
  pricePerUser: cents,
  /**
   * People who became active for the first time before this instant cost nothing this month. Null if the trial ended
   * before this month.
   */
  trialEndsAt: instant.nullable(),
  isTrial: z.boolean(),
  /** Number of active people by month, oldest first, at most 13 months. This month is the last one. */
  usage: z.array(z.object({ month: billingMonth, mau: z.int() })),
});
export type BillingSummary = z.output<typeof billingSummary>;

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

export const getBillingSummary = endpoint({
  method: 'GET',
  path: '/api/billing/getsummary',
  access: 'billing.read',
  input: z.object({ orgId: orgConcerned }),
  output: billingSummary,
});
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
