/** Returns an amount with its currency: `1,234.50 USD`. `cents` are hundredths of the currency; `locale` is any BCP 47 tag. */
export const amountIn = (locale: string, cents: number, currency: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)} ${currency}`;
