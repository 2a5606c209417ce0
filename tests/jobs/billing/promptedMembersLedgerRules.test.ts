import { createPromptedMembersLedger } from '../../../bot/src/jobs/delivery/records/promptedMembersLedger.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { asked } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';

const month = '202611';
const [orgId, ann] = [anOrgId(), aMemberId('ann')];

describe('the people who were prompted in a month', () => {
  const members = ['ann', 'bob', 'cy'].map((name) => aMemberId(name));

  it('are recorded with the first prompt, and no later call writes a row again', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    const clock = fakeClock();
    await createPromptedMembersLedger({ store, clock }).record(orgId, members);
    clock.advance({ minutes: 5 });
    const watched = failingStore(store, Infinity, 'before');
    const ledger = createPromptedMembersLedger({ store: watched.store, clock });
    await ledger.record(orgId, members);
    // Two calls are enough: a transaction that conflicts, and one scan that finds all people.
    expect(watched.calls()).toBe(2);
    await ledger.record(orgId, members);
    expect(watched.calls()).toBe(2);
    for (const memberId of members)
      expect((await inOrg(store, orgId).get(asked, { month, memberId }))?.value.at).toBe('2026-11-20T08:00:00.000Z');
    await store.close();
  });

  it('are completed by those missing from a conflicting batch', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    const clock = fakeClock();
    await createPromptedMembersLedger({ store, clock }).record(orgId, members.slice(0, 1));
    await createPromptedMembersLedger({ store, clock }).record(orgId, members);
    expect(await rowsOf(store.admin, 'Usage')).toHaveLength(3);
    await store.close();
  });

  const emptyLedger = () => {
    const store = openSqliteStore({ file: ':memory:' });
    const clock = fakeClock();
    const hooked = createHookedStore(store);
    return { store, clock, hooked, ledger: createPromptedMembersLedger({ store: hooked, clock }) };
  };
  const rowOf = async (store: SqliteStore, memberId = ann, of = month, org = orgId) =>
    (await inOrg(store, org).get(asked, { month: of, memberId }))?.value;

  it('are of one organisation and one month', async () => {
    const { store, clock, ledger } = emptyLedger();
    await ledger.record(orgId, members);
    await ledger.record(anOrgId('fabrikam'), members);
    clock.set('2026-12-01T08:00:00Z');
    await ledger.record(orgId, members);
    expect(await rowOf(store, ann, month, anOrgId('fabrikam'))).toBeDefined();
    expect(await rowOf(store, ann, '202612')).toMatchObject({ at: '2026-12-01T08:00:00.000Z' });
    expect(await rowsOf(store.admin, 'Usage')).toHaveLength(9);
    await store.close();
  });

  it('are written a hundred at a time, each once', async () => {
    const { store, hooked, ledger } = emptyLedger();
    const many = Array.from({ length: 200 }, (_, index) => aMemberId(`m${index}`));
    await ledger.record(orgId, [...many, ...many]);
    expect(hooked.calls()).toBe(2);
    expect(await rowsOf(store.admin, 'Usage')).toHaveLength(200);
    await store.close();
  });

  it('are written again by the next prompt when the store did not answer', async () => {
    const { store, hooked, ledger } = emptyLedger();
    hooked.before(1, () => Promise.reject(new StoreError('UNAVAILABLE', 'down')));
    await expect(ledger.record(orgId, members)).rejects.toThrow('down');
    await ledger.record(orgId, members);
    expect(await rowsOf(store.admin, 'Usage')).toHaveLength(3);
    await store.close();
  });

  it('are written once while another server completes a conflicting batch', async () => {
    const { store, clock, hooked, ledger } = emptyLedger();
    await createPromptedMembersLedger({ store, clock }).record(orgId, members.slice(0, 1));
    const [, bob, cy] = members;
    if (bob === undefined || cy === undefined) throw new Error('Three members are asked.');
    // The batch conflicts, and the scan finds the existing rows. Then another server writes the next row before this
    // server does.
    hooked.before(3, () => createPromptedMembersLedger({ store, clock }).record(orgId, [bob, cy].sort().slice(0, 1)));
    await ledger.record(orgId, members);
    expect(await rowOf(store, bob)).toEqual({ memberId: bob, at: '2026-11-20T08:00:00.000Z' });
    expect(await rowOf(store, cy)).toEqual({ memberId: cy, at: '2026-11-20T08:00:00.000Z' });
    await store.close();
  });

  it('forgets the members of a batch if one of its rows was not written', async () => {
    const { store, clock, hooked, ledger } = emptyLedger();
    await createPromptedMembersLedger({ store, clock }).record(orgId, members.slice(0, 1));
    hooked.before(3, () => Promise.reject(new StoreError('UNAVAILABLE', 'down')));
    await expect(ledger.record(orgId, members)).rejects.toThrow('down');
    await ledger.record(orgId, members);
    expect(await rowsOf(store.admin, 'Usage')).toHaveLength(3);
    await store.close();
  });
});
