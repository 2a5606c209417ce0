import { amountText, moneyText } from './formatMoney.ts';

it.each([
  [123_450, 'USD', 'en', '1,234.50 USD'],
  [123_405, 'EUR', 'de', '1.234,05 EUR'],
  [0, 'USD', 'en', '0.00 USD'],
  [7, 'CHF', 'en', '0.07 CHF'],
])('formats %d hundredths of %s in %s as "%s"', (cents, currency, locale, text) => {
  expect(moneyText(cents, currency, locale)).toBe(text);
});

it('formats an amount without its currency', () => {
  expect(amountText(123_450, 'de')).toBe('1.234,50');
});
