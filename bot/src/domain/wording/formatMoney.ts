/**
 * Returns an amount with its currency, in English for example `1,234.50 USD`. `cents`: hundredths of the currency unit. `locale`: BCP 47
 * tag.
 */
export const amountIn = (locale: string, cents: number, currency: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)} ${currency}`;
