import { refuseWhileRunning } from '../../../bot/src/backup/checkAndEmptyTargetStore.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { inMemory, sentence } from './storesAndContainers.ts';
import type { Opened } from './storesAndContainers.ts';

// A restore, and a migration into a store or out of it, must not begin while a server uses the store.

const start = '2026-11-20T08:00:00Z';
const refusal = 'A server is running on these tables. Stop it, wait ten seconds, and try again.';

const writeLease = (store: Opened, until: string, shard = 'i:one') =>
  outside(store).touch(shardLease, { shard }, { owner: 'one', until: anInstant(until) });

/** Checks the store, and runs `meanwhile` during the wait. */
const check = async (store: Opened, meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
  const sleeps: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    sleeps.push(ms);
    await meanwhile();
  };
  const text = await sentence(refuseWhileRunning(store, fakeClock(start), 'these tables', sleep));
  return { text, sleeps };
};

describe('a store that must not be in use', () => {
  it('is in use if a lease ends in the future, which needs no wait', async () => {
    const store = inMemory();
    await writeLease(store, '2026-11-20T08:00:09Z');
    expect(await check(store)).toEqual({ text: refusal, sleeps: [] });
  });

  it('is in use if a server whose clock is a minute behind renews its lease, or writes another one', async () => {
    for (const shard of ['i:one', '03']) {
      const store = inMemory();
      await writeLease(store, '2026-11-20T07:59:00Z');
      const renew = () => writeLease(store, '2026-11-20T07:59:10Z', shard);
      expect(await check(store, renew)).toEqual({ text: refusal, sleeps: [12_000] });
    }
  });

  it('is free if no lease is renewed, also if old leases are deleted meanwhile', async () => {
    const store = inMemory();
    const etag = await writeLease(store, '2026-11-20T07:59:00Z');
    await writeLease(store, '2026-11-20T07:50:00Z', '03');
    const free = { text: 'it was done', sleeps: [12_000] };
    expect(await check(store)).toEqual(free);
    expect(await check(store, () => outside(store).delete(shardLease, { shard: 'i:one' }, etag))).toEqual(free);
  });

  it('is free without a wait if no server has ever used it', async () => {
    expect(await check(inMemory())).toEqual({ text: 'it was done', sleeps: [] });
  });
});
