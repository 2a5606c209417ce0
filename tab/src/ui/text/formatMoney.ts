/** "1,234.50", without the currency, which is in the label or beside it. */
export const amountOf = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** "1,234.50 USD", as invoices and emails write it. */
export const amountWith = (cents: number, currency: string, locale: string): string =>
  `${amountOf(cents, locale)} ${currency}`;
