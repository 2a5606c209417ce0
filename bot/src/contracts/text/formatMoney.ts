// Formats amounts. `cents`: hundredths of the currency unit. `locale`: BCP 47 tag.

/** Returns an amount such as "1,234.50" without its currency, which appears in the label or beside the amount. */
export const amountText = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** Returns an amount with its currency, such as "1,234.50 USD". */
export const moneyText = (cents: number, currency: string, locale: string): string =>
  `${amountText(cents, locale)} ${currency}`;
