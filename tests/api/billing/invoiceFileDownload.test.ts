import { getBillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { getInvoicePdf, getInvoices, getLedger, invoiceToken } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { setRole } from '#contracts/people/userAndProfileCalls.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { counted, december, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anInstant, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { readPdf } from '../../support/files/readPdf.ts';
import { emailOf, requestOf } from '../../support/apps/testApp.ts';
import type { Person, Reply, TestApp } from '../../support/apps/testApp.ts';

// Tests billing calls and invoice files over HTTP. The permission test covers who may call them.

const start = appPerTest();

/** Starts the product on Friday, 20 November 2026, when the trial of Contoso is over and no member is billable yet. */
const anApp = async (more?: Readonly<Record<string, string>>): Promise<TestApp> => {
  const app = await start('2026-11-20T08:00:00Z', more);
  const trialEndsAt = anInstant('2026-10-01T00:00:00Z');
  await inOrg(app.services.store, anOrgId()).touch(org, undefined, { trialEndsAt });
  return app;
};

const errorOf = ({ status, envelope }: Reply) => [status, envelope.errorCode];
const store = (app: TestApp) => app.services.store;

/** Runs a heartbeat every two days, because no month is closed at once after a longer downtime. */
const beatUntil = async (app: TestApp, at: string): Promise<void> => {
  const stepMs = 2 * 24 * 3_600_000;
  for (let now = app.clock.now() + stepMs; now < Date.parse(at); now += stepMs)
    await app.beatAt(new Date(now).toISOString());
  await app.beatAt(at);
};

/** Starts the product with an invoice of Contoso for November that has a billing address. */
const invoiced = async (): Promise<TestApp> => {
  const app = await anApp();
  await inOrg(store(app), anOrgId()).touch(billingProfile, undefined, {
    ...{ company: 'Contoso Ελλάς Ltd', address: '1 High Street\n10557 Αθήνα', taxId: 'EL123456789' },
    ...{ contactName: 'Zoë Łęcka', contactEmail: 'zoe@contoso.test', purchaseOrder: 'PO-77' },
  });
  for (const name of ['ann', 'bob', 'cy']) await counted(store(app), name, '2026-11-19T09:00:00Z');
  await beatUntil(app, '2026-12-01T00:05:00Z');
  return app;
};

const linkFor = async (app: TestApp, who: Person): Promise<string> => {
  const { token } = await app.get(who, invoiceToken, { month: november });
  return `/api/billing/invoice/202611?token=${token}`;
};

it('contains number, parties, tax id, month, people, price and total in its document', async () => {
  const app = await invoiced();
  expect(await app.get('ann', getInvoices, {})).toHaveLength(1);
  expect(await app.get('ann', getLedger, { month: november })).toMatchObject({ people: 3, total: 600 });
  const reply = await app.ask('ann', getInvoicePdf, { month: november });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(reply.headers['content-disposition']).toBe('attachment; filename="rollcall-invoice-2026-000001.pdf"');
  const { pages, info } = await readPdf(reply.body);
  const text = pages[0]?.join(' ') ?? '';
  expect(pages).toHaveLength(2);
  expect(info['Title']).toBe('Invoice 2026-000001');
  for (const part of ['2026-000001', '2026-12-01', 'November 2026', 'PO-77', 'Rollcall', 'Contoso Ελλάς Ltd'])
    expect(text).toContain(part);
  for (const part of ['10557 Αθήνα', 'Tax ID: EL123456789', 'Zoë Łęcka, zoe@contoso.test', '2.00 USD', '6.00 USD'])
    expect(text).toContain(part);
  for (const part of ['2026-12-15', 'How to pay', 'Please pay by 2026-12-15.', 'please do not pay this invoice'])
    expect(text).toContain(part);
  for (const part of ['2026-000001', 'Ann', 'Bob', 'Cy', 'Answered a prompt', '2026-11-19 09:00', '2.00 USD'])
    expect(pages[1]?.join(' ')).toContain(part);
  // The invoice was frozen at the end of the month, so later changes of the organisation must not change the file.
  const records = inOrg(store(app), anOrgId());
  await records.touch(billingProfile, undefined, { company: 'Other' });
  await records.touch(org, undefined, { name: 'Other' });
  await beatUntil(app, '2027-01-10T00:00:00Z');
  expect((await app.ask('ann', getInvoicePdf, { month: november })).body.equals(reply.body)).toBe(true);
});

it('lists an erased person as a former member, and changes nothing else', async () => {
  const app = await invoiced();
  const pagesNow = async () => (await readPdf((await app.ask('ann', getInvoicePdf, { month: november })).body)).pages;
  const [before] = await pagesNow();
  const records = inOrg(store(app), anOrgId());
  const row = await records.get(orgMember, { memberId: aMemberId('bob') });
  if (row === undefined) throw new Error('bob is not there');
  await records.delete(orgMember, { memberId: aMemberId('bob') }, row.etag);
  const [first, people] = await pagesNow();
  expect(first).toEqual(before);
  expect(people?.join(' ')).toContain('Former member Answered a prompt');
  expect(people?.join(' ')).not.toContain('Bob');
});

it('names the free people of a trial month and has no empty row', async () => {
  const app = await anApp();
  await inOrg(store(app), anOrgId()).touch(org, undefined, { trialEndsAt: anInstant('2026-12-20T08:00:00Z') });
  await counted(store(app), 'ann', '2026-11-19T09:00:00Z');
  await beatUntil(app, '2026-12-01T00:05:00Z');
  const { pages } = await readPdf((await app.ask('ann', getInvoicePdf, { month: november })).body);
  const first = pages[0]?.join(' ') ?? '';
  expect(first).toContain('Active people in November 2026, first counted during the free trial 1 0.00 USD 0.00 USD');
  expect(first.match(/Active people/g)).toHaveLength(1);
  expect(first).toContain('There is nothing to pay.');
  expect(first).not.toMatch(/Due on|How to pay/);
});

it('opens by a link for 60 seconds, which opens nothing else; ten a minute', async () => {
  const app = await invoiced();
  const link = await linkFor(app, 'ann');
  expect((await app.send({ target: link })).status).toBe(200);
  const other = link.replace('202611', '202612');
  const refused = [401, 'UNAUTHENTICATED'];
  expect(errorOf(await app.send({ target: other }))).toEqual(refused);
  expect(errorOf(await app.send({ target: `${link}&orgId=${anOrgId('fabrikam')}` }))).toEqual(refused);
  const token = link.split('=')[1] ?? '';
  expect(errorOf(await app.send({ target: '/api/billing/getinvoices', headers: bearer(token) }))).toEqual(refused);
  const statuses: number[] = [];
  for (let index = 0; index < 10; index += 1) statuses.push((await app.send({ target: link })).status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  app.clock.advance({ seconds: 60 });
  expect(errorOf(await app.send({ target: link }))).toEqual(refused);
  expect(app.lines.join('')).not.toContain(token);
});

it('is only for admins of its organisation, also by an earlier link', async () => {
  const app = await invoiced();
  await app.get('ann', setRole, { userId: aUserId('bob'), role: 'admin' });
  const link = await linkFor(app, 'bob');
  await app.get('ann', setRole, { userId: aUserId('bob'), role: 'user' });
  expect([401, 403]).toContain((await app.send({ target: link })).status);
  const forbidden = [403, 'FORBIDDEN'];
  for (const call of [getBillingSummary, getInvoices, getLedger, invoiceToken, getInvoicePdf])
    expect(errorOf(await app.ask('bob', call, { month: november }))).toEqual(forbidden);
  const missing = [404, 'NOT_FOUND'];
  for (const call of [invoiceToken, getInvoicePdf]) {
    expect(errorOf(await app.ask('zoe', call, { month: november }))).toEqual(missing);
    expect(errorOf(await app.ask('ann', call, { month: december }))).toEqual(missing);
    expect(errorOf(await app.ask('ann', call, { month: '2026-11' }))).toEqual([400, 'INVALID_INPUT']);
  }
  for (const month of ['202613', '202600', '2026-11', '20261', '199912', '999999'])
    expect(errorOf(await app.ask('ann', getLedger, { month }))).toEqual([400, 'INVALID_INPUT']);
});

it('is available to a superadmin for any organisation', async () => {
  const app = await anApp({ SUPERADMINS: emailOf('gus') });
  await counted(store(app), 'zoe', '2026-11-19T09:00:00Z', { org: 'fabrikam' });
  const named = { orgId: anOrgId('fabrikam') };
  expect(await app.get('gus', getBillingSummary, named)).toMatchObject({
    currentMau: 1,
    trialEndsAt: '2026-12-20T08:00:00.000Z',
  });
  expect((await app.get('gus', getLedger, { ...named, month: november })).items[0]?.name).toBe('Zoe');
});

it('does not exist if billing is off', async () => {
  const app = await anApp({ BILLING_ENABLED: 'false' });
  await counted(store(app), 'ann', '2026-11-19T09:00:00Z');
  await beatUntil(app, '2026-12-01T00:05:00Z');
  for (const call of [getBillingSummary, getInvoices, invoiceToken, getInvoicePdf, getLedger]) {
    const reply = await app.send(requestOf(call, { month: november }));
    expect(errorOf(reply)).toEqual([404, 'NOT_FOUND']);
  }
  expect(app.routes.filter((route) => route.name.includes('billing'))).toEqual([]);
  expect((await app.dump()).filter((row) => / in[vl]\|/.test(row))).toEqual([]);
});
