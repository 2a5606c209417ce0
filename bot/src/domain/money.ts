/** An amount in hundredths as its reader writes it: `$1,234.50`. The locale is any BCP 47 tag. */
export const amountIn = (locale: string, cents: number, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100);
