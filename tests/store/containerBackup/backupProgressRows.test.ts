import { z } from 'zod';
import { backUpNow, backUpTables } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { claimFormat } from '../../../bot/src/store/storeFormatAndFillingMark.ts';
import { kind, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  backupPart,
  backupPartSchema,
  backupState,
} from '../../../bot/src/store/kinds/operations/backupStateAndLastRestore.ts';
import { prefixRange, rowLimits, StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Row } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import {
  always,
  depsOf,
  filled,
  gone,
  held,
  inMemory,
  memoryBlobs,
  restoring,
  rows,
  small,
  stepsUntil,
} from './storesAndContainers.ts';
import type { Opened } from './storesAndContainers.ts';

// The progress of a backup is one row for its state and one row for each part.

const partRows = (store: Opened) => outside(store).list(backupPart, undefined, prefixRange('part|'));

const stateOf = async (store: Opened) => {
  const state = await outside(store).get(backupState, undefined);
  if (state === undefined) throw new Error('There is no state.');
  return state;
};

const interruptedAfter = async (most: number) => {
  const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
  expect(await backUpTables(depsOf(store, blobs, clock), stepsUntil(most), small)).toBe(false);
  return { store, blobs, clock };
};

const expectRestored = async ({ store, blobs, clock }: Awaited<ReturnType<typeof interruptedAfter>>) => {
  const target = inMemory();
  await restoring(target, blobs, clock);
  expect(await held(target, gone)).toEqual(await held(store, gone));
};

/** Wraps a store so that a row of more than `limit` characters is rejected. */
const withRowLimit = (store: Opened, limit: number): Opened => {
  const check = (...written: readonly Row[]): void => {
    if (written.some(({ values }) => JSON.stringify(values).length > limit))
      throw new StoreError('TOO_LARGE', 'a row is larger than the limit');
  };
  return {
    ...store,
    replace: async (table, row, etag) => {
      check(row);
      return store.replace(table, row, etag);
    },
    transact: async (table, pk, steps) => {
      check(...steps.flatMap((step) => (step.do === 'delete' ? [] : [step.row])));
      return store.transact(table, pk, steps);
    },
  };
};

describe('the rows of the parts of a backup', () => {
  it('allow more parts than one row could list', async () => {
    const [store, blobs, clock] = [inMemory(), memoryBlobs(), fakeClock()];
    await claimFormat(store);
    // A tenth of 4,500 parts, with a tenth of the real limit (two bytes for a character), so that the test is quick.
    await store.admin.bulkPut('Team', rows(450));
    const limited = withRowLimit(store, rowLimits.rowBytes / 2 / 10);
    await backUpTables(depsOf(limited, blobs, clock), always, { partSize: 1, pageRows: 1 });
    // Besides the parts of the rows there is one of the table Sys, and the manifest.
    expect(blobs.blobs.size).toBe(452);
    await expectRestored({ store, blobs, clock });
  });

  it('are known to the check of the store, and are deleted when the backup is recorded', async () => {
    const { store, blobs, clock } = await interruptedAfter(14);
    expect(await partRows(store)).toHaveLength(14);
    const { findings } = await verifyStore(store.admin);
    expect(findings.filter(({ table }) => table === 'Sys')).toEqual([]);
    await backUpTables(depsOf(store, blobs, clock), always, small);
    expect(await partRows(store)).toEqual([]);
  });

  it('of an earlier backup are deleted before another one begins', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    const stale = { name: 'Team-0.jsonl.gz', table: 'Team', rows: 9, sha256: '11' } as const;
    for (let number = 0; number < 250; number += 1) await outside(store).insert(backupPart, { number }, stale);
    expect(await backUpTables(depsOf(store, blobs, clock), stepsUntil(0), small)).toBe(false);
    expect(await partRows(store)).toEqual([]);
    await backUpNow(store, blobs, clock);
    await expectRestored({ store, blobs, clock });
  });

  it('are written by one instance: the other one stops when its progress was continued', async () => {
    const { store, blobs, clock } = await interruptedAfter(3);
    let isFirst = true;
    const transact: Opened['transact'] = async (...request) => {
      await store.transact(...request);
      if (isFirst) await backUpTables(depsOf(store, blobs, clock), stepsUntil(2), small);
      isFirst = false;
    };
    const slow = backUpTables(depsOf({ ...store, transact }, blobs, clock), always, small);
    await expect(slow).rejects.toMatchObject({ fault: 'CONFLICT' });
    expect(await partRows(store)).toHaveLength(6);
    await backUpTables(depsOf(store, blobs, clock), always, small);
    await expectRestored({ store, blobs, clock });
  });

  it('are not deleted if another instance began a backup in the meantime', async () => {
    const { store, blobs, clock } = await interruptedAfter(3);
    const state = await stateOf(store);
    const idle = { ...state.value, running: null, day: null };
    await outside(store).replace(backupState, undefined, idle, state.etag);
    let isFirst = true;
    const scan: Opened['scan'] = async (...request) => {
      const page = await store.scan(...request);
      if (isFirst) await backUpTables(depsOf(store, blobs, clock), stepsUntil(5), small);
      isFirst = false;
      return page;
    };
    const late = backUpTables(depsOf({ ...store, scan }, blobs, clock), always, small);
    await expect(late).rejects.toMatchObject({ fault: 'CONFLICT' });
    expect(await partRows(store)).toHaveLength((await stateOf(store)).value.running?.parts ?? 0);
    await backUpTables(depsOf(store, blobs, clock), always, small);
    await expectRestored({ store, blobs, clock });
  });

  it('are needed for a manifest: if one is missing, the backup begins again', async () => {
    const { store, blobs, clock } = await interruptedAfter(14);
    await outside(store).transact([outside(store).deleteStep(backupPart, { number: 3 })]);
    const deps = depsOf(store, blobs, clock);
    await expect(backUpTables(deps, always, small)).rejects.toThrow('The store lacks parts of the backup');
    expect([...blobs.blobs.keys()].filter((name) => name.endsWith('manifest.json'))).toEqual([]);
    expect(await backUpTables(deps, always, small)).toBe(true);
    await expectRestored({ store, blobs, clock });
  });
});

