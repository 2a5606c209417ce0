import { backUpNow, backUpTables, createBackupWork } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import type { BlobContainer } from '../../../bot/src/gateways/blobContainerPort.ts';
import { lastBackupAt } from '../../../bot/src/services/operations/lastBackup.ts';
import { checkFormat } from '../../../bot/src/store/storeFormatAndFillingMark.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { restored } from '../../../bot/src/store/kinds/operations/backupStateAndLastRestore.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import {
  always,
  depsOf,
  filled,
  gone,
  held,
  inMemory,
  memoryBlobs,
  restoring,
  small,
  stepsUntil,
} from './storesAndContainers.ts';

const manifestsIn = (blobs: { readonly blobs: ReadonlyMap<string, unknown> }): string[] =>
  [...blobs.blobs.keys()].filter((name) => name.endsWith('manifest.json')).map((name) => name.split('/')[0] ?? '');

describe('the nightly backup', () => {
  it('restores every row except sessions and codes, and records the restore', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    expect(await lastBackupAt({ store })).toBeUndefined();
    expect(await backUpTables(depsOf(store, blobs, clock), always, small)).toBe(true);
    expect(await lastBackupAt({ store })).toBe(clock.now());
    const target = inMemory();
    clock.advance({ minutes: 90 });
    const done = await restoring(target, blobs, clock);
    expect(done).toMatchObject({ id: '20261120T080000Z', madeAt: '2026-11-20T08:00:00.000Z' });
    expect(await held(target, gone)).toEqual(await held(store, gone));
    expect((await rowsOf(target.admin, 'Accounts')).map(({ pk }) => pk).filter((pk) => /^[ut]/.test(pk))).toEqual([
      'u:ann',
    ]);
    expect((await outside(target).get(restored, undefined))?.value.at).toBe('2026-11-20T09:30:00.000Z');
    await expect(checkFormat(target)).resolves.toBeUndefined();
  });

  it('continues after an interruption by another instance, and runs once a night', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    let steps = 0;
    const atMost = (most: number) => () => {
      steps += 1;
      return steps % (most + 1) !== 0;
    };
    let tries = 1;
    while (!(await backUpTables(depsOf(store, blobs, clock), atMost(5), small))) tries += 1;
    expect(tries).toBeGreaterThan(3);
    const names = [...blobs.blobs.keys()];
    expect(await backUpTables(depsOf(store, blobs, clock), always, small)).toBe(true);
    clock.set('2026-11-20T07:00:00Z');
    expect(await backUpTables(depsOf(store, blobs, clock), always, small)).toBe(true);
    expect([...blobs.blobs.keys()]).toEqual(names);
    const target = inMemory();
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
    clock.set('2026-11-21T01:00:00Z');
    await backUpTables(depsOf(store, blobs, clock), always, small);
    expect(blobs.blobs.size).toBe(2 * names.length);
  });

  it('makes the backup of this night after it finished the interrupted one of an earlier night', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    const deps = depsOf(store, blobs, clock);
    let steps = 0;
    const twice = () => {
      steps += 1;
      return steps <= 2;
    };
    expect(await backUpTables(deps, twice, small)).toBe(false);
    clock.set('2026-11-21T02:00:00Z');
    const work = createBackupWork(deps, 'first');
    await work(['first'], () => true);
    const manifests = (await blobs.list('')).filter((name) => name.endsWith('manifest.json'));
    expect(manifests.map((name) => name.split('/')[0])).toEqual(['20261120T080000Z', '20261121T020000Z']);
  });

  it('loses nothing in a crash between a part and its record', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    for (let index = 0; index < 4; index += 1) {
      let calls = 0;
      const crashing: BlobContainer = {
        ...blobs,
        put: async (name, bytes) => {
          await blobs.put(name, bytes);
          calls += 1;
          if (calls > index) throw new Error('killed');
        },
      };
      await expect(backUpTables(depsOf(store, crashing, clock), always, small)).rejects.toThrow('killed');
    }
    await backUpTables(depsOf(store, blobs, clock), always, small);
    const target = inMemory();
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
  });

  it('is made by the holder of the first shard, which reports a failure and retries', async () => {
    const [store, clock] = [await filled(inMemory(), 2), fakeClock()];
    const [blobs, broken] = [memoryBlobs(), { put: () => Promise.reject(new Error('no rights')) }];
    const deps = depsOf(store, blobs, clock);
    await createBackupWork(deps, '00')(['01', '02'], always);
    expect(blobs.blobs.size).toBe(0);
    const failing = { ...deps, blobs: { ...blobs, ...broken } };
    await createBackupWork(failing, '00')(['00'], always);
    expect(deps.log.errors).toEqual(['backup.failed: no rights']);
    const work = createBackupWork(deps, '00');
    await Promise.all([work(['00'], always), createBackupWork(deps, '00')(['00'], always)]);
    clock.advance({ minutes: 2 });
    await work(['00'], always);
    expect([...blobs.blobs.keys()].filter((name) => name.endsWith('manifest.json'))).toHaveLength(1);
  });

  it('continues in the following nights after a server was killed between the manifest and its record', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    // A lost reply to the upload has the same effect: the client repeats it, and the container refuses the name.
    const put: BlobContainer['put'] = async (name, bytes) => {
      await blobs.put(name, bytes);
      if (name.endsWith('manifest.json')) throw new Error('killed');
    };
    await expect(backUpTables(depsOf(store, { ...blobs, put }, clock), always, small)).rejects.toThrow('killed');
    const manifestedAt = clock.now();
    const deps = depsOf(store, blobs, clock);
    clock.advance({ minutes: 11 });
    await createBackupWork(deps, 'first')(['first'], always);
    expect(await lastBackupAt({ store })).toBe(manifestedAt);
    for (const night of ['2026-11-21T02:00:00Z', '2026-11-22T02:00:00Z', '2026-11-23T02:00:00Z']) {
      clock.set(night);
      await createBackupWork(deps, 'first')(['first'], always);
    }
    expect(deps.log.errors).toEqual([]);
    expect(manifestsIn(blobs)).toEqual([
      '20261120T080000Z',
      '20261121T020000Z',
      '20261122T020000Z',
      '20261123T020000Z',
    ]);
  });
});

