import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { migrateRowsToOtherStore } from '../../../bot/src/backup/migrateRowsToOtherStore.ts';
import { backUpNow, backUpTables } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import { BackupRefused } from '../../../bot/src/backup/backupRefusedError.ts';
import { createAzureBlobs } from '../../../bot/src/gateways/azureBlobs/azureBlobs.ts';
import { troubles } from '../../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import { BlobError } from '../../../bot/src/gateways/blobContainerPort.ts';
import type { BlobContainer } from '../../../bot/src/gateways/blobContainerPort.ts';
import { checkFormat, claimFormat } from '../../../bot/src/store/storeFormatAndFillingMark.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Row, Table, TableAdmin } from '../../../bot/src/store/tableStorePort.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { startAzurite, startAzuriteBlobs } from '../../support/fakes/azurite.ts';
import { anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { everything } from '../../support/data/readStoreRows.ts';
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
  sentence,
  small,
} from './storesAndContainers.ts';
import type { Opened } from './storesAndContainers.ts';

const lease = (store: Opened, until: string) =>
  outside(store).touch(shardLease, { shard: 'i:one' }, { owner: 'one', until: anInstant(until) });

describe('a restore from the container', () => {
  const aBackup = async () => {
    const [store, blobs, clock] = [await filled(inMemory(), 4), memoryBlobs(), fakeClock()];
    await backUpTables(depsOf(store, blobs, clock), always, small);
    return { store, blobs, clock };
  };

  it('is rejected without a backup, during a running server, into existing data, and for damage or a newer version', async () => {
    const { store, blobs, clock } = await aBackup();
    const target = inMemory();
    expect(await sentence(restoring(target, memoryBlobs(), clock))).toBe(
      'There is no finished backup in the container.',
    );
    expect(await sentence(restoring(target, blobs, clock, { id: 'x' }))).toBe('There is no finished backup named x.');
    expect(await sentence(restoring(store, blobs, clock))).toMatch(/already contain data\. Add --replace/);
    await lease(target, '2026-11-20T08:00:05Z');
    expect(await sentence(restoring(target, blobs, clock))).toMatch(/^A server is running on these tables/);
    clock.advance({ minutes: 1 });
    const name = [...blobs.blobs.keys()].find((key) => key.includes('Team')) ?? '';
    const whole = blobs.blobs.get(name) ?? new Uint8Array();
    blobs.blobs.set(name, whole.slice(0, -4));
    expect(await sentence(restoring(target, blobs, clock))).toMatch(/^The backup is damaged/);
    expect(await held(target)).toEqual([]);
    blobs.blobs.set(name, whole);
    const manifest = '20261120T080000Z/manifest.json';
    const text = Buffer.from(blobs.blobs.get(manifest) ?? []).toString();
    blobs.blobs.set(manifest, Buffer.from(text.replace(/"readableBy":\d+/, '"readableBy":99')));
    expect(await sentence(restoring(target, blobs, clock))).toMatch(/^The backup was made by a newer version/);
    expect(await held(target)).toEqual([]);
  });

  it('keeps servers from starting after an interruption until it is completed', async () => {
    const { store, blobs, clock } = await aBackup();
    const target = await filled(inMemory(), 9);
    let calls = 0;
    const breaking: Opened = {
      ...target,
      admin: {
        ...target.admin,
        bulkPut: (table: Table, items: readonly Row[]) => {
          calls += 1;
          return calls > 4 ? Promise.reject(new Error('killed')) : target.admin.bulkPut(table, items);
        },
      },
    };
    expect(await sentence(restoring(breaking, blobs, clock, { isReplacing: true }))).toBe('killed');
    await expect(claimFormat(target)).rejects.toThrow('The store is half filled');
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
    await expect(claimFormat(target)).resolves.toBeUndefined();
  });
});

