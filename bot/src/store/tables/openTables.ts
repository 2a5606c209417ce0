import { setTimeout as pause } from 'node:timers/promises';
import { odata } from '@azure/data-tables';
import type { TableClient } from '@azure/data-tables';
import { countInFlight } from '../inFlightCounter.ts';
import { runTransactionsInSequence } from '../runTransactionsInSequence.ts';
import { createElapsedClock } from '../../domain/core/elapsedClock.ts';
import { StoreError, tables } from '../tableStorePort.ts';
import type {
  Etag,
  Key,
  Page,
  PageRequest,
  Row,
  Step,
  StoredRow,
  Table,
  TableAdmin,
  TableStore,
} from '../tableStorePort.ts';
import {
  checkKey,
  checkPage,
  checkRange,
  checkRow,
  checkSteps,
  checkTransactions,
  transactionBatches,
} from '../checkRowsAndBatchTransactions.ts';
import { requestTimes } from './requestTimeLimits.ts';
import { createClients } from './tableClients.ts';
import type { Clients, HttpClient, TablesCredential } from './tableClients.ts';
import { isAbsent, retryPatiently } from './tableErrorsAndRetries.ts';
import type { RetryPatience } from './tableErrorsAndRetries.ts';
import { fromEntity, isServiceEtag, toAction, toEntity } from './entityMapping.ts';

export interface TablesOptions {
  /** The account's table endpoint. It must be https, except for an emulator on this machine. */
  readonly url: string;
  readonly credential: TablesCredential;
  /** Local time in epoch ms. Without it, the clock skew is unknown, and a suspension of the machine is not noticed. */
  readonly now?: () => number;
  readonly patience?: Partial<RetryPatience>;
  /** Sends the requests. Left out = the SDK's client. */
  readonly httpClient?: HttpClient;
}

export interface TablesStore extends TableStore {
  readonly admin: TableAdmin;
  /**
   * Returns the service's clock minus the local clock in milliseconds, measured at the last response; undefined without
   * `now`. The Date header has whole seconds, so the value is exact to half a second.
   */
  serverClockSkew(): number | undefined;
}

/**
 * An attempt ends after 8 seconds, because the service itself would end it only after 30. Teams waits at most 10
 * seconds for the reply to a pressed button. Therefore, without `Retry-After`, the pauses between the 7 attempts at a
 * busy service last about 6 seconds in all.
 */
const defaultPatience: Omit<RetryPatience, 'elapsed'> = {
  ...requestTimes,
  random: Math.random,
  sleep: (ms) => pause(ms),
  deadline: (ms) => AbortSignal.timeout(ms),
};
const bulkBatchesInFlight = 8;

const checkContinuation = (continuation: string): void => {
  try {
    const token = JSON.parse(Buffer.from(continuation, 'base64').toString()) as { nextPartitionKey?: unknown } | null;
    if (typeof token?.nextPartitionKey === 'string') return;
  } catch {
    // Text that is not JSON is not a continuation, so the error below is thrown.
  }
  throw new StoreError('INVALID', 'not a continuation of this store');
};

const checkEtag = (table: Table, etag: Etag, step?: number): void => {
  if (!isServiceEtag(etag)) throw new StoreError('CONFLICT', `${table}: not the version of a row`, { step });
};

const checkStepEtags = (table: Table, steps: readonly Step[]): void => {
  for (const [index, step] of steps.entries()) {
    if (step.do === 'replace' || step.do === 'merge') checkEtag(table, step.etag, index);
  }
};

/**
 * Reads one page of rows. The service may return empty pages with a continuation before the last page; they are
 * skipped, so that a page without rows is always the last.
 */
const readPage = async (
  patience: RetryPatience,
  client: TableClient,
  filter: string | undefined,
  request: PageRequest,
): Promise<Page> => {
  const maxPageSize = checkPage(request);
  let continuationToken = request.continuation;
  if (continuationToken !== undefined) checkContinuation(continuationToken);
  for (;;) {
    const settings = { maxPageSize, ...(continuationToken !== undefined && { continuationToken }) };
    const queryOptions = {
      ...(filter !== undefined && { filter }),
      ...(request.keysOnly === true && { select: ['partitionKey', 'rowKey'] }),
    };
    const answer = await retryPatiently(patience, (abortSignal) =>
      client.listEntities({ queryOptions, abortSignal }).byPage(settings).next(),
    );
    if (answer.done === true) return { rows: [] };
    const tableEntityResultPage = answer.value;
    continuationToken = tableEntityResultPage.continuationToken;
    if (tableEntityResultPage.length === 0 && continuationToken !== undefined) continue;
    const rows = tableEntityResultPage.map(fromEntity);
    return continuationToken === undefined ? { rows } : { rows, continuation: continuationToken };
  }
};

/**
 * Splits rows into batches of one partition each. Of several rows with the same key only the last one is kept, as if
 * they were written one by one.
 */
const bulkBatches = (rows: readonly Row[]): Row[][] => {
  const partitions = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const partition = partitions.get(row.pk) ?? new Map<string, Row>();
    partitions.set(row.pk, partition.set(row.rk, row));
  }
  return [...partitions.values()].flatMap((partition) => transactionBatches([...partition.values()]));
};

const versionOf = (answer: { etag?: string }): Etag => {
  if (answer.etag === undefined) throw new StoreError('UNAVAILABLE', 'the table service sent no version');
  return answer.etag as Etag;
};

