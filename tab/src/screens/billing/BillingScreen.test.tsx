import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { BillingMonth, BillingSummary, Currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Invoice, Ledger, LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { select } from '../../testing/domQueries.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const november = '202611' as BillingMonth;
const october = '202610' as BillingMonth;
const currency = 'USD' as Currency;

const summary: BillingSummary = {
  ...{ month: november, currentMau: 12, currentMonthForecast: 3_400, stillDue: 8, expected: 5, currency },
  ...{ lastMonthAmount: 4_000, trend: { direction: 'DOWN', percent: 15 }, pricePerUser: 200, trialEndsAt: null },
  ...{ currentFree: 0, fullMonthAmount: 3_400, isTrial: false },
  usage: [
    { month: october, mau: 20 },
    { month: november, mau: 12 },
  ],
};

const invoice: Invoice = {
  ...{ number: '2026-000007', month: october, date: '2026-10-01' as LocalDate, mau: 20, amount: 4_000, currency },
  adjustments: [{ month: '202609' as BillingMonth, people: 1, amount: 200 }],
  ...{ state: 'OPEN', dueOn: '2026-11-15' as LocalDate },
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

it('shows the usage, the expected cost and its trend, with the usage by month', async () => {
  full();
  const { user } = renderApp('/billing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing and Payments' })).toBeInTheDocument();
  for (const label of ['Current MAU', "Current month's forecast (USD)", "Prior month's amount (USD)"])
    expect(await screen.findByText(label)).toBeInTheDocument();
  for (const text of ['12', '34.00', '40.00', 'Active people in November 2026 so far', 'October 2026'])
    expect(screen.getAllByText(text)).not.toHaveLength(0);
  expect(screen.getByText('12 counted + 5 expected of 8 still due')).toBeInTheDocument();
  expect(screen.getByText('Forecast against October 2026')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Down 15%' })).toBeInTheDocument();
  const line = 'Line chart of active people by month. October 2026: 20, November 2026: 12 so far';
  expect(await screen.findByRole('img', { name: line })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Table' }));
  expect(textsOf(rowsIn('Usage trend'))).toEqual(['Nov 202612', 'Oct 202620']);
});

describe('the usage chart', () => {
  const charted = async (usage: BillingSummary['usage']): Promise<HTMLElement> => {
    full();
    server.use(answering('get', '/api/billing/getsummary', () => ({ ...summary, usage })));
    renderApp('/billing');
    return screen.findByRole('img', { name: /^Line chart of active people by month/ });
  };

  const september = '202609' as BillingMonth;

  it('draws a line for complete months only', async () => {
    // jsdom has no layout, and a chart without a width draws no line, so the test gives the chart a width.
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 160));
    const chart = await charted([{ month: september, mau: 16 }, ...summary.usage]);
    await waitFor(() => {
      expect(select(chart, 'svg path')).not.toEqual([]);
    });
    expect(select(chart, 'svg')[0]?.getAttribute('width')).toBe('300');
  });

  it('draws no line to the current month', async () => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 160));
    const chart = await charted(summary.usage);
    expect(select(chart, 'span').length).toBeGreaterThan(0);
    expect(select(chart, 'svg path')).toEqual([]);
  });

  it('places the only month of a new organisation, without a line', async () => {
    const chart = await charted([{ month: november, mau: 12 }]);
    expect(chart).toHaveAccessibleName('Line chart of active people by month. November 2026: 12 so far');
    expect(select(chart, 'svg path')).toEqual([]);
    for (const part of select(chart, 'span')) expect(part.getAttribute('style')).toMatch(/^left: 50%/);
    expect(select(chart, 'span')).toHaveLength(3);
  });
});

