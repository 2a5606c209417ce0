import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import type { Bill, Payment, PaymentGateway } from '../../../bot/src/gateways/paymentsPort.ts';
import { openCharge, runCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import type { Charge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { charge, chargeDue } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aPayment, anInstant, anOrgId } from '../data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { rowsOf } from '../data/readStoreRows.ts';
import { seedOrg } from '../data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Creates an organisation with an unpaid invoice, and a payment provider whose replies the test sets.

export const orgId: OrgId = anOrgId();
export const month = '202611';
export const issued = anInstant('2026-12-01T00:05:00Z');
export const bill: Bill = { orgId, month, number: '2026-000001', amountCents: 1_000, currency: 'USD' };
export const card = {
  provider: 'stripe',
  customerId: 'cus_1',
  methodId: 'pm_1',
  methodLabel: 'Visa •••• 4242',
} as const;

const unused = (): never => {
  throw new Error('This test asks the provider for something else.');
};
const noGateway: PaymentGateway = {
  ...{ provider: 'stripe', customer: unused, beginSetup: unused, readSetup: unused, readMethod: unused },
  ...{ prepare: unused, take: unused, readPayment: unused, readEvent: unused },
};

export const paymentOf = (state: Payment['state'], reason: string | null = null): Payment => ({
  ...{ id: 'pi_1', orgId, month, amountCents: bill.amountCents, currency: bill.currency, state, reason },
});

const stores: SqliteStore[] = [];
export const closeChargeWorlds = async (): Promise<void> => {
  for (const store of stores.splice(0)) await store.close();
};

export const createChargeWorld = async (gateway: Partial<PaymentGateway> = {}, paying = aPayment(card)) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-12-01T00:06:00Z');
  await seedOrg(store, { trialEndsAt: '2026-11-01T00:00:00Z' });
  const records = inOrg(store, orgId);
  await records.insert(payment, undefined, paying);
  const profile = { company: 'Contoso', address: '', taxId: '', contactName: '', purchaseOrder: '' };
  await records.insert(billingProfile, undefined, { ...profile, contactEmail: 'pay@contoso.test' });
  const deps = { ...testDeps(store, clock), payments: { ...noGateway, ...gateway } as PaymentGateway };
  const outboxValues = async (): Promise<Readonly<Record<string, unknown>>[]> =>
    (await rowsOf(store.admin, 'Outbox'))
      .map(({ values }) => values)
      .filter((values) => values['letter'] !== undefined);
  return {
    ...{ store, clock, deps, records, letterRows: outboxValues },
    open: (of: Partial<Bill> = {}) => openCharge(deps, { ...bill, ...of }, issued),
    run: (of = month) => runCharge(deps, { orgId, month: of }),
    charge: async (of = month) => (await records.get(charge, { month: of }))?.value,
    change: (fields: Partial<Charge>) => records.touch(charge, { month }, fields),
    due: async (of = month) =>
      (await outside(store).get(chargeDue, { shard: shardOf(orgId), orgId, month: of }))?.value,
    letters: async () => (await outboxValues()).map((values) => values['letter']),
  };
};
