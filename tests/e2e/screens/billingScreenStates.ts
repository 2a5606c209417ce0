import type { Page } from 'playwright-core';
import type { BillingMonth, BillingSummary, Currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Invoice, Ledger } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { Instant, LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Screen } from './screenStateType.ts';

// Lists the states of the billing page. The server's replies are faked, because the demo has no full year of invoices.

const usd = 'USD' as Currency;
const months = ['202511', '202512', '202601', '202602', '202603', '202604', '202605', '202606', '202607'].concat(
  ...['202608', '202609', '202610', '202611'],
) as BillingMonth[];
const figures = [0, 12, 118, 240, 236, 310, 402, 415, 1_240, 1_236, 1_302, 1_377, 871];
const november = '202611' as BillingMonth;

export const fullSummary: BillingSummary = {
  ...{ month: november, currentMau: 871, currentMonthForecast: 281_650, stillDue: 612, expected: 537 },
  ...{ currentFree: 120, fullMonthAmount: 305_650, isTrial: false },
  ...{ lastMonthAmount: 275_400, currency: usd, trend: { direction: 'UP', percent: 2.3 }, pricePerUser: 200 },
  trialEndsAt: '2026-11-20T10:00:00.000Z' as Instant,
  usage: months.map((month, index) => ({ month, mau: figures[index] ?? 0 })),
};

export const fullInvoices: Invoice[] = months
  .slice(1, -1)
  .map((month, index): Invoice => ({
    ...{ number: `2026-${String(index + 1).padStart(6, '0')}`, month, mau: figures[index + 1] ?? 0, currency: usd },
    ...{ state: month === '202610' ? 'OPEN' : 'PAID', dueOn: '2026-11-15' as LocalDate },
    date: `${month.slice(0, 4)}-${month.slice(4)}-01` as LocalDate,
    amount: (figures[index + 1] ?? 0) * 200,
    adjustments: month === '202609' ? [{ month: '202608' as BillingMonth, people: 3, amount: 600 }] : [],
    issuedOn: '2026-11-01T00:05:00.000Z' as Instant,
    url: `/api/billing/invoice/${month}`,
  }))
  .reverse();

const people = [
  'Ann Lee',
  'Wolfeschlegelsteinhausenbergerdorff Maximiliana Konstantinopolitanischedudelsackpfeife',
  'שלומית בן־דוד',
  '张伟',
  'Bob Lindqvist',
];

export const fullLedger: Ledger = {
  ...{ month: november, currency: usd, people: 6, total: 1000, next: null },
  items: [...people, null].map((name, index) => ({
    ...{ memberId: `0${index}`.padStart(26, '0') as MemberId, name, event: index % 3 === 1 ? 'TASK' : 'ANSWER' },
    ...{ at: `2026-11-0${index + 1}T09:4${index}:00.000Z` as Instant, amount: index === 2 ? 0 : 200, billedIn: null },
    meetingName:
      index === 3 ? 'A daily stand-up whose name is as long as a name may be, '.repeat(2).slice(0, 100) : 'Daily',
  })),
};

const calls = { summary: 'getsummary', invoices: 'getinvoices', ledger: 'ledger/*' } as const;
const success = (data: unknown) => ({ status: 'Success', data, code: 200, message: '', errorCode: null });

const answer = async (page: Page, call: keyof typeof calls, data: unknown): Promise<void> => {
  await page.route(`**/api/billing/${calls[call]}`, (route) => route.fulfill({ json: success(data) }));
};

const openFull = async (page: Page, address: string): Promise<void> => {
  await answer(page, 'summary', fullSummary);
  await answer(page, 'invoices', fullInvoices);
  await answer(page, 'ledger', fullLedger);
  await page.goto(`${address}/billing`);
  await page.getByText('Former member').waitFor();
  await page.getByRole('img', { name: /^Line chart/ }).waitFor();
};

const as = (name: string, open: Screen['open'], who: Screen['who'] = 'ann'): Screen => ({ name, who, open });

export const billingScreenStates: readonly Screen[] = [
  as('billing', openFull),
  as('billing-figures', async (page, address) => {
    await openFull(page, address);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('cell', { name: 'Nov 2025' }).waitFor();
  }),
  as('billing-ledger', async (page, address) => {
    await openFull(page, address);
    await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
  }),
  as('billing-demo', async (page, address) => {
    await page.goto(`${address}/billing`);
    await page.getByRole('heading', { name: 'Who was counted and why' }).waitFor();
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('img', { name: /^Line chart/ }).waitFor();
  }),
  as('billing-empty', async (page, address) => {
    const usage = [
      { month: '202610', mau: 0 },
      { month: november, mau: 0 },
    ];
    const trend = { direction: 'SAME', percent: 0 };
    const nothing = {
      currentMau: 0,
      currentMonthForecast: 0,
      stillDue: 0,
      expected: 0,
      lastMonthAmount: 0,
      usage,
      trend,
    };
    await answer(page, 'summary', { ...fullSummary, ...nothing });
    await answer(page, 'invoices', []);
    await page.goto(`${address}/billing`);
    await page.getByText('No invoices generated yet.').waitFor();
  }),
  as('billing-loading', async (page, address) => {
    await page.route('**/api/billing/**', () => new Promise(() => undefined));
    await page.goto(`${address}/billing`);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
  }),
  as('billing-failed', async (page, address) => {
    await page.route('**/api/billing/**', (route) => route.abort());
    await page.goto(`${address}/billing`);
    await page.getByRole('alert').first().waitFor();
  }),
  as(
    'billing-not-yours',
    async (page, address) => {
      await page.goto(`${address}/billing`);
      await page.getByText('Only admins').waitFor();
    },
    'bob',
  ),
];
