import { scanPages } from './recordKindsAndAccess.ts';
import { shareParsedRowCache } from './parsedRowCache.ts';
import type { Key, PageRequest, Range, StoredRow, Table, TableStore } from './tableStorePort.ts';

// Records the reads of a computation with the versions of the rows. A computation that depends only on its reads gives
// the same result while these versions are unchanged. Comparing versions costs less than repeating the computation.

/** One read and its result: the keys and versions of the rows, in order. */
interface Reading {
  readonly table: Table;
  readonly pk: string;
  readonly range: Range;
  readonly versions: string[];
}

export interface RecordedReads {
  /** The store for the recorded work. It rejects writes. */
  readonly store: TableStore;
  /**
   * Returns the recorded reads. Undefined if a read cannot be repeated for comparison, such as a read of only a part of
   * a range.
   */
  readonly readings: () => readonly Reading[] | undefined;
}

const addTo = ({ versions }: Reading, rows: readonly StoredRow[]): void => {
  for (const { rk, etag } of rows) versions.push(rk, etag);
};

/** Returns the range of one key. A space is the lowest character of keys, so no other key is in the range. */
const rangeOf = ({ rk }: Key): Range => ({ from: rk, to: `${rk} ` });

const readsOnly = (): Promise<never> => Promise.reject(new Error('Work whose reads are recorded writes nothing.'));

export const recordReads = (store: TableStore): RecordedReads => {
  const readings: Reading[] = [];
  // Reads whose last page ended with a continuation, by this continuation. A call with it adds a further page to the
  // read.
  const unfinished = new Map<string, Reading>();
  let isPartial = false;

  const begin = (table: Table, pk: string, range: Range): Reading => {
    const reading = { table, pk, range, versions: [] };
    readings.push(reading);
    return reading;
  };

  const scan = async (table: Table, pk: string, range: Range, request: PageRequest = {}) => {
    const { continuation, limit } = request;
    const page = await store.scan(table, pk, range, request);
    const reading = continuation === undefined ? begin(table, pk, range) : unfinished.get(continuation);
    if (continuation !== undefined) unfinished.delete(continuation);
    if (reading === undefined || limit !== undefined) isPartial = true;
    else {
      addTo(reading, page.rows);
      if (page.continuation !== undefined) unfinished.set(page.continuation, reading);
    }
    return page;
  };

  const recording: TableStore = {
    get: async (table, key) => {
      const row = await store.get(table, key);
      addTo(begin(table, key.pk, rangeOf(key)), row === undefined ? [] : [row]);
      return row;
    },
    scan,
    insert: readsOnly,
    replace: readsOnly,
    merge: readsOnly,
    delete: readsOnly,
    touch: readsOnly,
    transact: readsOnly,
    inOrder: readsOnly,
    close: readsOnly,
  };
  shareParsedRowCache(store, recording);
  return { store: recording, readings: () => (isPartial || unfinished.size > 0 ? undefined : readings) };
};

const isUnchanged = async (store: TableStore, { table, pk, range, versions }: Reading): Promise<boolean> => {
  let index = 0;
  for await (const rows of scanPages(store, table, pk, { ...range, keysOnly: true }))
    for (const { rk, etag } of rows) {
      if (versions[index] !== rk || versions[index + 1] !== etag) return false;
      index += 2;
    }
  return index === versions.length;
};

/** True if each of these reads would now return the same rows in the same versions. */
export const areReadsUnchanged = async (store: TableStore, readings: readonly Reading[]): Promise<boolean> =>
  (await Promise.all(readings.map((reading) => isUnchanged(store, reading)))).every(Boolean);

export type RecordedReadsCache = readonly Reading[];