class TableRequests {
  readonly clients: Clients;
  readonly patience: RetryPatience;
  readonly calls = countInFlight();
  constructor(clients: Clients, patience: RetryPatience) {
    this.clients = clients;
    this.patience = patience;
  }

  send<T>(request: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    return retryPatiently(this.patience, request);
  }

  async find(table: Table, key: Key): Promise<StoredRow | undefined> {
    return this.send(async (abortSignal) => {
      try {
        return fromEntity(await this.clients[table].getEntity(key.pk, key.rk, { abortSignal }));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    });
  }

  async update(table: Table, row: Row, etag: Etag, mode: 'Replace' | 'Merge'): Promise<Etag> {
    checkRow(row);
    checkEtag(table, etag);
    return versionOf(
      await this.send((abortSignal) => this.clients[table].updateEntity(toEntity(row), mode, { etag, abortSignal })),
    );
  }

  async submit(table: Table, steps: readonly Step[]): Promise<void> {
    checkStepEtags(table, steps);
    await this.send((abortSignal) => this.clients[table].submitTransaction(steps.map(toAction), { abortSignal }));
  }

  async putBatch(table: Table, batch: readonly Row[]): Promise<void> {
    await this.send((abortSignal) =>
      this.clients[table].submitTransaction(
        batch.map((row) => ['upsert', toEntity(row), 'Replace']),
        { abortSignal },
      ),
    );
  }
}

type RowCalls = Omit<TableStore, 'transact' | 'inOrder' | 'scan' | 'close'>;

const rowCalls = (requests: TableRequests): RowCalls => {
  const { calls, clients } = requests;
  return {
    get: (table, key) =>
      calls.run(() => {
        checkKey(key);
        return requests.find(table, key);
      }),
    insert: (table, row) =>
      calls.run(async () => {
        checkRow(row);
        return versionOf(
          await requests.send((abortSignal) => clients[table].createEntity(toEntity(row), { abortSignal })),
        );
      }),
    replace: (table, row, etag) => calls.run(() => requests.update(table, row, etag, 'Replace')),
    merge: (table, row, etag) => calls.run(() => requests.update(table, row, etag, 'Merge')),
    delete: (table, key, etag) =>
      calls.run(async () => {
        checkKey(key);
        checkEtag(table, etag);
        await requests.send((abortSignal) => clients[table].deleteEntity(key.pk, key.rk, { etag, abortSignal }));
      }),
    touch: (table, row) =>
      calls.run(async () => {
        checkRow(row);
        return versionOf(
          await requests.send((abortSignal) => clients[table].upsertEntity(toEntity(row), 'Merge', { abortSignal })),
        );
      }),
  };
};

type PartitionCalls = Pick<TableStore, 'transact' | 'inOrder' | 'scan'>;

const partitionCalls = (requests: TableRequests): PartitionCalls => {
  const { calls, clients, patience } = requests;
  const submit: TableStore['transact'] = (table, _pk, steps) => requests.submit(table, steps);
  return {
    transact: (table, pk, steps) =>
      calls.run(async () => {
        checkSteps(pk, steps);
        await submit(table, pk, steps);
      }),
    inOrder: (transactions) =>
      calls.run(async () => {
        checkTransactions(transactions);
        await runTransactionsInSequence(submit, patience.elapsed)(transactions);
      }),
    scan: (table, pk, range, page = {}) =>
      calls.run(() => {
        checkRange(pk, range);
        const filter = odata`PartitionKey eq ${pk} and RowKey ge ${range.from} and RowKey lt ${range.to}`;
        return readPage(patience, clients[table], filter, page);
      }),
  };
};

const adminCalls = (requests: TableRequests): TableAdmin => {
  const { calls, clients, patience } = requests;
  return {
    scanAll: (table, page = {}) =>
      calls.run(() => {
        const { partitions } = page;
        const filter =
          partitions === undefined
            ? undefined
            : odata`PartitionKey ge ${partitions.from} and PartitionKey lt ${partitions.to}`;
        return readPage(patience, clients[table], filter, page);
      }),
    bulkPut: (table, rows) =>
      calls.run(async () => {
        rows.forEach(checkRow);
        const batches = bulkBatches(rows);
        const putBatches = async (): Promise<void> => {
          for (let batch = batches.shift(); batch; batch = batches.shift()) await requests.putBatch(table, batch);
        };
        await Promise.all(Array.from({ length: bulkBatchesInFlight }, putBatches));
      }),
  };
};

/** Opens the store on Azure Table Storage and creates missing tables. */
export const openTablesStore = async (options: TablesOptions): Promise<TablesStore> => {
  let skew: number | undefined;
  const clients = await createClients(options, (date) => {
    // The Date header has whole seconds, so the real time is half a second later on average.
    if (options.now) skew = date + 500 - options.now();
  });
  const { now = () => performance.now(), patience } = options;
  const requests = new TableRequests(clients, {
    ...defaultPatience,
    elapsed: createElapsedClock({ now }),
    ...patience,
  });
  await Promise.all(tables.map((table) => requests.send((abortSignal) => clients[table].createTable({ abortSignal }))));
  return {
    ...rowCalls(requests),
    ...partitionCalls(requests),
    close: () => requests.calls.close(() => undefined),
    admin: adminCalls(requests),
    serverClockSkew: () => skew,
  };
};
