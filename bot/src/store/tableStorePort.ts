// The table port contains only operations that the data model needs and both engines do efficiently. It has no filters
// on properties other than the keys, and no queries across partitions: a design that needs such an operation is wrong.

/**
 * A property of a row. Numbers are stored as doubles, so integers are exact up to 2^53. Undefined is not a value: leave
 * the property out.
 */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** Opaque version of a row. It is never reused, not even if the row is deleted and inserted again. */
export type Etag = string & { readonly __etag: true };

export interface Key {
  /** Partition key: printable ASCII without `/ \ # ?`, at most 512 characters. */
  readonly pk: string;
  readonly rk: string;
}

export interface Row extends Key {
  readonly values: Values;
}

export interface StoredRow extends Row {
  readonly etag: Etag;
}

export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface PageRequest {
  /** Maximum number of rows of the page, 1 to 1000; 1000 by default. */
  readonly limit?: number;
  /** Opaque text from the previous page; undefined = the first page. */
  readonly continuation?: string;
  /** If true, only keys and etags are returned and `values` is empty. */
  readonly keysOnly?: boolean;
}

export interface WholePageRequest extends PageRequest {
  /** Range of partition keys; undefined = all. */
  readonly partitions?: Range;
}

export interface Page {
  readonly rows: readonly StoredRow[];
  readonly continuation?: string;
}

/**
 * One step of a transaction. All steps are in the same partition, and each row appears once. A delete does not depend
 * on an etag.
 */
export type Step =
  | { readonly do: 'insert'; readonly row: Row }
  | { readonly do: 'replace'; readonly row: Row; readonly etag: Etag }
  | { readonly do: 'merge'; readonly row: Row; readonly etag: Etag }
  | { readonly do: 'touch'; readonly row: Row }
  | { readonly do: 'delete'; readonly key: Key };

/** A transaction of 1 to 100 steps in one partition of one table. */
export interface Transaction {
  readonly table: Table;
  readonly pk: string;
  readonly steps: readonly Step[];
}

/** The tables of the data model. Both engines create them when they open. */
export const tables = ['Dir', 'Accounts', 'Org', 'Team', 'Usage', 'Due', 'Outbox', 'Sys'] as const;
export type Table = (typeof tables)[number];

/**
 * Limits of keys, rows, transactions and pages. A larger row is rejected with `StoreError('TOO_LARGE')`, never cut. All
 * values except `transactionsInOrder` are those of Azure Table Storage.
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
  /** insert: the row already exists. replace, merge, delete with etag: the row was changed or deleted. */
  | 'CONFLICT'
  /**
   * The input is invalid: for example a control character in a key, a NUL or a lone surrogate in a text, or a
   * continuation of another store.
   */
  | 'INVALID'
  | 'TOO_LARGE'
  /**
   * The store is busy, full, read-only or unreachable. A write may or may not have taken effect, and a retry may help.
   */
  | 'UNAVAILABLE';

export class StoreError extends Error {
  readonly fault: StoreFault;
  /** Index of the failed step of a transaction, if the engine knows it. */
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

/**
 * True if the rows themselves or the code cause the error. False for a conflict, and for a busy or unreachable store.
 */
export const isRowsFault = (error: unknown): boolean =>
  !(error instanceof StoreError) || error.fault === 'INVALID' || error.fault === 'TOO_LARGE';

export interface TableStore {
  get(table: Table, key: Key): Promise<StoredRow | undefined>;
  /** Inserts a row. Fails with CONFLICT if the row exists. */
  insert(table: Table, row: Row): Promise<Etag>;
  /** Replaces all properties. Fails with CONFLICT if the row is missing or its etag differs. */
  replace(table: Table, row: Row, etag: Etag): Promise<Etag>;
  /** Sets the given properties and keeps the others. Fails with CONFLICT if the row is missing or its etag differs. */
  merge(table: Table, row: Row, etag: Etag): Promise<Etag>;
  /** Deletes a row. Fails with CONFLICT if the row is missing or its etag differs. */
  delete(table: Table, key: Key, etag: Etag): Promise<void>;
  /** Creates the row or sets the given properties, without any condition. */
  touch(table: Table, row: Row): Promise<Etag>;
  /**
   * Runs 1 to 100 steps in one partition, all or nothing. Deleting a missing row fails the transaction with CONFLICT.
   */
  transact(table: Table, pk: string, steps: readonly Step[]): Promise<void>;
  /**
   * Runs 1 to 10 transactions of any tables and partitions in order, each all or nothing. If one fails, the earlier
   * transactions stay, the later ones do not run, and the call rejects with the error of the failed transaction. The
   * embedded engine commits once, Azure once per transaction, so after UNAVAILABLE some transactions may be written.
   */
  inOrder(transactions: readonly Transaction[]): Promise<void>;
  scan(table: Table, pk: string, range: Range, page?: PageRequest): Promise<Page>;
  /** Waits for running calls, then closes the store. Later calls fail with UNAVAILABLE. */
  close(): Promise<void>;
}

/**
 * Operations on whole tables, for tools such as backup, restore, migration and verify-store, and for tests. Services
 * and jobs get a `TableStore`, which does not have them.
 */
export interface TableAdmin {
  /** Returns rows in the order of their partition keys and row keys. */
  scanAll(table: Table, page?: WholePageRequest): Promise<Page>;
  /** Inserts or replaces rows, in any order and in any partitions. */
  bulkPut(table: Table, rows: readonly Row[]): Promise<void>;
}

/** The range of all row keys: they consist of printable ASCII characters. */
export const wholePartition: Range = { from: ' ', to: '~' };

/** Returns the range of all row keys that begin with `prefix`, which must end with `|`. */
export const prefixRange = (prefix: string): Range => {
  if (!prefix.endsWith('|')) throw new Error(`No whole part of a key: ${prefix}`);
  return { from: prefix, to: `${prefix.slice(0, -1)}}` };
};