describe('the backup on command', () => {
  it('contains what was saved before it, also if it first completes an interrupted backup', async () => {
    const [store, blobs, clock] = [await filled(inMemory()), memoryBlobs(), fakeClock()];
    expect(await backUpTables(depsOf(store, blobs, clock), stepsUntil(14), small)).toBe(false);
    clock.set('2026-11-25T09:00:00Z');
    await store.insert('Team', { pk: 'p0', rk: 'a|answer', values: { v: 1, text: 'of this morning' } });
    const { id, rows } = await backUpNow(store, blobs, clock);
    expect(id).toBe('20261125T090000Z');
    expect(manifestsIn(blobs)).toEqual(['20261120T080000Z', id]);
    const target = inMemory();
    expect(await restoring(target, blobs, clock)).toMatchObject({ id, rows });
    expect((await target.get('Team', { pk: 'p0', rk: 'a|answer' }))?.values['text']).toBe('of this morning');
    expect(await held(target, gone)).toEqual(await held(store, gone));
  });

  it('gets a name of its own if another backup began in the same second', async () => {
    const [store, blobs, clock] = [await filled(inMemory(), 2), memoryBlobs(), fakeClock()];
    await backUpNow(store, blobs, clock);
    await store.insert('Team', { pk: 'p0', rk: 'a|answer', values: { v: 1 } });
    expect((await backUpNow(store, blobs, clock)).id).toBe('20261120T080001Z');
    const target = inMemory();
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
  });
});
