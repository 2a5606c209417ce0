import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Email } from '../../../bot/src/gateways/mailPort.ts';
import type { AccountWork } from '../../../bot/src/services/core/queueEmailsAndPurges.ts';
import { billingEmail } from '../../../bot/src/services/emails/billingEmails.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { charge } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aCharge, aDate, anInstant, anOrgId, aPayment } from '../../support/data/idDateAndRecordBuilders.ts';
import { card } from '../../support/worlds/chargeWorld.ts';
import { recordPdfDrawing } from '../../support/files/recordPdfDrawing.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of stores.splice(0)) await store.close();
});

const orgId = anOrgId();
const month = billingMonth.parse('202611');
const noCustomer = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };
const nothing = { is: 'SKIP' };

interface Given {
  readonly charge?: Parameters<typeof aCharge>[0] | null;
  readonly payment?: Parameters<typeof aPayment>[0];
  readonly now?: string;
  readonly invoice?: Partial<ValueOf<typeof invoice>>;
}

const aWorld = async (input: Given = {}) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  await seedOrg(store, { trialEndsAt: '2026-11-01T00:00:00Z' });
  const records = inOrg(store, orgId);
  if (input.charge !== null) await records.insert(charge, { month }, aCharge(input.charge));
  if (input.payment !== undefined) await records.insert(payment, undefined, aPayment(input.payment));
  if (input.invoice !== undefined)
    await records.insert(
      invoice,
      { month },
      {
        ...{ month, number: '2026-000001', issuedOn: anInstant('2026-12-01T00:05:00Z'), orgName: 'Contoso' },
        ...{ currency: currency.parse('EUR'), cents: 123_400, mau: 5, priceCents: 200, issuer: ['Rollcall'] },
        lines: [{ month, people: 5, free: 0, priceCents: 200, cents: 1_000 }],
        ...{
          customer: noCustomer,
          dueOn: aDate('2026-12-15'),
          paymentDetails: ['Example Bank', 'IBAN DE02'],
          tax: null,
        },
        ...input.invoice,
      },
    );
  const deps = testDeps(store, fakeClock(input.now ?? '2026-12-02T00:05:00Z'));
  const email = async (change: Partial<AccountWork> = {}) =>
    billingEmail(deps, {
      ...{ orgId, letter: 'PAYMENT_FAILED', locale: 'en', values: { month } },
      ...change,
    } as AccountWork);
  return {
    ...{ records, letter: email },
    failed: async (change: Partial<AccountWork> = {}) => {
      const content = await email(change);
      if (content.is !== 'SEND') throw new Error(content.is);
      return content.email as Extract<Email, { kind: 'PAYMENT_FAILED' }>;
    },
  };
};

describe('an email about a bill is not needed', () => {
  it('an email about a bill is not needed without an organisation, without a bill, and for a bill that was paid', async () => {
    expect(await (await aWorld()).letter({ orgId: null })).toEqual(nothing);
    expect(await (await aWorld({ charge: null })).letter()).toEqual(nothing);
    expect(await (await aWorld()).letter({ values: {} })).toEqual(nothing);
    expect(await (await aWorld({ charge: { state: 'PAID' } })).letter()).toEqual(nothing);
    expect(await (await aWorld()).letter()).not.toEqual(nothing);
  });

  it('an email about a bill is not needed for an organisation that is being deleted', async () => {
    const world = await aWorld();
    await world.records.touch(org, undefined, { state: 'DELETED' });
    expect(await world.letter()).toEqual(nothing);
  });

  it('an email about a bill is not needed as long as the invoice is missing or has no number', async () => {
    expect(await (await aWorld()).letter({ letter: 'INVOICE_READY' })).toEqual(nothing);
    const waiting = await aWorld({ invoice: { number: null } });
    expect(await waiting.letter({ letter: 'INVOICE_READY' })).toEqual(nothing);
  });
});

