import { amountIn } from './formatMoney.ts';

it.each([
  ['en', 123_450, 'USD', '1,234.50 USD'],
  ['de', 123_405, 'EUR', '1.234,05 EUR'],
  ['en', 0, 'USD', '0.00 USD'],
  ['en', 7, 'CHF', '0.07 CHF'],
])('formats in %s %d hundredths of %s as "%s"', (locale, cents, currency, text) => {
  expect(amountIn(locale, cents, currency)).toBe(text);
});
