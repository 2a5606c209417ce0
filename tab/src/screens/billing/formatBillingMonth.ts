import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';

/** Returns the first instant of the month in epoch milliseconds. Billing months begin and end in UTC. */
export const startOf = (month: BillingMonth): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1);

/** Returns the month in the form yyyy-MM, for names of files. */
export const isoMonth = (month: BillingMonth): string => `${month.slice(0, 4)}-${month.slice(4)}`;

/** Returns the month as text, such as "Nov 2026". */
export const shortMonth = (month: BillingMonth, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));

/** Returns the month as text, such as "November 2026". */
export const monthName = (month: BillingMonth, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));

export const monthBefore = (month: BillingMonth): BillingMonth =>
  new Date(startOf(month) - 1).toISOString().slice(0, 7).replace('-', '') as BillingMonth;