describe('a restore or a move that meets a fault', () => {
  const full = () =>
    new StoreError('UNAVAILABLE', 'refused', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) });
  const onward = /was interrupted\. .* Then run it again\. Until it finishes, no server starts on this store\.$/;
  /** Wraps a store so that its disk is full after `batches` batches. */
  const fullAfter = (store: Opened, batches: number): Opened => {
    let left = batches;
    const bulkPut: TableAdmin['bulkPut'] = (table, items) => {
      left -= 1;
      return left < 0 ? Promise.reject(full()) : store.admin.bulkPut(table, items);
    };
    return { ...store, admin: { ...store.admin, bulkPut } };
  };

  it('a restore or a move that meets a fault of the store reports the repair, and is repeated to its end', async () => {
    const [from, blobs, clock] = [await filled(inMemory(), 9), memoryBlobs(), fakeClock()];
    await backUpTables(depsOf(from, blobs, clock), always, small);
    const [restoredTo, movedTo] = [inMemory(), inMemory()];
    const texts = [
      await sentence(restoring(fullAfter(restoredTo, 2), blobs, clock)),
      await sentence(migrateRowsToOtherStore({ from, to: fullAfter(movedTo, 2), clock })),
    ];
    for (const item of texts) {
      expect(item).toMatch(onward);
      expect(item).toContain(troubles['disk-full'].mend);
    }
    for (const target of [restoredTo, movedTo]) await expect(claimFormat(target)).rejects.toThrow('half filled');
    await restoring(restoredTo, blobs, clock);
    await migrateRowsToOtherStore({ from, to: movedTo, clock });
    expect(await held(restoredTo, gone)).toEqual(await held(from, gone));
    expect(await held(movedTo)).toEqual(await held(from));
  });

  it('a restore or a move that meets a fault of the container changes nothing before all of it is read, and is repeated afterwards', async () => {
    const [store, blobs, clock] = [await filled(inMemory(), 9), memoryBlobs(), fakeClock()];
    await backUpTables(depsOf(store, blobs, clock), always, small);
    const parts = blobs.blobs.size - 1;
    const unreadableAfter = (most: number): BlobContainer => {
      let left = most;
      const get: BlobContainer['get'] = (name) => {
        left -= name.endsWith('.gz') ? 1 : 0;
        return left < 0 ? Promise.reject(new BlobError('The container refuses.')) : blobs.get(name);
      };
      return { ...blobs, get };
    };
    const target = await filled(inMemory(), 2);
    const before = await held(target);
    const replacing = { isReplacing: true };
    expect(await sentence(restoring(target, unreadableAfter(3), clock, replacing))).toBe('The container refuses.');
    expect(await held(target)).toEqual(before);
    await expect(checkFormat(target)).resolves.toBeUndefined();
    expect(await sentence(restoring(target, unreadableAfter(parts + 2), clock, replacing))).toMatch(onward);
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
  });

  it('a restore or a move that meets a fault of a running backup leaves no finished one, and the next one continues it', async () => {
    const [store, blobs, clock] = [await filled(inMemory(), 9), memoryBlobs(), fakeClock()];
    let left = 3;
    const put: BlobContainer['put'] = (name, bytes) => {
      left -= 1;
      return left < 0 ? Promise.reject(new BlobError('The container refuses.')) : blobs.put(name, bytes);
    };
    expect(await sentence(backUpNow(store, { ...blobs, put }, clock))).toBe('The container refuses.');
    expect(await sentence(restoring(inMemory(), blobs, clock))).toBe('There is no finished backup in the container.');
    await backUpNow(store, blobs, clock);
    const target = inMemory();
    await restoring(target, blobs, clock);
    expect(await held(target, gone)).toEqual(await held(store, gone));
  });

  it('is rejected into an empty store of a newer version unless that may be replaced', async () => {
    const [from, blobs, clock] = [await filled(inMemory(), 2), memoryBlobs(), fakeClock()];
    await backUpTables(depsOf(from, blobs, clock), always, small);
    const newer = async (): Promise<Opened> => {
      const store = inMemory();
      await claimFormat(store, { format: 99, readableBy: 99 });
      return store;
    };
    const [first, second] = [await newer(), await newer()];
    const before = await everything(first.admin);
    expect(await sentence(restoring(first, blobs, clock))).toMatch(/^The store was last used by a newer version/);
    expect(await sentence(migrateRowsToOtherStore({ from, to: first, clock }))).toMatch(
      /^The store was last used by a newer version/,
    );
    expect(await everything(first.admin)).toEqual(before);
    await restoring(first, blobs, clock, { isReplacing: true });
    await migrateRowsToOtherStore({ from, to: second, clock, isReplacing: true });
    for (const store of [first, second]) await expect(checkFormat(store)).resolves.toBeUndefined();
  });
});

