import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { Transaction } from '../../bot/src/store/tableStorePort.ts';
import type { TablesStore } from '../../bot/src/store/tables/openTables.ts';
import { startAzurite } from '../support/fakes/azurite.ts';
import type { Azurite } from '../support/fakes/azurite.ts';
import { startFlakyProxy } from './flakyProxy.ts';
import type { FlakyProxy } from './flakyProxy.ts';
import { aPartition, aRow, refusal, rowKeys } from './testedStoreRowsAndReaders.ts';

const attempts = 3;
const newYear = Date.UTC(2030, 0, 1);
let azurite: Azurite;
let proxy: FlakyProxy;
let store: TablesStore;

beforeAll(async () => {
  azurite = await startAzurite();
  // An attempt ends as soon as the proxy has received a request that it never answers, so that no test waits for a real
  // deadline.
  let attempt = new AbortController();
  const date = new Date(newYear).toUTCString();
  proxy = await startFlakyProxy(azurite.url, {
    date,
    onHang: () => {
      attempt.abort();
    },
  });
  const deadline = (): AbortSignal => {
    attempt = new AbortController();
    return attempt.signal;
  };
  store = await openTablesStore({
    ...{ url: proxy.url, credential: azurite.credential, now: () => newYear - 90_000 },
    patience: { attempts, busyAttempts: attempts, pauseMs: 1, deadline },
  });
});
afterAll(async () => {
  await store.close();
  await proxy.stop();
  await azurite.stop();
});

describe('a service that is unavailable for a while', () => {
  it('is called again until it succeeds', async () => {
    const pk = aPartition();
    proxy.plan('refuse', 'refuse');
    await store.insert('Team', aRow(pk, 'a'));
    expect(proxy.requests()).toBe(3);
    proxy.plan('refuse', 'lose the answer');
    expect(await rowKeys(store, pk)).toEqual(['a']);
  });

  it('is unavailable after the maximum number of attempts', async () => {
    const pk = aPartition();
    proxy.plan('refuse', 'refuse', 'refuse');
    await expect(store.insert('Team', aRow(pk, 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(proxy.requests()).toBe(attempts);
    expect(await rowKeys(store, pk)).toEqual([]);
  });

  it('is unavailable if it never replies', async () => {
    proxy.plan('hang', 'hang', 'hang');
    await expect(store.get('Team', aRow(aPartition(), 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(proxy.requests()).toBe(attempts);
  });
});

describe('an ordered write', () => {
  it('stops at an unavailable service, and keeps the earlier transactions', async () => {
    const pk = aPartition();
    const insertOf = (rk: string): Transaction => ({
      ...{ table: 'Team', pk },
      steps: [{ do: 'insert', row: aRow(pk, rk) }],
    });
    proxy.plan('pass', 'refuse', 'refuse', 'refuse');
    await expect(store.inOrder([insertOf('a'), insertOf('b'), insertOf('c')])).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(await rowKeys(store, pk)).toEqual(['a']);
  });
});

describe('a write whose reply is lost', () => {
  it('has an unknown result, and is no conflict, if its second attempt finds its own write', async () => {
    const pk = aPartition();
    proxy.plan('lose the answer');
    await expect(store.insert('Team', aRow(pk, 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(await rowKeys(store, pk)).toEqual(['a']);

    const etag = await store.touch('Team', aRow(pk, 'a'));
    proxy.plan('lose the answer');
    await expect(store.merge('Team', aRow(pk, 'a', { n: 2 }), etag)).rejects.toEqual(refusal('UNAVAILABLE'));
    expect((await store.get('Team', { pk, rk: 'a' }))?.values).toMatchObject({ n: 2 });

    proxy.plan('lose the answer');
    const steps = [{ do: 'delete', key: { pk, rk: 'a' } } as const];
    await expect(store.transact('Team', pk, steps)).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(await rowKeys(store, pk)).toEqual([]);
  });

  it('is repeated if it has no condition', async () => {
    const pk = aPartition();
    proxy.plan('lose the answer');
    await store.touch('Team', aRow(pk, 'a', { n: 1 }));
    expect((await store.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n: 1 });
  });

  it('stays a conflict if the first attempt reports it', async () => {
    const pk = aPartition();
    await store.insert('Team', aRow(pk, 'a'));
    proxy.plan();
    await expect(store.insert('Team', aRow(pk, 'a'))).rejects.toEqual(refusal('CONFLICT'));
    expect(proxy.requests()).toBe(1);
  });
});

describe('the clock of the service', () => {
  it('is compared with ours by the Date header of its replies', () => {
    // 90 seconds, plus half a second: the service sends its date in whole seconds, so the store assumes the middle of
    // that second.
    expect(store.serverClockSkew()).toBe(90_500);
  });
});

describe('opening', () => {
  it('fails as unavailable if no service listens', async () => {
    const other = await startFlakyProxy(azurite.url);
    await other.stop();
    const opening = openTablesStore({ url: other.url, credential: azurite.credential, patience: { pauseMs: 1 } });
    await expect(opening).rejects.toEqual(refusal('UNAVAILABLE'));
  });

  it('accepts an account key for this machine only, and an identity over https only', async () => {
    const key = { kind: 'emulator', account: 'a', key: 'a2V5' } as const;
    const abroad = openTablesStore({ url: 'https://a.table.core.windows.net', credential: key });
    await expect(abroad).rejects.toEqual(refusal('INVALID'));
    const plain = openTablesStore({ url: 'http://127.0.0.1:1/a', credential: { kind: 'managedIdentity' } });
    await expect(plain).rejects.toEqual(refusal('INVALID'));
  });
});