/** The state as the version before knows it, with all parts in one row. */
const stateBefore = kind({
  name: 'backupState',
  table: 'Sys',
  version: 1,
  schema: backupState.schema.omit({ running: true }).extend({ parts: z.array(backupPartSchema) }),
  at: () => ({ pk: 'backup', rk: 'state' }),
});

describe('beside the version before, which keeps all parts in the state', () => {
  it.each(['2026-11-20T08:30:00Z', '2026-11-21T02:00:00Z'])(
    'a backup that the version before began is made again at %s',
    async (now) => {
      const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
      await outside(store).insert(stateBefore, undefined, {
        ...{ finishedAt: null, day: aDate('2026-11-20'), id: '20261120T080000Z' },
        ...{ startedAt: anInstant('2026-11-20T08:00:00Z'), table: 'Outbox', continuation: null },
        parts: [{ name: 'Due-00000-a.jsonl.gz', table: 'Due', rows: 40, sha256: '11' }],
      });
      clock.set(now);
      const deps = depsOf(store, blobs, clock);
      expect(await backUpTables(deps, always, small)).toBe(true);
      expect((await stateOf(store)).value).toMatchObject({ id: null, parts: [], running: null });
      await expectRestored({ store, blobs, clock });
    },
  );

  it('that version sees no running backup that it could continue, and its change of the state does no harm', async () => {
    const { store, blobs, clock } = await interruptedAfter(14);
    const seen = await outside(store).get(stateBefore, undefined);
    if (seen === undefined) throw new Error('There is no state.');
    // The night has its backup already, so that version begins none of its own.
    expect(seen.value).toMatchObject({ id: null, startedAt: null, parts: [], day: '2026-11-20' });
    const begun = { ...seen.value, day: aDate('2026-11-21'), id: '20261121T020000Z', table: 'Due' as const };
    await outside(store).replace(stateBefore, undefined, begun, seen.etag);
    clock.set('2026-11-21T03:00:00Z');
    expect(await backUpTables(depsOf(store, blobs, clock), always, small)).toBe(true);
    expect((await stateOf(store)).value).toMatchObject({ id: null, running: null });
    await expectRestored({ store, blobs, clock });
  });
});
