import { createGenerationalCache } from './generationalCache.ts';
import type { Page, PageRequest, Range, StoredRow, Table, TableStore, Value } from './tableStorePort.ts';

// Consecutive requests of a person read the same account, session, memberships and teams. One small query shows whether
// any process has written to the embedded store since; if not, cached rows are still valid. The query runs once before
// each event of the event loop, because no change from outside is seen in between.

/**
 * Limits of a cache: `bytes` counts characters of keys and values. There is no limit of age, because every write drops
 * all entries.
 */
const limits = (bytes: number) => ({ bytes, ms: Infinity, now: () => 0 });
const rowLimits = limits(6_000_000);
const derivedLimits = limits(2_000_000);
/** Maximum number of rows of a cached page. Requests rarely share longer pages. */
const longestPage = 50;
/**
 * Maximum number of rows of a cached page of keys and etags. Each request for a report needs the versions of all its
 * rows, and these are short.
 */
const longestVersions = 1000;

const nothing = Symbol('no such row');
type Known = StoredRow | Page | typeof nothing;

/**
 * Caches the result of `work`, which depends only on reads of the store. Two calls with the same `name` must have the
 * same result in the same state of the store.
 */
export type DeriveFromRows = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Size in characters that is counted for a derived value. The value mostly refers to texts of cached rows, which are
 * already counted there, so a fixed estimate is enough.
 */
const derivedSize = 1000;

const charactersOf = ({ pk, rk, values }: StoredRow): number => {
  let sum = pk.length + rk.length;
  for (const name in values) {
    const value: Value | undefined = values[name];
    sum += name.length + (typeof value === 'string' ? value.length : 8);
  }
  return sum;
};

const isPage = (known: StoredRow | Page): known is Page => 'rows' in known;

const sizeOf = (cachedRow: Known): number => {
  if (cachedRow === nothing) return 0;
  return isPage(cachedRow) ? cachedRow.rows.reduce((sum, row) => sum + charactersOf(row), 0) : charactersOf(cachedRow);
};

/**
 * Creates a cache of reads. It is valid for one state of the store, which `enter` sets. `asOf` is the state before a
 * read; its result is not cached if the state has changed since.
 */
const createReadCache = () => {
  const rows = createGenerationalCache<Known>(rowLimits);
  const derived = createGenerationalCache<{ readonly result: unknown }>(derivedLimits);
  let state: string | undefined;
  return {
    enter: (now: string): void => {
      state = now;
      rows.enter(now);
      derived.enter(now);
    },
    row: (name: string): Known | undefined => rows.get(name),
    derived: (name: string): { readonly result: unknown } | undefined => derived.get(name),
    setRow: (asOf: string, name: string, cachedRow: Known): void => {
      if (asOf === state) rows.set(name, cachedRow, name.length + sizeOf(cachedRow));
    },
    setDerived: (asOf: string, name: string, result: unknown): void => {
      if (asOf === state) derived.set(name, { result }, name.length + derivedSize);
    },
  };
};

/**
 * Returns an `ask` whose callers share one promise until the next event of the event loop. After a failure, or after
 * `forget` (which a write calls), the next caller gets a new promise.
 */
const onceATick = <T>(ask: () => Promise<T>) => {
  let asked: Promise<T> | undefined;
  const forget = (): void => {
    asked = undefined;
  };
  return {
    ask: (): Promise<T> => {
      if (asked !== undefined) return asked;
      asked = ask();
      asked.catch(forget);
      // Callers before the next event of the event loop share this promise. The callback runs before that event.
      process.nextTick(forget);
      return asked;
    },
    forget,
  };
};

export interface StateVersionCache {
  /** The same store. It returns the result of an earlier read without reading again, as long as nothing was written. */
  readonly store: TableStore;
  /**
   * Runs the work, and returns its result again as long as nothing is written. The work must read from `store` and
   * depend on nothing else that changes.
   */
  readonly derive: DeriveFromRows;
}

/**
 * Creates the cache. Cached results are used only while `state` returns the same value, which proves that nothing was
 * written.
 */
export const stateVersionCache = (store: TableStore, state: () => Promise<string>): StateVersionCache => {
  const cache = createReadCache();
  const { ask, forget } = onceATick(state);
  const enter = async (): Promise<string> => {
    const now = await ask();
    cache.enter(now);
    return now;
  };
  const afterwards = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      forget();
    }
  };
  const scan = async (table: Table, pk: string, range: Range, page: PageRequest): Promise<Page> => {
    const name = `${table}\n${pk}\n${range.from}\n${range.to}\n${page.limit ?? ''}\n${String(page.keysOnly ?? false)}`;
    const now = await enter();
    const cachedRow = cache.row(name);
    if (cachedRow !== undefined) return cachedRow as Page;
    const found = await store.scan(table, pk, range, page);
    if (found.rows.length <= (page.keysOnly === true ? longestVersions : longestPage)) cache.setRow(now, name, found);
    return found;
  };
  const cachedStore: TableStore = {
    get: async (table, key) => {
      const name = `${table}\n${key.pk}\n${key.rk}`;
      const now = await enter();
      const cachedRow = cache.row(name);
      if (cachedRow !== undefined) return cachedRow === nothing ? undefined : (cachedRow as StoredRow);
      const storedRow = await store.get(table, key);
      cache.setRow(now, name, storedRow ?? nothing);
      return storedRow;
    },
    scan: (table, pk, range, page = {}) =>
      page.continuation === undefined ? scan(table, pk, range, page) : store.scan(table, pk, range, page),
    insert: (table, row) => afterwards(store.insert(table, row)),
    replace: (table, row, etag) => afterwards(store.replace(table, row, etag)),
    merge: (table, row, etag) => afterwards(store.merge(table, row, etag)),
    delete: (table, key, etag) => afterwards(store.delete(table, key, etag)),
    touch: (table, row) => afterwards(store.touch(table, row)),
    transact: (table, pk, steps) => afterwards(store.transact(table, pk, steps)),
    inOrder: (transactions) => afterwards(store.inOrder(transactions)),
    close: () => store.close(),
  };
  return {
    store: cachedStore,
    derive: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const now = await enter();
      const known = cache.derived(name);
      if (known !== undefined) return known.result as T;
      const result = await work();
      cache.setDerived(now, name, result);
      return result;
    },
  };
};
