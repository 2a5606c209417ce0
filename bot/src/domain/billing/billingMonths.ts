import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Returns the billing month (yyyyMM) of an instant in epoch ms. Billing months are in UTC (docs/product-rules.md,
 * Billing).
 */
export const monthOf = (ms: number): BillingMonth => toInstant(ms).slice(0, 7).replace('-', '') as BillingMonth;

export const nextMonth = (month: string): BillingMonth =>
  String(month.endsWith('12') ? Number(month) + 89 : Number(month) + 1) as BillingMonth;

export const previousMonth = (month: string): BillingMonth =>
  String(month.endsWith('01') ? Number(month) - 89 : Number(month) - 1) as BillingMonth;

/** Returns the months from `first` to `last`, both included, oldest first. Empty if `first` is after `last`. */
export const monthsSince = (first: string, last: string): BillingMonth[] => {
  const months: BillingMonth[] = [];
  for (let month = first as BillingMonth; month <= last; month = nextMonth(month)) months.push(month);
  return months;
};

export const firstDateOf = (month: string): LocalDate => `${month.slice(0, 4)}-${month.slice(4)}-01` as LocalDate;

export const monthStart = (month: string): Instant => `${firstDateOf(month)}T00:00:00.000Z` as Instant;
