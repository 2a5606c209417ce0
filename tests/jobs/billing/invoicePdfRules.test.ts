import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { drawInvoicePdf, invoiceFileName, monthName } from '../../../bot/src/services/billing/invoicePdf.ts';
import type { IssuedInvoice } from '../../../bot/src/services/billing/invoicePdf.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { linesOf, overlaps, recordPdfDrawing } from '../../support/files/recordPdfDrawing.ts';
import { pdfFonts } from '../../support/files/pdfFonts.ts';

// Tests the texts and positions of an invoice document. tests/api/billing/invoiceFileDownload.test.ts reads a finished file.

afterEach(() => {
  jest.restoreAllMocks();
});

const november = billingMonth.parse('202611');
const october = billingMonth.parse('202610');
const noCustomer = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };

const aRow = (change: Partial<IssuedInvoice> = {}): IssuedInvoice => ({
  ...{ month: november, number: '2026-000001', issuedOn: anInstant('2026-12-01T00:05:00Z'), orgName: 'Contoso' },
  ...{ currency: currency.parse('USD'), cents: 123_400, mau: 617, priceCents: 200, issuer: ['Rollcall'] },
  lines: [{ month: november, people: 617, free: 0, priceCents: 200, cents: 123_400 }],
  ...{ customer: noCustomer, dueOn: null, paymentDetails: [], tax: null },
  ...change,
});

const aPerson = (name: string | null, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ memberId: aMemberId(name ?? 'gone'), name, event: 'ANSWER', at: anInstant('2026-11-19T09:00:00Z') },
  ...{ meetingName: 'Daily stand-up', billedIn: november, amount: 200 },
  ...change,
});

const draw = async (row: Partial<IssuedInvoice> = {}, people: readonly LedgerEntry[] | null = [], locale = 'en') => {
  const drawn = recordPdfDrawing();
  const deps = { translateFor: translateFor, publicUrl: 'https://rollcall.test', pdfFonts };
  const pdf = await drawInvoicePdf(deps, { row: aRow(row), people }, locale);
  return { ...drawn, pdf, lines: linesOf(drawn), isLaidOut: layoutFaults(drawn) };
};

/**
 * Returns the texts that overlap or leave the margins, and the horizontal rules that cross a text or do not span the
 * page from margin to margin.
 */
const layoutFaults = (drawn: ReturnType<typeof recordPdfDrawing>): readonly string[] => [
  ...overlaps(drawn),
  ...drawn.texts
    .filter(({ left, right, top, size }) => left < 49.9 || right > 545.1 || top < 50 || top + size > 800)
    .map(({ text, left, right, top }) => `outside: ${text} ${left} ${right} ${top}`),
  ...drawn.rules
    .filter(
      ({ from, to, page, y }) =>
        from !== 50 ||
        to !== 545 ||
        drawn.texts.some((text) => text.page === page && text.top < y && y < text.top + text.size),
    )
    .map(({ y }) => `crossed: ${y}`),
];

const customer = {
  ...{ company: 'Contoso Ltd', address: '1 High Street\n10557 Athens', taxId: 'EL123', purchaseOrder: 'PO-77' },
  ...{ contactName: 'Zoe Lee', contactEmail: 'zoe@contoso.test' },
};
const full: Partial<IssuedInvoice> = {
  ...{ customer, dueOn: aDate('2026-12-15'), paymentDetails: ['Example Bank', 'IBAN DE02'], cents: 2_400 },
  ...{ issuer: ['Rollcall Ltd', '2 Low Street', 'VAT 77'], tax: { name: 'VAT', basisPoints: 1_950, cents: 391 } },
  lines: [
    { month: november, people: 12, free: 2, priceCents: 200, cents: 2_000 },
    { month: october, people: 2, free: 0, priceCents: 200, cents: 400 },
  ],
};
const rule = 'Each person who answered a prompt or saved a task counts once in a month (UTC).';

