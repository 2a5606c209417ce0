import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, orgId } from '../core/idDateAndZoneSchemas.ts';

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

export const cents = z.int();

/**
 * Id of an organisation; left out = the caller's own organisation. Only a superadmin may send the id of another
 * organisation; every other caller gets NOT_FOUND for it.
 */
export const orgConcerned = orgId.optional();

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

export const getBillingSummary = endpoint({
  method: 'GET',
  path: '/api/billing/getsummary',
  access: 'billing.read',
  input: z.object({ orgId: orgConcerned }),
  output: billingSummary,
});