it('lists all counted members with reasons, and exports them as a file', async () => {
  full();
  const { user, address } = renderApp('/billing');
  await screen.findByText('Former member');
  expect(textsOf(rowsIn('Who was counted and why'))).toEqual([
    'AnnAnswered a prompt3 Nov 2026, 23:45Daily stand-up2.00 USD Not invoiced yet',
    'BobSaved a task3 Nov 2026, 23:45–2.00 USD Not invoiced yet',
    'Former memberAnswered a prompt3 Nov 2026, 23:45Daily stand-up2.00 USD Not invoiced yet',
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

  it('opens in a new window with a separate link', async () => {
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
      'Oct 20262026-0000072040.00 USDIncludes 1 person of September 2026 counted lateOpen15 Nov 2026Download',
    ]);
    await waitFor(() => {
      expect(tab.location.replace).toHaveBeenCalledWith('http://localhost/api/billing/invoice/202610?token=a%20b');
    });
    expect([asked, tab.opener]).toEqual([[{ month: october }], null]);
  });

  it('leaves no empty window behind when the invoice cannot be loaded', async () => {
    full();
    server.use(answering('post', '/api/billing/invoicetoken', () => refusal(404, 'NOT_FOUND', 'It is not there.')));
    const tab = opened();
    const { user } = renderApp('/billing');
    await user.click(await download());
    expect(await screen.findByText('It is not there.')).toBeInTheDocument();
    expect(tab.close).toHaveBeenCalled();
  });
});

it('explains the future content while there is nothing', async () => {
  const nothing = { currentMau: 0, currentMonthForecast: 0, lastMonthAmount: 0, stillDue: 0, expected: 0 };
  const usage = summary.usage.map((item) => ({ ...item, mau: 0 }));
  server.use(
    answering('get', '/api/billing/getsummary', () => ({
      ...{ ...summary, ...nothing, usage, trend: { direction: 'SAME', percent: 0 } },
      ...{ trialEndsAt: '2026-12-01T09:00:00.000Z', isTrial: true, fullMonthAmount: 0 },
    })),
    answering('get', '/api/billing/getinvoices', () => []),
  );
  renderApp('/billing');
  const empty = 'No invoices generated yet. Your usage and invoices will be shown here.';
  expect(await screen.findByText(empty)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'No change: 0%' })).toBeInTheDocument();
  expect(screen.getByText(/Your trial runs until 1 Dec 2026, 09:00 \(UTC\)/)).toBeInTheDocument();
  const free =
    /^Free until 1 Dec 2026, 09:00 \(UTC\)\. After that, costs begin with the first person: 2\.00 USD per person/;
  expect(screen.getByText(free)).toBeInTheDocument();
  expect(screen.getByText('Nothing to compare: October 2026 cost nothing')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Who was counted and why' })).not.toBeInTheDocument();
});

