import type { BillingMonth } from '#contracts/billing/billingCalls.ts';

/** "12.5%" */
export const percentOf = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);

/** Epoch ms of the month's first instant: months are UTC. */
export const startOf = (month: BillingMonth): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1);

/** "yyyy-MM", for files. */
export const isoMonth = (month: BillingMonth): string => `${month.slice(0, 4)}-${month.slice(4)}`;

/** "Nov 2026" */
export const shortMonth = (month: BillingMonth, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));

/** "November 2026" */
export const monthName = (month: BillingMonth, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));

export const monthBefore = (month: BillingMonth): BillingMonth =>
  new Date(startOf(month) - 1).toISOString().slice(0, 7).replace('-', '') as BillingMonth;
