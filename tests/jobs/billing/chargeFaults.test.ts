import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Bill, Payment, PaymentGateway } from '../../../bot/src/gateways/paymentsPort.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { openCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { charge, chargePartition } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aPayment, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';

// Charges an invoice under faults: each payment must be taken once, and none may be forgotten.

const orgId: OrgId = anOrgId();
const issued = anInstant('2026-12-01T00:05:00Z');
const bill: Bill = { orgId, month: '202611', number: '2026-000001', amountCents: 1_000, currency: 'USD' };

/** Creates a fake payment provider that takes each payment once only, as the real provider does. */
const fakeProvider = () => {
  const payments = new Map<string, Payment>();
  const taken: string[] = [];
  const refused = (): never => {
    throw new Error('Not asked for here.');
  };
  const gateway: PaymentGateway = {
    ...{ provider: 'stripe', customer: refused, beginSetup: refused, readSetup: refused, readMethod: refused },
    readEvent: refused,
    prepare: ({ orgId: of, month, amountCents, currency }, _customer, attempt) => {
      const id = `pi_${attempt}`;
      const existing = payments.get(id) ?? { id, orgId: of, month, amountCents, currency, state: 'OPEN', reason: null };
      payments.set(id, existing);
      return Promise.resolve(existing);
    },
    take: (id) => {
      const existing = payments.get(id);
      if (existing === undefined) return Promise.reject(new Error('No such payment'));
      if (existing.state !== 'PAID') taken.push(id);
      const paid: Payment = { ...existing, state: 'PAID' };
      payments.set(id, paid);
      return Promise.resolve(paid);
    },
    readPayment: (id) => Promise.resolve(payments.get(id)),
  };
  return { gateway, taken };
};

const stores: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-12-01T00:06:00Z');
  const paying = aPayment({ provider: 'stripe', customerId: 'cus_1', methodId: 'pm_1', methodLabel: 'Visa •••• 4242' });
  await inOrg(store, orgId).insert(payment, undefined, paying);
  const provider = fakeProvider();
  const deps = { ...testDeps(store, clock), payments: provider.gateway };
  const open = (on: TableStore = store): Promise<void> => openCharge({ ...deps, store: on }, bill, issued);
  /** Starts a new server, which opens the charge as the month close does and then collects the payment. */
  const run = async (on: TableStore = store): Promise<void> => {
    await open(on);
    await createPaymentJob({ ...deps, store: on })(jobSettings.shards, () => true);
  };
  const state = async () => (await inOrg(store, orgId).get(charge, { month: bill.month }))?.value.state;
  return { store, clock, deps, taken: provider.taken, open, run, state };
};

it('charges once and ends, whichever store call fails or ends the server', async () => {
  const first = await aWorld();
  const watched = failingStore(first.store, Infinity, 'before');
  await first.run(watched.store);
  expect(await first.state()).toBe('PAID');
  const wrong: string[] = [];
  for (const failure of failures)
    for (let call = 1; call <= watched.calls(); call += callsBetweenFaults) {
      const world = await aWorld();
      await world.run(failingStore(world.store, call, failure).store).catch(() => undefined);
      // After this time, the lease of the failed server and the pause after a failure have expired.
      world.clock.advance({ minutes: 15 });
      await world.run();
      if ((await world.state()) !== 'PAID' || world.taken.length !== 1 || new Set(world.taken).size !== 1)
        wrong.push(`${failure} ${call}: ${String(await world.state())} ${world.taken.join()}`);
    }
  expect(wrong).toEqual([]);
});

it('is not delayed by an unreadable row in front', async () => {
  const world = await aWorld();
  await world.store.insert('Sys', { pk: chargePartition(shardOf(orgId)), rk: '0', values: { v: 99 } });
  await world.run();
  expect(await world.state()).toBe('PAID');
});

it('charges once while another server collects between any two of its store calls', async () => {
  const first = await aWorld();
  const watched = failingStore(first.store, Infinity, 'before');
  await first.run(watched.store);
  const wrong: string[] = [];
  for (let call = 1; call <= watched.calls(); call += callsBetweenFaults) {
    const world = await aWorld();
    const hooked = createHookedStore(world.store);
    hooked.before(call, () => world.run());
    await world.run(hooked);
    world.clock.advance({ minutes: 15 });
    await world.run();
    if ((await world.state()) !== 'PAID' || world.taken.length !== 1) wrong.push(`${call}: ${world.taken.join()}`);
  }
  expect(wrong).toEqual([]);
});

it('looks again as soon as the shards are back that a jump of the clock took away', async () => {
  const { deps, taken, open } = await aWorld();
  await open();
  const work = createPaymentJob(deps);
  await work([], () => false);
  await work(jobSettings.shards, () => false);
  await work(jobSettings.shards, () => true);
  expect(taken).toHaveLength(1);
});