describe('the first page', () => {
  it('names the issuer, the facts of the bill, the customer, each charge, the total, its tax and the payment', async () => {
    const { lines, isLaidOut, rules } = await draw(full);
    expect(lines).toEqual([
      [
        'Invoice',
        ...['Rollcall Ltd', '2 Low Street', 'VAT 77'],
        ...['Invoice number | 2026-000001', 'Issued on | 2026-12-01', 'Due on | 2026-12-15'],
        ...['Month | November 2026', 'Purchase order | PO-77'],
        ...['Bill to', 'Contoso Ltd', '1 High Street', '10557 Athens', 'Tax ID: EL123'],
        'Contact: Zoe Lee, zoe@contoso.test',
        'Description | People | Price | Amount',
        'Active people in November 2026 | 10 | 2.00 USD | 20.00 USD',
        ...['Active people in November 2026, first counted during', 'the free trial', '2 | 0.00 USD | 0.00 USD'],
        ...['Adjustment: active in October 2026, counted after its', 'invoice', '2 | 2.00 USD | 4.00 USD'],
        ...['Total | 24.00 USD', 'Includes VAT 19.5% | 3.91 USD'],
        ...['How to pay', 'Please pay by 2026-12-15.', 'Example Bank', 'IBAN DE02', rule],
        expect.stringContaining('at https://rollcall.test/billing.'),
      ],
    ]);
    expect(isLaidOut).toEqual([]);
    expect(rules).toHaveLength(2);
  });

  it('leaves out missing details', async () => {
    const { lines, isLaidOut } = await draw();
    expect(lines[0]?.slice(0, -2)).toEqual([
      ...['Invoice', 'Rollcall | Invoice number | 2026-000001', 'Issued on | 2026-12-01', 'Month | November 2026'],
      ...['Bill to', 'Contoso', 'Description | People | Price | Amount'],
      'Active people in November 2026 | 617 | 2.00 USD | 1,234.00 USD',
      'Total | 1,234.00 USD',
    ]);
    expect(isLaidOut).toEqual([]);
  });

  it('names the contact by either name or email address', async () => {
    const named = await draw({ customer: { ...noCustomer, contactName: 'Zoe Lee' } });
    expect(named.lines[0]).toContain('Contact: Zoe Lee');
    jest.restoreAllMocks();
    const reached = await draw({ customer: { ...noCustomer, contactEmail: 'zoe@contoso.test' } });
    expect(reached.lines[0]).toContain('Contact: zoe@contoso.test');
  });

  it('asks for nothing when nothing is due, not even by a date', async () => {
    const { lines, isLaidOut } = await draw({
      ...{ cents: 0, dueOn: aDate('2026-12-15'), paymentDetails: ['Example Bank'] },
      lines: [{ month: november, people: 1, free: 1, priceCents: 200, cents: 0 }],
    });
    expect(lines[0]?.slice(-4, -2)).toEqual(['Total | 0.00 USD', 'There is nothing to pay.']);
    expect(lines[0]?.filter((line) => line.startsWith('Active people'))).toHaveLength(1);
    expect(isLaidOut).toEqual([]);
  });

  it.each([
    [{ dueOn: aDate('2026-12-15') }, ['How to pay', 'Please pay by 2026-12-15.']],
    [{ paymentDetails: ['Example Bank'] }, ['How to pay', 'Example Bank']],
  ])('explains how to pay with %j alone', async (change, expected) => {
    const { lines } = await draw(change);
    expect(lines[0]?.slice(-4, -2)).toEqual(expected);
  });

  it('writes amounts, shares and months in the language of the reader', async () => {
    const { lines, pdf } = await draw({ ...full, cents: 123_400 }, [], 'de');
    const text = lines[0]?.join('\n') ?? '';
    for (const part of ['1.234,00 USD', '19,5', 'November 2026']) expect(text).toContain(part);
    expect(pdf.page.info).toMatchObject({ Title: expect.stringMatching(/^\S+ 2026-000001$/) as unknown });
  });

  it('breaks long values into lines that do not cover each other', async () => {
    const long = 'Contoso International Holdings and Partners of the Northern and the Southern Provinces '
      .repeat(3)
      .trim();
    const { isLaidOut, texts } = await draw({
      ...full,
      issuer: [long, long],
      customer: { ...customer, company: long, address: long, purchaseOrder: long, contactName: long },
    });
    expect(isLaidOut).toEqual([]);
    expect(texts.length).toBeGreaterThan(50);
  });

  it('continues on another page when the address has many lines, so that no text is lost below the edge', async () => {
    const address = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n');
    const { isLaidOut, lines } = await draw({ ...full, customer: { ...customer, address } });
    expect(isLaidOut).toEqual([]);
    expect(lines).toHaveLength(2);
    expect(lines.flat().filter((line) => line.startsWith('Line '))).toHaveLength(60);
    expect(lines[1]?.at(-3)).toBe('IBAN DE02');
  });

  it('keeps a charge of several lines on one page', async () => {
    const charge = { month: october, people: 2, free: 0, priceCents: 200, cents: 400 };
    const { isLaidOut, lines } = await draw({ lines: Array.from({ length: 40 }, () => charge) });
    expect(isLaidOut).toEqual([]);
    expect(lines[1]?.slice(0, 3)).toEqual([
      ...['Adjustment: active in October 2026, counted after its', 'invoice', '2 | 2.00 USD | 4.00 USD'],
    ]);
    expect(lines.flat().filter((line) => line === '2 | 2.00 USD | 4.00 USD')).toHaveLength(40);
  });

  it('separates its parts by more than a line', async () => {
    const { texts } = await draw(full);
    const topOf = (text: string): number => texts.find((drawnText) => drawnText.text === text)?.top ?? Number.NaN;
    const endOfFacts = Math.max(topOf('PO-77'), topOf('VAT 77'));
    for (const [above, below] of [
      [endOfFacts, topOf('Bill to')],
      [topOf('Contact: Zoe Lee, zoe@contoso.test'), topOf('Description')],
      [topOf('Includes VAT 19.5%'), topOf('How to pay')],
      [topOf('IBAN DE02'), topOf(rule)],
    ] as const) {
      expect(below - above).toBeGreaterThan(28);
      expect(below - above).toBeLessThan(48);
    }
  });

  it('aligns amounts at the right margin, and the other numbers below their headings', async () => {
    const { texts } = await draw(full);
    const rightOf = (text: string): number =>
      Math.round(texts.find((drawnText) => drawnText.text === text)?.right ?? Number.NaN);
    for (const text of ['2026-000001', 'Amount', '20.00 USD', '24.00 USD']) expect(rightOf(text)).toBe(545);
    expect([rightOf('People'), rightOf('10'), rightOf('Price'), rightOf('2.00 USD')]).toEqual([380, 380, 455, 455]);
  });
});