it('names the price of a person while no one is counted, instead of a month that costs nothing', async () => {
  full();
  const noPeople = { currentMau: 0, currentMonthForecast: 0, fullMonthAmount: 0, stillDue: 0, expected: 0 };
  server.use(answering('get', '/api/billing/getsummary', () => ({ ...summary, ...noPeople })));
  renderApp('/billing');
  const sentence = 'Nobody is counted yet. Costs begin with the first person: 2.00 USD per person and month.';
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('names the cost of a month with these members during the trial', async () => {
  full();
  const trial = { trialEndsAt: '2026-12-01T09:00:00.000Z', isTrial: true, fullMonthAmount: 1_200 };
  server.use(answering('get', '/api/billing/getsummary', () => ({ ...summary, ...trial })));
  renderApp('/billing');
  const free = 'Free until 1 Dec 2026, 09:00 (UTC). A month like this would cost 12.00 USD.';
  expect(await screen.findByText(free)).toBeInTheDocument();
});

it('shows after the trial that it is over, and how many of the counted people are free', async () => {
  full();
  const ended = { trialEndsAt: '2026-11-10T09:00:00.000Z', currentFree: 4 };
  server.use(answering('get', '/api/billing/getsummary', () => ({ ...summary, ...ended })));
  renderApp('/billing');
  expect(await screen.findByText('12 counted (4 of them free) + 5 expected of 8 still due')).toBeInTheDocument();
  expect(screen.getByText(/Your trial ended on 10 Nov 2026, 09:00 \(UTC\)/)).toBeInTheDocument();
  expect(screen.queryByText(/runs until/)).not.toBeInTheDocument();
});

it('explains its figures on demand', async () => {
  full();
  const { user } = renderApp('/billing');
  await user.click(await screen.findByText('What these figures mean'));
  expect(screen.getByText(/^Still due: people who are not counted yet/)).toBeVisible();
});

it('folds away invoices without an amount, and marks the overdue one', async () => {
  full();
  const empty = { ...invoice, number: '2026-000006', month: '202609', amount: 0, state: 'VOID', dueOn: null };
  server.use(
    answering('get', '/api/billing/getinvoices', () => [{ ...invoice, adjustments: [], state: 'OVERDUE' }, empty]),
  );
  const { user } = renderApp('/billing');
  const fold = await screen.findByText('1 invoice without an amount');
  expect(screen.getByText('Overdue')).toBeVisible();
  expect(screen.getByText('2026-000006')).not.toBeVisible();
  await user.click(fold);
  expect(screen.getByText('2026-000006')).toBeVisible();
  expect(screen.getByText('Nothing to pay')).toBeVisible();
});

it('shows to whom invoices go, with the way to change it', async () => {
  full();
  const contact = { name: 'Contoso Ltd', email: 'bills@contoso.test', address: '1 Main Street\nBerlin' };
  server.use(
    answering('get', '/api/payment/get', () => ({
      ...{
        provider: 'invoice',
        state: 'PAYING',
        trialEndsAt: '2026-11-01T09:00:00.000Z',
        readOnlyFrom: null,
        method: null,
      },
      contact: { ...contact, taxId: 'DE123456789', purchaseOrder: '' },
    })),
  );
  renderApp('/billing');
  expect(await screen.findByText('DE123456789')).toBeInTheDocument();
  expect(screen.queryByText('Purchase order')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Change payment details' })).toHaveAttribute('href', '/payment/add');
});

describe('a part that cannot be loaded', () => {
  const part = (name: string) => within(screen.getByRole('region', { name }));
  const busy = () => refusal(503, 'UNAVAILABLE', 'Busy.');

  it('can be the summary: invoices, payment and ledger remain, and it has a separate retry', async () => {
    full();
    server.use(answering('get', '/api/billing/getsummary', busy));
    const { user } = renderApp('/billing');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    expect(await screen.findByText('2026-000007')).toBeInTheDocument();
    expect(await screen.findByText('Cy')).toBeInTheDocument();
    full();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Current MAU')).toBeInTheDocument();
  });

  it.each([
    ['/api/billing/getinvoices', 'Invoices'],
    ['/api/payment/get', 'How invoices are paid'],
  ])('can be %s: the figures remain', async (path, name) => {
    full();
    server.use(answering('get', path, busy));
    renderApp('/billing');
    expect(await screen.findByText('Current MAU')).toBeInTheDocument();
    expect(await part(name).findByRole('alert')).toHaveTextContent('Busy.');
    expect(screen.getByRole('link', { name: /payment/ })).toHaveAttribute('href', '/payment/add');
  });
});

describe('navigation to the screen', () => {
  const entry = () => screen.findByRole('link', { name: 'Billing' });

  it('is in the menu of an admin', async () => {
    renderApp('/reports');
    expect(await entry()).toHaveAttribute('href', '/billing');
  });

  it.each([
    ['who is no admin', { ...me, role: 'user' as const }, 'Only admins of the organization see billing.'],
    ['where nothing is billed', { ...me, enableBilling: false }, 'Nothing is billed on this installation.'],
  ])('is absent for %s; the screen shows the message for it', async (_who, details, text) => {
    server.use(answering('get', '/api/auth/getuserdetails', () => details));
    renderApp('/billing');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Billing' })).not.toBeInTheDocument();
  });

  it('is gone after the landing screen of the chat tool has disabled it', async () => {
    const { services } = renderApp('/billing');
    services.api.session.disableBilling();
    expect(await screen.findByText('Billing is shown in the web app only.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Billing' })).not.toBeInTheDocument();
  });
});
