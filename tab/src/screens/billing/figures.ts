import type { BillingMonth } from '#contracts/billing.ts';

/** "1,234.50", without its currency, which stands in the label or beside it. */
export const amountOf = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** "12.5%" */
export const percentOf = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);

/** Epoch ms of the month's first instant: months are UTC. */
export const startOf = (month: BillingMonth): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1);

/** "yyyy-MM" */
export const shortMonth = (month: BillingMonth): string => `${month.slice(0, 4)}-${month.slice(4)}`;

/** "November 2026" */
export const monthName = (month: BillingMonth, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month));

export const monthBefore = (month: BillingMonth): BillingMonth =>
  new Date(startOf(month) - 1).toISOString().slice(0, 7).replace('-', '') as BillingMonth;