describe('the email with an invoice', () => {
  it('names the bill in the language of the reader and attaches it as a PDF', async () => {
    recordPdfDrawing();
    const content = await (await aWorld({ invoice: {} })).letter({ letter: 'INVOICE_READY', locale: 'de' });
    expect(content).toEqual({
      is: 'SEND',
      email: {
        ...{ kind: 'INVOICE_READY', organization: 'Contoso', number: '2026-000001', amount: '1.234,00 EUR' },
        ...{ month: 'November 2026', dueOn: '2026-12-15', howToPay: 'Example Bank · IBAN DE02', isListed: true },
      },
      attachments: [
        {
          ...{ fileName: 'rollcall-invoice-2026-000001.pdf', contentType: 'application/pdf' },
          content: expect.any(Buffer) as unknown,
        },
      ],
    });
    const [file] = content.is === 'SEND' ? (content.attachments ?? []) : [];
    expect(
      Buffer.from(file?.content ?? '')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('is English without a language, and leaves out what the invoice does not name', async () => {
    recordPdfDrawing();
    const lines = [{ month, people: 1001, free: 0, priceCents: 200, cents: 200_200 }];
    const world = await aWorld({ invoice: { dueOn: null, paymentDetails: [], lines } });
    expect(await world.letter({ letter: 'INVOICE_READY', locale: null })).toMatchObject({
      email: { amount: '1,234.00 EUR', dueOn: '', howToPay: '', isListed: false },
    });
  });
});

describe('the email about a payment that failed', () => {
  const failedAt: Instant = anInstant('2026-12-01T00:06:00Z');
  const overdue = { charge: { failedAt, state: 'FAILED' }, payment: { ...card, overdueSince: failedAt } } as const;

  it('names the bill, and the day on which only reading is left', async () => {
    const { failed } = await aWorld(overdue);
    expect(await failed()).toEqual({
      ...{ kind: 'PAYMENT_FAILED', organization: 'Contoso', number: '2026-000001', amount: '10.00 USD' },
      ...{ until: 'December 8, 2026', isLast: false },
    });
    expect(await failed({ locale: 'de' })).toMatchObject({ amount: '10,00 USD', until: '8. Dezember 2026' });
    expect(await failed({ locale: null })).toMatchObject({ amount: '10.00 USD', until: 'December 8, 2026' });
  });

  it('counts the days since the card was lost, if it is missing as well', async () => {
    const { failed } = await aWorld({
      ...overdue,
      payment: { ...card, methodId: null, methodLostAt: anInstant('2026-11-28T00:00:00Z') },
    });
    expect((await failed()).until).toBe('December 5, 2026');
  });

  it('counts the days since the first failure of the oldest unpaid invoice', async () => {
    const first = { ...overdue, payment: { ...card, overdueSince: anInstant('2026-11-26T00:06:00Z') } };
    expect(await (await aWorld(first)).failed()).toMatchObject({ until: 'December 3, 2026', isLast: false });
    const readOnly = await aWorld({ ...first, now: '2026-12-03T00:06:00Z' });
    expect(await readOnly.failed()).toMatchObject({ until: '', isLast: true });
  });

  it('is the last one on the last of the days on which a payment is tried again', async () => {
    const { failed } = await aWorld(overdue);
    const isLast = async (reminder: string) => (await failed({ values: { month, reminder } })).isLast;
    expect([await isLast('1'), await isLast('2'), await isLast('3'), await isLast('4')]).toEqual([
      ...[false, false, true, true],
    ]);
  });

  it('is the last one, without a day, once only reading is left', async () => {
    const { failed } = await aWorld({ ...overdue, now: '2026-12-08T00:06:00Z' });
    expect(await failed()).toMatchObject({ until: '', isLast: true });
    const before = await aWorld({ ...overdue, now: '2026-12-08T00:05:59.999Z' });
    expect(await before.failed()).toMatchObject({ until: 'December 8, 2026', isLast: false });
  });

  it('names no day while a card that pays is there and nothing is overdue', async () => {
    const { failed } = await aWorld({ charge: { failedAt: null }, payment: card });
    expect(await failed()).toMatchObject({ until: '', isLast: false });
  });
});
