import { anonymiseLedgerAndInvoices } from '../../../bot/src/services/dataLifecycle/anonymiseLedgerAndInvoices.ts';
import { countedIds, invoicesOf, invoicePagesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { asked, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { closeMonths, counted, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { deletionJobDeps } from '../../support/worlds/deletionWorld.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { refusingStore } from '../../support/store/storeRefusingWrites.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const people = 130;
const months = ['202611', '202612', '202701'];
const at = anInstant('2026-11-20T08:00:00Z');

const ledger = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  await seedOrg(store);
  const records = inOrg(store, anOrgId());
  const row = await records.get(org, undefined);
  if (row === undefined) throw new Error('no organisation');
  for (const month of months)
    await Promise.all(
      Array.from({ length: people }, async (_, index) => {
        const memberId = aMemberId(`${index}`);
        await records.insert(usage, { month, memberId }, { memberId, event: 'ANSWER', at, meetingId: null });
        await records.insert(asked, { month, memberId }, { memberId, at });
      }),
    );
  return store;
};

const numbers = Array.from({ length: people }, (_, index) => `m|${String(index + 1).padStart(26, '0')}`);

it('has a number for all members in every month, each once, after a kill at any call', async () => {
  const clock = fakeClock('2027-01-15T08:00:00Z');
  const counted = await ledger();
  const whole = failingStore(counted, Infinity, 'before');
  await anonymiseLedgerAndInvoices(deletionJobDeps(whole.store, clock), anOrgId());
  const calls = whole.calls();
  expect(calls).toBeGreaterThan(20);
  for (let call = 0; call <= calls; call += callsBetweenFaults) {
    const store = await ledger();
    const failing = failingStore(store, call, 'crash').store;
    await anonymiseLedgerAndInvoices(deletionJobDeps(failing, clock), anOrgId()).catch(() => undefined);
    await anonymiseLedgerAndInvoices(deletionJobDeps(store, clock), anOrgId());
    await anonymiseLedgerAndInvoices(deletionJobDeps(store, clock), anOrgId());
    const rows = await rowsOf(store.admin, 'Usage');
    for (const month of months)
      expect(rows.filter((row) => row.pk === `${anOrgId()}|${month}`).map((row) => row.rk)).toEqual(numbers);
    expect(new Set(rows.map((row) => row.values['event']))).toEqual(new Set(['ANSWER']));
    expect(rows.map((row) => `m|${String(row.values['memberId'])}`)).toEqual(rows.map((row) => row.rk));
  }
});

describe('a deleted organisation that was billed', () => {
  const names = ['ann', 'bob'];
  const contact = {
    ...{ company: 'Contoso', address: 'Main street 1', taxId: 'DE1', purchaseOrder: 'PO 7' },
    ...{ contactName: 'Ann Lee', contactEmail: 'ann@example.test' },
  };

  const billed = async () => {
    const store = openSqliteStore({ file: ':memory:' });
    await seedOrg(store, { trialEndsAt: '2026-11-01T00:00:00Z' });
    const clock = fakeClock('2026-12-15T08:00:00Z');
    const records = inOrg(store, anOrgId());
    await records.insert(billingProfile, undefined, contact);
    for (const name of names) await counted(store, name, '2026-11-20T08:00:00Z');
    await closeMonths(testDeps(store, clock));
    return { store, records, deps: deletionJobDeps(store, clock) };
  };

  it('keeps its invoices with the numbers of the ledger in place of people, and without a contact', async () => {
    const { records, deps } = await billed();
    await anonymiseLedgerAndInvoices(deps, anOrgId());
    const [kept] = await invoicesOf(records);
    expect(kept).toMatchObject({ mau: 2, cents: 400, number: '2026-000001' });
    expect(kept?.customer).toEqual({ ...contact, contactName: '', contactEmail: '' });
    const pages = await invoicePagesOf(records, november, november);
    expect(pages.flatMap((page) => page.members)).toEqual(await countedIds(records, november));
    expect(pages.flatMap((page) => page.members)).toEqual(
      names.map((_name, index) => String(index + 1).padStart(26, '0')),
    );
  });

  it('removes names also from the previous and the next month, which a wrong clock may have written', async () => {
    const { store, records, deps } = await billed();
    for (const when of ['2026-10-20T08:00:00Z', '2027-01-20T08:00:00Z']) await counted(store, 'ann', when);
    await anonymiseLedgerAndInvoices(deps, anOrgId());
    for (const month of ['202610', '202701']) expect(await countedIds(records, month)).toEqual(['1'.padStart(26, '0')]);
  });

  it('is left alone by a second removal', async () => {
    const { store, deps } = await billed();
    await anonymiseLedgerAndInvoices(deps, anOrgId());
    const before = await rowsOf(store.admin, 'Org');
    await anonymiseLedgerAndInvoices(deps, anOrgId());
    expect(await rowsOf(store.admin, 'Org')).toEqual(before);
  });

  it('is numbered once when another server removes it between any two calls', async () => {
    for (let call = 1; call < 60; call += 1) {
      const { store, records, deps } = await billed();
      const hooked = createHookedStore(store);
      hooked.before(call, () => anonymiseLedgerAndInvoices(deps, anOrgId()));
      await anonymiseLedgerAndInvoices({ ...deps, store: hooked }, anOrgId());
      const pages = await invoicePagesOf(records, november, november);
      expect(pages.flatMap((page) => page.members)).toEqual(await countedIds(records, november));
      expect(await countedIds(records, november)).toEqual(
        names.map((_name, index) => `${index + 1}`.padStart(26, '0')),
      );
      if (hooked.calls() < call) return;
    }
  });

  it('is tried again later when a page could not be written', async () => {
    const { store, deps } = await billed();
    const refusing = refusingStore(store, (key) => key.startsWith('inl|'));
    await expect(anonymiseLedgerAndInvoices({ ...deps, store: refusing }, anOrgId())).rejects.toThrow('refuses');
  });

  it('is numbered also when the row of the organisation is gone', async () => {
    const { records, deps } = await billed();
    const row = await records.get(org, undefined);
    if (row !== undefined) await records.delete(org, undefined, row.etag);
    await anonymiseLedgerAndInvoices(deps, anOrgId());
    expect(await countedIds(records, november)).toEqual(names.map((_name, index) => `${index + 1}`.padStart(26, '0')));
  });
});
