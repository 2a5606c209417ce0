// The table port: only what the data model needs and what both engines do well.
// No filters on other properties, no query across partitions: a design that needs one is wrong.

/** A property of a row. Integers beyond 2^31 are kept exactly (as doubles); undefined is not a value, leave the property out. */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** Opaque version of a row. Never reused, also not after a delete and a new insert of the same key. */
export type Etag = string & { readonly __etag: true };

export interface Key {
  /** Partition key: printable ASCII without `/ \ # ?`, at most 512 characters. */
  readonly pk: string;
  /** Row key: the same rule. */
  readonly rk: string;
}

export interface Row extends Key {
  readonly values: Values;
}

export interface StoredRow extends Row {
  readonly etag: Etag;
}

/** Rows `from ≤ rk < to`, in ascending byte order of rk. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface PageRequest {
  /** Rows a page, 1 to 1000; 1000 when left out. */
  readonly limit?: number;
  /** Opaque; from the previous page. */
  readonly continuation?: string;
  /** Only keys and etags: `values` comes back empty. */
  readonly keysOnly?: boolean;
}

export interface Page {
  readonly rows: readonly StoredRow[];
  /** Absent on the last page. */
  readonly continuation?: string;
}

/** One step of a transaction; all steps share one partition and each row appears once. Deletes are unconditional. */
export type Step =
  | { readonly do: 'insert'; readonly row: Row }
  | { readonly do: 'replace'; readonly row: Row; readonly etag: Etag }
  | { readonly do: 'merge'; readonly row: Row; readonly etag: Etag }
  | { readonly do: 'touch'; readonly row: Row }
  | { readonly do: 'delete'; readonly key: Key };

/** A transaction as a value: 1 to 100 steps in one partition of one table. */
export interface Transaction {
  readonly table: Table;
  readonly pk: string;
  readonly steps: readonly Step[];
}

/** The tables of the data model; both engines make them when they open. */
export const tables = ['Dir', 'Accounts', 'Org', 'Team', 'Usage', 'Due', 'Outbox', 'Sys'] as const;
export type Table = (typeof tables)[number];

/**
 * Limits of a row. A larger row is refused with `StoreError('TOO_LARGE')`, never cut. The values are those of Azure Table
 * Storage.
 */
export const rowLimits = {
  keyCharacters: 512,
  propertyBytes: 65_536,
  rowBytes: 1_048_576,
  properties: 252,
  transactionRows: 100,
  transactionBytes: 4_194_304,
  transactionsInOrder: 10,
  pageRows: 1000,
} as const;

export type StoreFault =
  /** insert: the row is there already. replace, merge, delete with etag: the row changed or is gone. */
  | 'CONFLICT'
  /** A key, property or row the engines cannot hold alike: NUL, lone surrogates, control characters in keys. */
  | 'INVALID'
  | 'TOO_LARGE'
  /** Busy, full, read-only, unreachable: the outcome is unknown, and a retry may help. */
  | 'UNAVAILABLE';

export class StoreError extends Error {
  readonly fault: StoreFault;
  /** Index of the step that failed, in a transaction, where the engine knows it. */
  readonly step: number | undefined;
  constructor(fault: StoreFault, message: string, options: { cause?: unknown; step?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.name = 'StoreError';
    this.fault = fault;
    this.step = options.step;
  }
}

export const isConflict = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.fault === 'CONFLICT';

/** True if an error comes from the rows themselves. A busy or unreachable store does not mean that they are faulty. */
export const isRowsFault = (error: unknown): boolean =>
  !(error instanceof StoreError) || error.fault === 'INVALID' || error.fault === 'TOO_LARGE';

export interface TableStore {
  get(table: Table, key: Key): Promise<StoredRow | undefined>;
  /** Fails with CONFLICT when the row is present. */
  insert(table: Table, row: Row): Promise<Etag>;
  /** All properties are replaced. Fails with CONFLICT when the row is absent or its etag differs. */
  replace(table: Table, row: Row, etag: Etag): Promise<Etag>;
  /** Named properties are set, others stay. Fails with CONFLICT as replace does. */
  merge(table: Table, row: Row, etag: Etag): Promise<Etag>;
  /** Fails with CONFLICT when the row is absent or its etag differs. */
  delete(table: Table, key: Key, etag: Etag): Promise<void>;
  /** Upsert-merge without condition: makes the row or sets the named properties. */
  touch(table: Table, row: Row): Promise<Etag>;
  /** 1 to 100 steps in one partition, all or nothing. Deleting an absent row fails the transaction with CONFLICT. */
  transact(table: Table, pk: string, steps: readonly Step[]): Promise<void>;
  /**
   * Runs 1 to 10 transactions of any tables and partitions in order, each all or nothing. After the first failure the rest is
   * skipped, earlier ones stay, and the call rejects with its error and `step`. Keys, values and sizes are checked first. The
   * embedded engine commits once, Azure once per transaction, so after UNAVAILABLE some may be written.
   */
  inOrder(transactions: readonly Transaction[]): Promise<void>;
  scan(table: Table, pk: string, range: Range, page?: PageRequest): Promise<Page>;
  /** Completes running calls and closes; later calls fail with UNAVAILABLE. */
  close(): Promise<void>;
}

/** For backup, restore, migrate, verify-store and tests only: services and jobs cannot import it. */
export interface TableAdmin {
  scanAll(table: Table, page?: PageRequest): Promise<Page>;
  /** Upserts rows as they are, in any order and any partition. */
  bulkPut(table: Table, rows: readonly Row[]): Promise<void>;
}

/** The range of every row key that begins with `prefix`, which must end with `|`. */
export const prefixRange = (prefix: string): Range => {
  if (!prefix.endsWith('|')) throw new Error(`No whole part of a key: ${prefix}`);
  return { from: prefix, to: `${prefix.slice(0, -1)}}` };
};