describe('on the emulators of tables and blobs', () => {
  let services: Awaited<ReturnType<typeof startAzurite>>[] = [];
  let stores: Opened[] = [];
  let container: BlobContainer;
  const opened = async (at: number): Promise<Opened> => {
    const service = services[at];
    if (service === undefined) throw new Error('It has not started.');
    const store = await openTablesStore({ url: service.url, credential: service.credential });
    stores.push(store);
    return store;
  };
  beforeAll(async () => {
    services = await Promise.all([startAzurite(), startAzurite(), startAzuriteBlobs()]);
    const [, , blobs] = services;
    if (blobs?.credential.kind !== 'emulator') throw new Error('The emulator has a key.');
    const { account, key } = blobs.credential;
    const url = `${blobs.url}/backups`;
    await new ContainerClient(url, new StorageSharedKeyCredential(account, key)).create();
    container = createAzureBlobs({ url, key });
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(services.map((service) => service.stop()));
    stores = [];
  });

  it('moves a store from its file to tables, a container, other tables and back to an equal file', async () => {
    const clock = fakeClock();
    const file = await filled(inMemory(), 30);
    const first = await opened(0);
    const moved = await migrateRowsToOtherStore({ from: file, to: first, clock });
    expect(moved).toBe((await held(file)).length);
    await backUpTables(depsOf(first, container, clock), always, { partSize: 3_000, pageRows: 20 });
    const second = await opened(1);
    await restoring(second, container, clock);
    const back = inMemory();
    await migrateRowsToOtherStore({ from: second, to: back, clock });
    expect(await held(back, gone)).toEqual(await held(file, gone));
    await expect(container.put('20261120T080000Z/manifest.json', new Uint8Array([1]))).rejects.toThrow(
      'The backup container answered 409.',
    );
    expect(await container.get('none')).toBeUndefined();
  });

  it('reports faults of a container', async () => {
    const [, , blobs] = services;
    if (blobs?.credential.kind !== 'emulator') throw new Error('The emulator has a key.');
    const { key } = blobs.credential;
    const named = (url: string, use = key) => createAzureBlobs({ url, key: use });
    const wrong = Buffer.from('another key').toString('base64');
    expect(await sentence(named(`${blobs.url}/none`).put('a', new Uint8Array([1])))).toBe(
      'There is no container at BACKUP_URL.',
    );
    expect(await sentence(named(`${blobs.url}/backups`, wrong).list(''))).toMatch(/^The backup container refuses/);
  });
});

describe('a move', () => {
  it('continues after an interruption, and keeps servers from starting until then', async () => {
    const clock = fakeClock();
    const [from, to] = [inMemory(), inMemory()];
    await from.admin.bulkPut('Team', rows(3_500));
    await claimFormat(from);
    let calls = 0;
    const breaking: Opened = {
      ...to,
      admin: {
        ...to.admin,
        bulkPut: (table: Table, items: readonly Row[]) => {
          if (table === 'Team') calls += 1;
          return calls === 3 ? Promise.reject(new Error('killed')) : to.admin.bulkPut(table, items);
        },
      },
    };
    expect(await sentence(migrateRowsToOtherStore({ from, to: breaking, clock }))).toBe('killed');
    await expect(claimFormat(to)).rejects.toThrow('half filled');
    expect(calls).toBe(3);
    calls += 1;
    await migrateRowsToOtherStore({ from, to: breaking, clock });
    calls -= 1;
    // There are four pages, and one of them is repeated after the interruption. The earlier pages are not copied again.
    expect(calls).toBe(5);
    expect(await held(to)).toEqual(await held(from));
    await expect(claimFormat(to)).resolves.toBeUndefined();
  });

  it('is rejected during a running server, into existing data, and if the sides differ', async () => {
    const clock = fakeClock();
    const [from, to] = [await filled(inMemory(), 3), await filled(inMemory(), 2)];
    expect(await sentence(migrateRowsToOtherStore({ from, to, clock }))).toMatch(
      /already contains data\. Add --replace/,
    );
    const inUse = await filled(inMemory(), 3);
    await lease(inUse, '2026-11-20T08:00:09Z');
    expect(await sentence(migrateRowsToOtherStore({ from: inUse, to: inMemory(), clock }))).toMatch(
      /^A server is running/,
    );
    const forgetful: Opened = {
      ...to,
      admin: {
        ...to.admin,
        bulkPut: (table: Table, items: readonly Row[]) => to.admin.bulkPut(table, items.slice(table === 'Org' ? 1 : 0)),
      },
    };
    const failed = migrateRowsToOtherStore({ from, to: forgetful, clock, isReplacing: true });
    await expect(failed).rejects.toBeInstanceOf(BackupRefused);
    await expect(failed).rejects.toThrow('The table Org differs: 3 rows in the source, 2 in the target.');
    await expect(claimFormat(to)).rejects.toThrow('half filled');
    await migrateRowsToOtherStore({ from, to, clock, isReplacing: true });
    expect(await held(to)).toEqual(await held(from));
  });
});
