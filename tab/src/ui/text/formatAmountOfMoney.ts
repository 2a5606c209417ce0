/**
 * Returns an amount such as "1,234.50" without its currency, which the page shows in the label or beside the amount.
 */
export const amountOf = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** Returns an amount with its currency, such as "1,234.50 USD", as in invoices and emails. */
export const amountWith = (cents: number, currency: string, locale: string): string =>
  `${amountOf(cents, locale)} ${currency}`;
