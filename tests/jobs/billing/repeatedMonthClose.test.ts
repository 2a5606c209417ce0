import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import type { Payment } from '../../../bot/src/gateways/paymentsPort.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { orgPartition } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { counted } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aPayment } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { card, closeChargeWorlds, createChargeWorld, orgId, paymentOf } from '../../support/worlds/chargeWorld.ts';

afterEach(closeChargeWorlds);

const shard = shardOf(orgId);

/** A shard in which the row of another organisation stays unreadable, so that its month stays open. */
const aDay = async (world: Awaited<ReturnType<typeof createChargeWorld>>, minutes: number): Promise<string[]> => {
  await world.store.insert('Dir', { pk: orgPartition(shard), rk: '0', values: { v: 99 } });
  await counted(world.store, 'ann', '2026-11-10T09:00:00Z');
  const close = createInvoicingJob(world.deps);
  const collect = createPaymentJob(world.deps);
  const sent: string[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    await close([shard], () => true);
    await collect([shard], () => true);
    // The email job sends what is queued, and deletes the row.
    for (const row of await rowsOf(world.store.admin, 'Outbox'))
      if (row.values['letter'] !== undefined) {
        sent.push(`${String(row.values['letter'])} ${String(row.values['id'])}`);
        await world.store.transact('Outbox', row.pk, [{ do: 'delete', key: row }]);
      }
    world.clock.advance({ minutes: 1 });
  }
  return sent;
};

it('an invoice is emailed once while another organisation keeps the month of its shard open', async () => {
  const world = await createChargeWorld({}, aPayment());
  expect(await aDay(world, 10)).toEqual([`INVOICE_READY ${orgId}-202611`]);
});

it('a refused card is tried on days 1, 3 and 7 while another organisation keeps the month of its shard open', async () => {
  const tries: string[] = [];
  const world = await createChargeWorld(
    {
      prepare: (bill) => Promise.resolve({ ...paymentOf('OPEN'), amountCents: bill.amountCents }),
      take: (id, _method, attempt): Promise<Payment> => {
        tries.push(`${id} ${attempt}`);
        return Promise.resolve({ ...paymentOf('FAILED', 'card_declined'), amountCents: 200 });
      },
    },
    aPayment(card),
  );
  await aDay(world, 10);
  expect(tries).toEqual(['pi_1 1']);
});