describe('the list of people', () => {
  const people = [
    aPerson('Ann'),
    aPerson('Bob', { event: 'TASK', meetingName: null, amount: 0 }),
    aPerson(null, { at: anInstant('2026-11-02T23:59:59Z') }),
  ];

  it('names each person, the first event, its time, the report and the amount', async () => {
    const { lines, isLaidOut } = await draw({}, people);
    expect(lines[0]?.at(-1)).toContain('The following pages list the counted people');
    expect(lines.slice(1)).toEqual([
      [
        'Who was counted and why · 2026-000001',
        'Person | First event | When (UTC) | Report | Amount',
        'Ann | Answered a prompt | 2026-11-19 09:00 | Daily stand-up | 2.00 USD',
        'Bob | Saved a task | 2026-11-19 09:00 | – | 0.00 USD',
        'Former member | Answered a prompt | 2026-11-02 23:59 | Daily stand-up | 2.00 USD',
      ],
    ]);
    expect(isLaidOut).toEqual([]);
  });

  it('leaves out the list if no person or too many people are counted', async () => {
    const empty = await draw({}, []);
    expect(empty.lines).toHaveLength(1);
    jest.restoreAllMocks();
    const many = await draw({}, null);
    expect(many.lines).toHaveLength(1);
    expect(many.lines[0]?.at(-1)).toBe(
      'Admins find the list of counted people and events at https://rollcall.test/billing.',
    );
  });

  it('continues on further pages below the same heading, without leaving a page half empty', async () => {
    const crowd = Array.from({ length: 120 }, (_, index) => aPerson(`Person ${index}`));
    const { lines, isLaidOut, texts } = await draw({}, crowd);
    expect(isLaidOut).toEqual([]);
    expect(lines).toHaveLength(4);
    for (const page of lines.slice(1)) expect(page.slice(0, 2)).toEqual(lines[1]?.slice(0, 2));
    expect(lines.slice(1).flatMap((page) => page.slice(2))).toHaveLength(120);
    const lowest = Math.max(...texts.filter(({ page }) => page === 1).map(({ top }) => top));
    expect(lowest).toBeGreaterThan(730);
    expect(lowest).toBeLessThanOrEqual(750);
  });

  it('gives a long name more lines, and begins the next person below the longest cell', async () => {
    const long = 'Maximiliane Alexandra von und zu der Hohen Tanne und Umgebung';
    const { isLaidOut, texts } = await draw({}, [aPerson(long, { meetingName: long }), aPerson('Zoe')]);
    expect(isLaidOut).toEqual([]);
    const listed = texts.filter(({ page }) => page === 1);
    const zoe = listed.find(({ text }) => text === 'Zoe')?.top ?? 0;
    const above = listed.filter(({ top }) => top < zoe).map(({ top }) => top);
    expect(zoe - Math.max(...above)).toBe(15);
    // The text of a cell must end before the next column begins.
    for (const { left, right } of listed.filter(({ left }) => left === 50))
      expect(right - left).toBeLessThanOrEqual(495);
    expect(listed.filter(({ left, right, size }) => left === 50 && size === 8 && right > 182)).toEqual([]);
  });
});

describe('a letter without a font', () => {
  const note = 'Numbers such as [U+4E2D] replace letters that the fonts of this document do not have.';

  it('is explained on each page that shows one', async () => {
    const inPeople = await draw({}, [aPerson('中')]);
    expect(inPeople.lines.map((page) => page.includes(note))).toEqual([false, true]);
    expect(inPeople.isLaidOut).toEqual([]);
    jest.restoreAllMocks();
    const onFirst = await draw({ customer: { ...customer, company: '中' } });
    expect(onFirst.lines.map((page) => page.at(-1) === note)).toEqual([true]);
    expect(onFirst.isLaidOut).toEqual([]);
  });

  it('needs no explanation where there is none', async () => {
    const { lines } = await draw(full, [aPerson('Ann')]);
    expect(lines.flat()).not.toContain(note);
  });
});

it('the file is named by its number, and a month by the language and UTC', () => {
  expect(invoiceFileName('2026-000001')).toBe('rollcall-invoice-2026-000001.pdf');
  expect(monthName('fr', '202611')).toBe('novembre 2026');
});
