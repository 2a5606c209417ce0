import fc from 'fast-check';
import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  billingTrend,
  chargesFor,
  expectedPeople,
  forecastCents,
  includedTax,
  invoiceNumber,
  invoiceStateOf,
  invoiceLines,
  requireCurrency,
  invoiceTotal,
} from './forecastAndInvoiceAmounts.ts';
import { monthsSince, nextMonth, previousMonth } from './billingMonths.ts';

const october = billingMonth.parse('202610');
const november = billingMonth.parse('202611');
const people = (count: number, at: string) =>
  Array.from({ length: count }, (_, index) => ({ memberId: `m${index}` as MemberId, at }));

describe('the forecast', () => {
  it('is the price of the counted members plus the last month’s share of those still due', () => {
    expect(forecastCents(200, { counted: 3, due: 4, lastAsked: 8, lastActive: 6 })).toBe(600 + 600);
    expect(forecastCents(200, { counted: 0, due: 1, lastAsked: 3, lastActive: 1 })).toBe(67);
  });

  it('expects all members if none was asked last month, and none if none answered', () => {
    expect(forecastCents(200, { counted: 1, due: 4, lastAsked: 0, lastActive: 0 })).toBe(1000);
    expect(forecastCents(200, { counted: 1, due: 4, lastAsked: 9, lastActive: 0 })).toBe(200);
  });

  it('is in whole cents, between the price of the counted members and of all members', () => {
    const count = fc.nat(10_000);
    fc.assert(
      fc.property(count, count, count, count, (counted, due, lastAsked, maxLastActive) => {
        const lastActive = Math.min(maxLastActive, lastAsked);
        const cents = forecastCents(199, { counted, due, lastAsked, lastActive });
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(199 * counted);
        expect(cents).toBeLessThanOrEqual(199 * (counted + due));
      }),
    );
  });
});

describe('the people whom the forecast expects', () => {
  it('are all members still due if no member was asked last month', () => {
    expect(expectedPeople({ counted: 2, due: 4, lastAsked: 0, lastActive: 0 })).toBe(4);
  });

  it('are last month’s share of those still due, as whole people', () => {
    expect(expectedPeople({ counted: 2, due: 4, lastAsked: 8, lastActive: 6 })).toBe(3);
    expect(expectedPeople({ counted: 2, due: 4, lastAsked: 8, lastActive: 5 })).toBe(3);
  });
});

describe('the trend', () => {
  it('is the absolute percentage with one decimal, and its direction', () => {
    expect(billingTrend(1200, 1000)).toEqual({ direction: 'UP', percent: 20 });
    expect(billingTrend(1000, 1200)).toEqual({ direction: 'DOWN', percent: 16.7 });
    expect(billingTrend(2001, 1000)).toEqual({ direction: 'UP', percent: 100.1 });
    expect(billingTrend(1000, 1000)).toEqual({ direction: 'SAME', percent: 0 });
  });

  it('is 0 when last month was 0', () => {
    expect(billingTrend(5000, 0)).toEqual({ direction: 'SAME', percent: 0 });
  });
});

describe('price of a month', () => {
  const terms = { priceCents: 200, trialEndsAt: '2026-11-15T00:00:00.000Z' };

  it('charges nothing for members first counted during the trial, and the price for all others', () => {
    const all = [...people(2, '2026-11-14T23:59:59.999Z'), ...people(3, terms.trialEndsAt)];
    const lines = invoiceLines(november, chargesFor(november, all, terms));
    expect(lines).toEqual([{ month: november, people: 5, free: 2, priceCents: 200, cents: 600 }]);
  });

  it('names the month of the invoice first, then each earlier one, and adds up', () => {
    const late = { month: october, priceCents: 150, members: people(2, '').map((person) => person.memberId) };
    const own = chargesFor(november, people(4, '2026-11-20T00:00:00.000Z'), terms);
    const lines = invoiceLines(november, [late, ...own]);
    expect(lines.map(({ month, cents }) => [month, cents])).toEqual([
      [november, 800],
      [october, 300],
    ]);
    expect(invoiceTotal(lines)).toBe(1100);
    expect(invoiceLines(november, [])).toEqual([]);
  });

  it('lists earlier months oldest first, regardless of the order of late entries', () => {
    const late = (month: string) => ({
      month: billingMonth.parse(month),
      priceCents: 150,
      members: ['m1' as MemberId],
    });
    const lines = invoiceLines(november, [late('202610'), late('202512'), late('202607')]);
    expect(lines.map(({ month }) => month)).toEqual(['202512', '202607', '202610']);
  });

  it('is never added to an amount of another currency', () => {
    const usd = currency.parse('USD');
    let refused: unknown;
    try {
      requireCurrency('EUR', usd);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: 'CURRENCY_MISMATCH',
      details: { values: { given: 'EUR', currency: 'USD' } },
    });
    requireCurrency('USD', currency.parse('USD'));
  });
});

it('writes an invoice number as the year and six digits', () => {
  expect(invoiceNumber('2026', 42)).toBe('2026-000042');
});

it('orders months across the end of a year', () => {
  expect(nextMonth('202612')).toBe('202701');
  expect(previousMonth('202701')).toBe('202612');
  expect(monthsSince('202611', '202702')).toEqual(['202611', '202612', '202701', '202702']);
  expect(monthsSince('202702', '202611')).toEqual([]);
});

it.each([
  [11_900, 1900, 1900],
  [400, 1900, 64],
  [400, 770, 29],
  [0, 1900, 0],
])('the tax that %d cents include at %d basis points is %d', (cents, basisPoints, tax) => {
  expect(includedTax(cents, { basisPoints })).toBe(tax);
});

describe('the state of an invoice', () => {
  const due = '2026-12-15' as LocalDate;

  it.each([
    ['without an amount is void, also when it is late', { cents: 0, dueOn: due, charge: null }, '2027-01-01', 'VOID'],
    ['that was paid stays paid after its due date', { cents: 1, dueOn: due, charge: 'PAID' }, '2027-01-01', 'PAID'],
    [
      'whose charge failed is overdue before its due date',
      { cents: 1, dueOn: due, charge: 'FAILED' },
      '2026-12-01',
      'OVERDUE',
    ],
    ['is open on its due date', { cents: 1, dueOn: due, charge: 'OPEN' }, '2026-12-15', 'OPEN'],
    ['is overdue the day after', { cents: 1, dueOn: due, charge: 'OPEN' }, '2026-12-16', 'OVERDUE'],
    [
      'is overdue while a late payment is under way',
      { cents: 1, dueOn: due, charge: 'PROCESSING' },
      '2026-12-16',
      'OVERDUE',
    ],
    ['without a due date is never overdue', { cents: 1, dueOn: null, charge: null }, '2030-01-01', 'OPEN'],
  ] as const)('%s', (_what, facts, today, state) => {
    expect(invoiceStateOf(facts, today)).toBe(state);
  });
});
