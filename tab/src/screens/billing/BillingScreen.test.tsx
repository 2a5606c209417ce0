import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { BillingMonth, BillingSummary, Currency, Invoice, Ledger, LedgerEntry } from '#contracts/billing.ts';
import type { Instant, LocalDate } from '#contracts/ids.ts';
import { me, ulid } from '../../testing/builders.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/server.ts';

const november = '202611' as BillingMonth;
const october = '202610' as BillingMonth;
const currency = 'USD' as Currency;

const summary: BillingSummary = {
  ...{ month: november, currentMau: 12, currentMonthForecast: 3_400, stillDue: 8, expected: 5, currency },
  ...{ lastMonthAmount: 4_000, trend: { direction: 'DOWN', percent: 15 }, pricePerUser: 200, trialEndsAt: null },
  usage: [
    { month: october, mau: 20 },
    { month: november, mau: 12 },
  ],
};

const invoice: Invoice = {
  ...{ number: '2026-000007', month: october, date: '2026-10-01' as LocalDate, mau: 20, amount: 4_000, currency },
  adjustments: [{ month: '202609' as BillingMonth, people: 1, amount: 200 }],
  ...{ issuedOn: '2026-11-01T00:05:00.000Z' as Instant, url: '/api/billing/invoice/202610' },
};

const entry = (name: string | null, parts: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ memberId: ulid(name ?? 'gone'), name, event: 'ANSWER', at: '2026-11-03T23:45:00.000Z' as Instant },
  ...{ meetingName: 'Daily stand-up', amount: 200, billedIn: null },
  ...parts,
});

const ledgerOf = (month: BillingMonth, items: readonly LedgerEntry[]): Ledger => ({
  ...{ month, currency, people: items.length, total: items.length * 200, items: [...items], next: null },
});

const full = (): void => {
  server.use(
    answering('get', '/api/billing/getsummary', () => summary),
    answering('get', '/api/billing/getinvoices', () => [invoice]),
    answering('get', '/api/billing/ledger/:month', ({ params, url }) => {
      if (params['month'] === october) return ledgerOf(october, [entry('Cy', { billedIn: october })]);
      const page = ledgerOf(november, [entry('Bob', { event: 'TASK', meetingName: null }), entry(null)]);
      if (url.searchParams.get('cursor') === null) return { ...page, next: ulid('Ann') };
      return { ...page, items: [entry('Ann')] };
    }),
  );
};

const rowsIn = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('row');
const textsOf = (rows: readonly HTMLElement[]) => rows.slice(1).map((row) => row.textContent);

afterEach(() => {
  jest.restoreAllMocks();
});

it('says what is used, what it may cost and how that compares, with the usage by month', async () => {
  full();
  const { user } = renderApp('/billing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing and Payments' })).toBeInTheDocument();
  for (const label of ['Current MAU', "Current month's forecast (USD)", "Prior month's amount (USD)"])
    expect(await screen.findByText(label)).toBeInTheDocument();
  for (const said of ['12', '34.00', '40.00', 'Active people in November 2026 so far', 'October 2026'])
    expect(screen.getAllByText(said)).not.toHaveLength(0);
  expect(screen.getByText('12 counted + 5 expected of 8 still due')).toBeInTheDocument();
  expect(screen.getByText('Forecast against October 2026')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Down 15%' })).toBeInTheDocument();
  const line = 'Line chart of active people by month. October 2026: 20, November 2026: 12';
  expect(await screen.findByRole('img', { name: line })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Table' }));
  expect(textsOf(rowsIn('Usage trend'))).toEqual(['2026-1112', '2026-1020']);
});

it('says who was counted and why, all of them, and gives it away as a file', async () => {
  full();
  const { user, address } = renderApp('/billing');
  await screen.findByText('Former member');
  expect(textsOf(rowsIn('Who was counted and why'))).toEqual([
    'AnnAnswered a prompt2026-11-03 23:45Daily stand-up2.00 USD On none yet',
    'BobSaved a task2026-11-03 23:45–2.00 USD On none yet',
    'Former memberAnswered a prompt2026-11-03 23:45Daily stand-up2.00 USD On none yet',
  ]);
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const [head = '', ...lines] = ((await files[0]?.text()) ?? '').trim().split('\r\n');
  expect(head).toContain('"Person","First event","When (UTC)","Report","Amount","Currency","Invoice","Member id"');
  expect(lines[1]).toBe(`"Bob","Saved a task","2026-11-03 23:45","","2.00","USD","","${ulid('Bob')}"`);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'October 2026');
  expect(await screen.findByText('Cy')).toBeInTheDocument();
  expect(address()).toBe('/billing?month=202610');
});

