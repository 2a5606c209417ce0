import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import {
  getInvoiceFile,
  getInvoiceToken,
  invoiceFilter,
} from '../../../bot/src/services/billing/invoiceDownloadAndToken.ts';
import type { InvoiceFileDeps } from '../../../bot/src/services/billing/invoiceDownloadAndToken.ts';
import { isInvoiceListed, peopleOnInvoice } from '../../../bot/src/services/billing/invoicePeople.ts';
import { closeBillingMonth } from '../../../bot/src/services/billing/issueInvoices.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { code as codeKind } from '../../../bot/src/store/kinds/identity/oneTimeCode.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { digestOf } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { counted, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anInstant, anOrgId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { linesOf, recordPdfDrawing } from '../../support/files/recordPdfDrawing.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const store of stores.splice(0)) await store.close();
});

const october = billingMonth.parse('202610');
const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;

/** Creates a world with the invoice for November, which also contains people of October who were counted late. */
const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-01T00:05:00Z');
  const deps = testDeps(store, clock);
  const trialEndsAt = '2026-10-01T00:00:00Z';
  const { orgId } = await seedTeam(store, { people: ['zoe', 'bob', 'ann', 'cy', 'dan'], trialEndsAt });
  const records = inOrg(store, orgId);
  await records.touch(org, undefined, { createdOn: anInstant('2026-09-01T00:00:00Z') });
  await counted(store, 'dan', '2026-10-20T09:00:00Z');
  await closeBillingMonth(deps, orgId, october, october);
  for (const name of ['cy', 'bob']) await counted(store, name, '2026-10-31T09:00:00Z');
  for (const name of ['zoe', 'bob', 'ann']) await counted(store, name, '2026-11-19T09:00:00Z');
  clock.set('2026-12-01T00:05:00Z');
  await closeBillingMonth(deps, orgId, november, october);
  const row = (await records.get(invoice, { month: november }))?.value;
  if (row?.number == null) throw new Error('November has no invoice.');
  const ann = { ...anActor('ann', { role: 'admin' }), userId: aUserId('ann'), signIn: { ...signIn, at: clock.now() } };
  const taken: string[][] = [];
  const take = (...key: readonly string[]) => {
    taken.push([...key]);
    return Promise.resolve();
  };
  return {
    store,
    records,
    row,
    ann,
    taken,
    deps: { ...deps, limiter: { take } as unknown as InvoiceFileDeps['limiter'] },
  };
};

describe('the people on an invoice', () => {
  it('lists the people of each of its months by name, and no person of another invoice', async () => {
    const { records, row } = await aWorld();
    const people = await peopleOnInvoice(records, row);
    expect(row.lines.map(({ month }) => month)).toEqual([november, october]);
    expect(people?.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Zoe', 'Bob', 'Cy']);
    expect(people?.map(({ amount }) => amount)).toEqual([200, 200, 200, 200, 200]);
  });

  it('the people on an invoice end with erased people', async () => {
    const { records, row } = await aWorld();
    for (const memberId of [aMemberId('ann'), aMemberId('cy')]) {
      const stored = await records.get(orgMember, { memberId });
      if (stored === undefined) throw new Error('The member is missing.');
      await records.delete(orgMember, { memberId }, stored.etag);
    }
    expect((await peopleOnInvoice(records, row))?.map(({ name }) => name)).toEqual(['Bob', 'Zoe', null, 'Bob', null]);
  });

  it('lists at most a thousand people over all months', async () => {
    const { records, row } = await aWorld();
    const [first] = row.lines;
    if (first === undefined) throw new Error('The invoice has no line.');
    const many = (...counts: readonly number[]) => ({ lines: counts.map((people) => ({ ...first, people })) });
    expect([isInvoiceListed(many(1000)), isInvoiceListed(many(600, 400)), isInvoiceListed(many(600, 401))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await peopleOnInvoice(records, { ...row, ...many(1001) })).toBeNull();
  });
});

describe('the file of an invoice', () => {
  it('is named by its number, lists the people and counts as a download of the person', async () => {
    const { deps, ann, taken } = await aWorld();
    const drawn = recordPdfDrawing();
    const file = await getInvoiceFile(deps, ann, { month: november });
    expect(file.fileName).toBe('rollcall-invoice-2026-000002.pdf');
    expect(taken).toEqual([['download', ann.userId]]);
    const [first = [], people = []] = linesOf(drawn);
    expect(first.join('\n')).toContain('2026-000002');
    expect(people.slice(2).map((line) => line.split(' | ')[0])).toEqual(['Ann', 'Bob', 'Zoe', 'Bob', 'Cy']);
    const bytes: Buffer[] = [];
    for await (const part of file.body()) bytes.push(part as Buffer);
    expect(Buffer.concat(bytes).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is written in the language of the reader', async () => {
    const { deps, ann } = await aWorld();
    const drawn = recordPdfDrawing();
    await getInvoiceFile(deps, { ...ann, locale: 'de' }, { month: november });
    expect(linesOf(drawn).flat().join('\n')).toContain('2,00 USD');
  });

  it('counts for no person when a service asks', async () => {
    const { deps, ann, taken } = await aWorld();
    recordPdfDrawing();
    await getInvoiceFile(deps, { ...ann, userId: null }, { month: november });
    expect(taken).toEqual([]);
  });

  it('does not exist without an invoice, before its number is drawn, nor for another organisation', async () => {
    const { deps, ann, records, row } = await aWorld();
    const missing = { code: 'NOT_FOUND' };
    const month = billingMonth.parse('202609');
    await expect(getInvoiceFile(deps, ann, { month })).rejects.toMatchObject(missing);
    await expect(getInvoiceFile(deps, ann, { month: november, orgId: anOrgId('mars') })).rejects.toMatchObject(missing);
    const stored = await records.get(invoice, { month: november });
    if (stored === undefined) throw new Error('The invoice is missing.');
    await records.replace(invoice, { month: november }, { ...row, number: null }, stored.etag);
    await expect(getInvoiceFile(deps, ann, { month: november })).rejects.toMatchObject(missing);
    await expect(getInvoiceToken(deps, ann, { month: november })).rejects.toMatchObject(missing);
  });
});

describe('the link to an invoice', () => {
  it('finds only invoices of the organisation and month asked for', async () => {
    expect(invoiceFilter({ month: '202611' })).toBe('invoice|202611|');
    expect(invoiceFilter({ month: '202611', orgId: 'o' })).toBe('invoice|202611|o');
    expect(invoiceFilter({})).toBe('invoice||');
    const { deps, ann, store } = await aWorld();
    const filterOf = async (input: Parameters<typeof getInvoiceToken>[2]) => {
      const { token } = await getInvoiceToken(deps, ann, input);
      return (await outside(store).get(codeKind, { hash: digestOf(token) }))?.value.payload['filter'];
    };
    expect(await filterOf({ month: november })).toBe('invoice|202611|');
    expect(await filterOf({ month: november, orgId: anOrgId() })).toBe(`invoice|202611|${anOrgId()}`);
  });
});
