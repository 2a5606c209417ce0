import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, memberId, orgId } from '../core/ids.ts';

// Usage-based billing. Amounts are integers of the currency's smallest unit (cents); months are UTC and written yyyyMM.

export const billingMonth = z
  .string('invoice.badMonth')
  .regex(/^20\d{2}(?:0[1-9]|1[0-2])$/, 'invoice.badMonth')
  .brand('BillingMonth');
export type BillingMonth = z.output<typeof billingMonth>;

/** ISO 4217. */
export const currency = z
  .string('invoice.badCurrency')
  .regex(/^[A-Z]{3}$/, 'invoice.badCurrency')
  .brand('Currency');
export type Currency = z.output<typeof currency>;

const cents = z.int();

/** Only a superadmin may name another organisation. For other callers it does not exist. */
const orgConcerned = orgId.optional();

/** Events that make a person count: an answered prompt, or a task that they saved themselves. */
export const usageEvents = ['ANSWER', 'TASK'] as const;

export const trendDirections = ['UP', 'DOWN', 'SAME'] as const;

export const billingSummary = z.object({
  month: billingMonth,
  currentMau: z.int(),
  /** Of them, the people first counted during the trial: they cost nothing this month. */
  currentFree: z.int(),
  /**
   * Price × (counted + still due × last month's share of asked that became active), without the people who cost nothing because
   * of the trial. At most 10 minutes old.
   */
  currentMonthForecast: cents,
  /** The same without a trial: the cost of a month like this. */
  fullMonthAmount: cents,
  /**
   * `stillDue`: members who are asked at least once more this month and have not counted. `expected`: how many of them will count
   * by last month's share.
   */
  stillDue: z.int(),
  expected: z.int(),
  /** Total of the last month's invoice; 0 without one. */
  lastMonthAmount: cents,
  currency,
  /** Forecast against last month; `percent` has one decimal, no sign, and is 0 when last month's amount is 0. */
  trend: z.object({ direction: z.enum(trendDirections), percent: z.number() }),
  pricePerUser: cents,
  /** People first counted before this instant cost nothing this month; null if the trial ended before this month. */
  trialEndsAt: instant.nullable(),
  /** True while the trial is running. */
  isTrial: z.boolean(),
  /** Active people by month, oldest first, this month last; at most 13. */
  usage: z.array(z.object({ month: billingMonth, mau: z.int() })),
});
export type BillingSummary = z.output<typeof billingSummary>;

/** People of an earlier month whose event was recorded after its invoice was made. */
export const adjustment = z.object({ month: billingMonth, people: z.int(), amount: cents });

/** VOID: the total is 0, so there is nothing to pay. OVERDUE: unpaid after its due date, or the card was refused. */
export const invoiceStates = ['OPEN', 'PAID', 'OVERDUE', 'VOID'] as const;

export const invoice = z.object({
  number: z.string(),
  state: z.enum(invoiceStates),
  /** Null when there is nothing to pay. */
  dueOn: localDate.nullable(),
  /** First day of the month it is for. */
  date: localDate,
  month: billingMonth,
  mau: z.int(),
  amount: cents,
  currency,
  adjustments: z.array(adjustment),
  issuedOn: instant,
  /** Path of the PDF; a browser's link carries `?token=` of `invoiceToken`. */
  url: z.string(),
});
export type Invoice = z.output<typeof invoice>;

export const ledgerEntry = z.object({
  memberId,
  /** Null = no longer known: their data were erased. */
  name: z.string().nullable(),
  event: z.enum(usageEvents),
  at: instant,
  /** Null = no report, or a deleted one. */
  meetingName: z.string().nullable(),
  /** 0 for a person who was first counted during the trial. */
  amount: cents,
  /** The month of the invoice that contains it; null = none yet. */
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
/** Newest first. */
export const getInvoices = endpoint({
  method: 'GET',
  path: '/api/billing/getinvoices',
  access: 'billing.read',
  input: z.object({ orgId: orgConcerned }),
  output: z.array(invoice),
});
/** People counted in a month, with the reason, 1,000 at a time; `total` and `people` are of the whole month. */
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

/** The invoice as PDF: no envelope. `token` in place of a session, for a link that a browser opens. */
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
/** A token for `?token=` of one invoice, valid for 60 seconds and for this invoice only. */
export const invoiceToken = endpoint({
  method: 'POST',
  path: '/api/billing/invoicetoken',
  access: 'billing.read',
  input: z.object({ month: billingMonth, orgId: orgConcerned }),
  output: z.object({ token: z.string() }),
});
