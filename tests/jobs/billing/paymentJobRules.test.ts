import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import type { PaymentGateway } from '../../../bot/src/gateways/paymentsPort.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { chargeDue, chargePartition } from '../../../bot/src/store/kinds/billing/charges.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeChargeWorlds, createChargeWorld, month, orgId, paymentOf } from '../../support/worlds/chargeWorld.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Tests the times at which the payment job charges, and the work that it leaves to another server.

afterEach(closeChargeWorlds);

const key = { shard: shardOf(orgId), orgId, month };

const aJob = async (take: PaymentGateway['take'] = () => Promise.resolve(paymentOf('PAID'))) => {
  const taken: string[] = [];
  const world = await createChargeWorld({
    prepare: () => Promise.resolve(paymentOf('OPEN')),
    take: (...request) => {
      taken.push(request[0]);
      return take(...request);
    },
  });
  await world.open();
  return {
    ...{ ...world, taken },
    work: (store: TableStore = world.store, isOwned = true) =>
      createPaymentJob({ ...world.deps, store })([key.shard], () => isOwned),
    plan: (notBefore: string, lease: string | null = null) =>
      outside(world.store).touch(chargeDue, key, {
        ...{ notBefore: anInstant(notBefore), lease: lease === null ? null : anInstant(lease) },
      }),
  };
};

describe('a charge', () => {
  it('is tried from its moment on', async () => {
    const job = await aJob();
    await job.plan('2026-12-01T00:06:00.001Z');
    await job.work();
    expect(job.taken).toEqual([]);
    await job.plan('2026-12-01T00:06:00.000Z');
    await job.work();
    expect(job.taken).toEqual(['pi_1']);
  });

  it('a charge that another server holds is skipped until its lease ends', async () => {
    const job = await aJob();
    await job.plan('2026-12-01T00:00:00Z', '2026-12-01T00:06:00.001Z');
    await job.work();
    expect(job.taken).toEqual([]);
    await job.plan('2026-12-01T00:00:00Z', '2026-12-01T00:06:00.000Z');
    await job.work();
    expect(job.taken).toEqual(['pi_1']);
  });

  it('is leased for two minutes during the attempt', async () => {
    const job = await aJob(async () => {
      expect((await job.due())?.lease).toBe('2026-12-01T00:08:00.000Z');
      return paymentOf('PAID');
    });
    await job.work();
    expect(job.deps.log.lines).toEqual([]);
    expect(job.taken).toHaveLength(1);
  });

  it('a charge that another server claims first is left to it without an error', async () => {
    const job = await aJob();
    const hooked = createHookedStore(job.store);
    hooked.before(2, async () => {
      await job.plan('2026-12-01T00:00:00Z', '2026-12-01T00:08:00Z');
    });
    await job.work(hooked);
    expect(job.taken).toEqual([]);
    expect(job.deps.log.lines).toEqual([]);
  });

  it('a charge that cannot be claimed is logged by its row and tried again', async () => {
    const job = await aJob();
    const hooked = createHookedStore(job.store);
    hooked.before(2, () => Promise.reject(new StoreError('UNAVAILABLE', 'down')));
    await job.work(hooked);
    expect(job.taken).toEqual([]);
    expect(job.deps.log.lines).toMatchObject([{ level: 'error', event: 'charge.failed' }]);
    expect(JSON.stringify(job.deps.log.lines[0]?.facts)).toContain(month);
    await job.work();
    expect(job.taken).toEqual(['pi_1']);
  });

  it('a charge that fails at the provider is logged and put off for ten minutes', async () => {
    const job = await aJob(() => Promise.reject(new Error('down')));
    await job.work();
    const facts = { orgId, month };
    expect(job.deps.log.lines).toEqual([{ level: 'error', event: 'charge.failed', facts }]);
    expect(await job.due()).toMatchObject({ notBefore: '2026-12-01T00:16:00.000Z', lease: null });
  });

  it('a charge of a shard that is another server’s is not tried', async () => {
    const job = await aJob();
    await job.work(job.store, false);
    expect(job.taken).toEqual([]);
  });
});

it('a row that cannot be read is logged by its key', async () => {
  const job = await aJob();
  await job.store.insert('Sys', { pk: chargePartition(shardOf(orgId)), rk: '0', values: { v: 99 } });
  await job.work();
  expect(job.deps.log.lines).toEqual([{ level: 'error', event: 'charge.failed', facts: { key: '0' } }]);
  expect(job.taken).toEqual(['pi_1']);
});
