import type { Page, PageRequest, Range, StoredRow, Table, TableStore, Value } from './port.ts';

// Consecutive requests of a person read the same account, sign-in, memberships and teams. The embedded store can prove with one
// small query that no process has written since, so those rows are still valid. The query runs once in every tick and counts for
// that tick only, because within a tick no outside change arrives.

/** Characters of keys and values kept; then all of it is let go. */
const most = 8_000_000;
/** Longer pages are not what requests have in common. */
const longestPage = 50;
/** But each request for a report needs the versions of all its rows, and these are short. */
const longestVersions = 1000;

const nothing = Symbol('no such row');
type Known = StoredRow | Page | typeof nothing;

/** Caches a result computed from reads alone: `name` identifies the rows and the caller. */
export type Derive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Assumed size of a derived value in characters; it contains little besides the content of its rows. */
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

const sizeOf = (known: Known): number => {
  if (known === nothing) return 0;
  return isPage(known) ? known.rows.reduce((sum, row) => sum + charactersOf(row), 0) : charactersOf(known);
};

/** Rows read in one state of the store. */
const createKept = () => {
  const rows = new Map<string, Known>();
  const derived = new Map<string, { readonly result: unknown }>();
  let state: string | undefined;
  let characters = 0;
  const begin = (next: string | undefined): void => {
    rows.clear();
    derived.clear();
    characters = 0;
    state = next;
  };
  const keep = <T>(all: Map<string, T>, asOf: string, name: string, known: T, size: number): void => {
    if (asOf !== state) return;
    characters += name.length + size;
    if (characters > most) begin(state);
    else all.set(name, known);
  };
  return {
    /** Drops reads of another state. */
    enter: (now: string): void => {
      if (now !== state) begin(now);
    },
    row: (name: string): Known | undefined => rows.get(name),
    derived: (name: string): { readonly result: unknown } | undefined => derived.get(name),
    /** `asOf`: the store's state before the row was read, so the row is of that state or of a later one. */
    keepRow: (asOf: string, name: string, known: Known): void => {
      keep(rows, asOf, name, known, sizeOf(known));
    },
    keepDerived: (asOf: string, name: string, result: unknown): void => {
      keep(derived, asOf, name, { result }, derivedSize);
    },
  };
};

/** Shares one promise within a tick. A call after a failure, or after a write, asks again. */
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
      // Runs when the promises of this tick are done, before the next event.
      process.nextTick(forget);
      return asked;
    },
    forget,
  };
};

export interface Proven {
  /** The same store; it repeats the result of an earlier read without reading again. */
  readonly store: TableStore;
  /** Does the work once and gives its result again. The work reads from `store` and depends on nothing else that changes. */
  readonly derive: Derive;
}

/** All of it only while `state`, which is the same again only while nothing was written, proves that it would be read again. */
export const provenRows = (store: TableStore, state: () => Promise<string>): Proven => {
  const kept = createKept();
  const { ask, forget } = onceATick(state);
  const enter = async (): Promise<string> => {
    const now = await ask();
    kept.enter(now);
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
    const known = kept.row(name);
    if (known !== undefined) return known as Page;
    const found = await store.scan(table, pk, range, page);
    if (found.rows.length <= (page.keysOnly === true ? longestVersions : longestPage)) kept.keepRow(now, name, found);
    return found;
  };
  const proven: TableStore = {
    get: async (table, key) => {
      const name = `${table}\n${key.pk}\n${key.rk}`;
      const now = await enter();
      const known = kept.row(name);
      if (known !== undefined) return known === nothing ? undefined : (known as StoredRow);
      const found = await store.get(table, key);
      kept.keepRow(now, name, found ?? nothing);
      return found;
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
    store: proven,
    derive: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const now = await enter();
      const known = kept.derived(name);
      if (known !== undefined) return known.result as T;
      const result = await work();
      kept.keepDerived(now, name, result);
      return result;
    },
  };
};
