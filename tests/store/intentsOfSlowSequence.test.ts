import { runTransactionsInSequence } from '../../bot/src/store/runTransactionsInSequence.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import type { HttpClient } from '../../bot/src/store/tables/tableClients.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import type { Key, Step, TableStore, Transaction } from '../../bot/src/store/tableStorePort.ts';
import { anInstant } from '../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { createTableService } from '../support/fakes/tableService/tableService.ts';
import { createHookedStore } from '../support/store/storeWithWorkBetweenCalls.ts';
import { openPlacedStores } from '../support/store/twoStorageAccounts.ts';
import { refusal } from './testedStoreRowsAndReaders.ts';

// Tests a sequence of an intent (an outbox row that requests work) and the change that needs the work. Another process
// deletes an intent without work two minutes after its `touched`.

const intentKey: Key = { pk: 'ob-00', rk: 'intent' };
const changeKey: Key = { pk: 'O|T', rk: 'needs work' };
const start = '2026-11-20T08:00:00Z';
const intent: Transaction = {
  ...{ table: 'Outbox', pk: intentKey.pk },
  steps: [{ do: 'touch', row: { ...intentKey, values: { touched: anInstant(start) } } }],
};
const change: Transaction = {
  ...{ table: 'Team', pk: changeKey.pk },
  steps: [{ do: 'insert', row: { ...changeKey, values: {} } }],
};

const touchedIn = ([step]: readonly Step[]): string =>
  step?.do === 'touch' ? String(step.row.values['touched']).slice(11, 19) : '';

interface Slow {
  /** Seconds that the n-th transaction takes. */
  readonly seconds: readonly number[];
  /** Number of the transaction that fails. */
  readonly failing?: number;
}

/** Runs a sequence, and returns its transactions as lines: the table, and the time in `touched`. */
const run = async ({ seconds, failing }: Slow, transactions = [intent, change]) => {
  let now = 5_000;
  const lines: string[] = [];
  const transact: TableStore['transact'] = (table, _pk, steps) => {
    lines.push(`${table} ${touchedIn(steps)}`.trim());
    now += (seconds[lines.length - 1] ?? 0) * 1_000;
    if (lines.length === failing) return Promise.reject(new StoreError('UNAVAILABLE', 'The test fails this write.'));
    return Promise.resolve();
  };
  const outcome = runTransactionsInSequence(transact, () => now)(transactions);
  const error: unknown = await outcome.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { lines, error };
};

describe('a sequence of an intent and its change', () => {
  it('writes each once if it is fast', async () => {
    expect(await run({ seconds: [10, 10] })).toEqual({ lines: ['Outbox 08:00:00', 'Team'], error: undefined });
  });

  it('writes an old intent again before the change, with a later instant', async () => {
    const { lines } = await run({ seconds: [100] });
    expect(lines).toEqual(['Outbox 08:00:00', 'Outbox 08:01:40', 'Team']);
  });

  it('writes an old intent again after the change', async () => {
    const { lines } = await run({ seconds: [1, 180] });
    expect(lines).toEqual(['Outbox 08:00:00', 'Team', 'Outbox 08:03:01']);
  });

  it('writes an old intent again if the result of the change is unknown, and fails with the first error', async () => {
    const { lines, error } = await run({ seconds: [1, 86], failing: 2 });
    expect(lines).toEqual(['Outbox 08:00:00', 'Team', 'Outbox 08:01:27']);
    expect(error).toEqual(refusal('UNAVAILABLE'));
  });

  it('does not write the change if the old intent cannot be written again', async () => {
    const { lines, error } = await run({ seconds: [100], failing: 2 });
    expect(lines).toEqual(['Outbox 08:00:00', 'Outbox 08:01:40']);
    expect(error).toEqual(refusal('UNAVAILABLE'));
  });

  it('fails with an unknown result if the old intent cannot be written again after the change', async () => {
    const { error } = await run({ seconds: [1, 180], failing: 3 });
    expect(error).toEqual(refusal('UNAVAILABLE'));
  });

  it('writes only intents again', async () => {
    const { lines } = await run({ seconds: [1, 1, 180] }, [intent, change, change]);
    expect(lines).toEqual(['Outbox 08:00:00', 'Team', 'Team', 'Outbox 08:03:02']);
    const done: Transaction = { ...intent, steps: [{ do: 'delete', key: intentKey }] };
    expect((await run({ seconds: [1, 180] }, [done, change])).lines).toEqual(['Outbox', 'Team']);
  });
});

// In these tests, the machine is suspended for three minutes before it writes the change. Meanwhile another process
// deletes the intent.

const suspendedMs = 180_000;

const deleteIntent = async (store: TableStore): Promise<void> => {
  const row = await store.get('Outbox', intentKey);
  if (row === undefined) throw new Error('The intent was not written.');
  await store.delete('Outbox', intentKey, row.etag);
};

/** Returns the rounded seconds from the start to `touched` in the intent, which are undefined without an intent. */
const rowsIn = async (store: TableStore) => {
  const touched = (await store.get('Outbox', intentKey))?.values['touched'];
  return {
    touchedAfter:
      touched === undefined ? undefined : Math.round((Date.parse(String(touched)) - Date.parse(start)) / 1_000),
    isChanged: (await store.get('Team', changeKey)) !== undefined,
  };
};

const both = { touchedAfter: 180, isChanged: true };

it('an intent exists after its change on Azure tables if the machine was suspended between the two', async () => {
  const clock = fakeClock(start);
  const service = createTableService({ now: () => clock.now(), sleep: () => Promise.resolve() });
  const { url, credential } = service;
  const options = { url, credential, now: () => clock.now(), patience: { sleep: () => Promise.resolve() } };
  const other = await openTablesStore({ ...options, httpClient: service.httpClient });
  let isSuspending = false;
  const httpClient: HttpClient = {
    sendRequest: async (request) => {
      if (isSuspending && typeof request.body === 'string' && request.body.includes(changeKey.rk)) {
        isSuspending = false;
        await deleteIntent(other);
        clock.advance({ ms: suspendedMs });
      }
      return service.httpClient.sendRequest(request);
    },
  };
  const store = await openTablesStore({ ...options, httpClient });
  isSuspending = true;
  await store.inOrder([intent, change]);
  expect(await rowsIn(other)).toEqual(both);
});

it('an intent exists after its change in several storage accounts if the machine was suspended between the two', async () => {
  const clock = fakeClock(start);
  const stores = await openPlacedStores(clock);
  const main = createHookedStore(stores.main);
  const store = stores.instance({ main });
  main.beforeTransaction('Team', async () => {
    await deleteIntent(stores.main);
    clock.advance({ ms: suspendedMs });
  });
  await store.inOrder([intent, change]);
  expect(await rowsIn(store)).toEqual(both);
  await stores.close();
});

it('the embedded store commits an intent and its change together', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  await store.inOrder([intent, change]);
  expect(await rowsIn(store)).toEqual({ ...both, touchedAfter: 0 });
  await store.close();
});