describe('an invoice', () => {
  const opened = () => {
    const tab = { opener: window as Window | null, location: { replace: jest.fn() }, close: jest.fn() };
    jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    return tab;
  };
  const download = () => screen.findByRole('button', { name: 'Download the invoice of October 2026 as PDF' });

  it('opens in a new window by a link of its own', async () => {
    full();
    const asked: unknown[] = [];
    server.use(
      answering('post', '/api/billing/invoicetoken', ({ body }) => {
        asked.push(body);
        return { token: 'a b' };
      }),
    );
    const tab = opened();
    const { user } = renderApp('/billing');
    await user.click(await download());
    expect(textsOf(rowsIn('Invoices'))).toEqual([
      '2026-102040.00 USDIncludes 1 person of September 2026 counted lateDownload',
    ]);
    await waitFor(() => {
      expect(tab.location.replace).toHaveBeenCalledWith('http://localhost/api/billing/invoice/202610?token=a%20b');
    });
    expect([asked, tab.opener]).toEqual([[{ month: october }], null]);
  });

  it('leaves no empty window behind when it cannot be had', async () => {
    full();
    server.use(answering('post', '/api/billing/invoicetoken', () => refusal(404, 'NOT_FOUND', 'It is not there.')));
    const tab = opened();
    const { user } = renderApp('/billing');
    await user.click(await download());
    expect(await screen.findByText('It is not there.')).toBeInTheDocument();
    expect(tab.close).toHaveBeenCalled();
  });
});

it('says what will be here while there is nothing', async () => {
  const nothing = { currentMau: 0, currentMonthForecast: 0, lastMonthAmount: 0, stillDue: 0, expected: 0 };
  const usage = summary.usage.map((one) => ({ ...one, mau: 0 }));
  server.use(
    answering('get', '/api/billing/getsummary', () => ({
      ...{ ...summary, ...nothing, usage, trend: { direction: 'SAME', percent: 0 } },
      trialEndsAt: '2026-12-01T09:00:00.000Z',
    })),
    answering('get', '/api/billing/getinvoices', () => []),
  );
  renderApp('/billing');
  const empty = 'No invoices generated yet. Your usage and invoices will be shown here.';
  expect(await screen.findByText(empty)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'No change: 0%' })).toBeInTheDocument();
  expect(screen.getByText(/Your trial runs until 1 Dec 2026/)).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Who was counted and why' })).not.toBeInTheDocument();
});

it('says that it failed, and tries again when asked to', async () => {
  server.use(
    answering('get', '/api/billing/getsummary', () => refusal(503, 'UNAVAILABLE', 'Busy.')),
    answering('get', '/api/billing/getinvoices', () => []),
  );
  const { user } = renderApp('/billing');
  expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  full();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Current MAU')).toBeInTheDocument();
});

describe('the way to it', () => {
  const entry = () => screen.findByRole('link', { name: 'Billing' });

  it('stands in the menu of an admin', async () => {
    renderApp('/reports');
    expect(await entry()).toHaveAttribute('href', '/billing');
  });

  it.each([
    ['who is no admin', { ...me, role: 'user' as const }],
    ['where nothing is billed', { ...me, enableBilling: false }],
  ])('is not there for %s', async (_who, details) => {
    server.use(answering('get', '/api/auth/getuserdetails', () => details));
    renderApp('/billing');
    expect(await screen.findByText('Only admins of the organization see billing.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Billing' })).not.toBeInTheDocument();
  });

  it('is gone once the landing screen of the chat tool has switched it off', async () => {
    const { services } = renderApp('/billing');
    services.api.session.disableBilling();
    expect(await screen.findByText('Only admins of the organization see billing.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Billing' })).not.toBeInTheDocument();
  });
});
