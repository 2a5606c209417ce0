import type { z } from 'zod';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { decode, encode } from './rowCodec.ts';
import type { Format } from './rowCodec.ts';
import { rememberUnknownFields, withUnknownFields } from './unknownFieldCarryOver.ts';
import { parsedRowCacheOf } from './parsedRowCache.ts';
import type { ParsedRowCache } from './parsedRowCache.ts';
import type {
  Etag,
  Key,
  Page,
  PageRequest,
  Range,
  Row,
  Step,
  StoredRow,
  Table,
  TableStore,
  Transaction,
} from './tableStorePort.ts';

/** One kind of row: its table, key and format. `Scope` is OrgId, or null for rows outside organisations. */
export interface Kind<Scope, K, S extends z.ZodObject> extends Format<S> {
  readonly table: Table;
  readonly at: (scope: Scope, key: K) => Key;
}

export const kind = <Scope extends OrgId | null, K, S extends z.ZodObject>(
  definition: Kind<Scope, K, S>,
): Kind<Scope, K, S> => definition;

/** A kind whose rows can be listed by partition. `P` is the part of the key that determines the partition. */
export interface ListedKind<Scope, P, K extends P, S extends z.ZodObject> extends Kind<Scope, K, S> {
  readonly partition: (scope: Scope, key: P) => string;
}

export const listedKind = <Scope extends OrgId | null, P, K extends P, S extends z.ZodObject>({
  partition,
  rowKey,
  ...format
}: Omit<ListedKind<Scope, P, K, S>, 'at'> & { readonly rowKey: (key: K) => string }): ListedKind<Scope, P, K, S> => ({
  ...format,
  partition,
  at: (scope, key) => ({ pk: partition(scope, key), rk: rowKey(key) }),
});

export interface Stored<T> {
  readonly value: T;
  readonly etag: Etag;
  readonly key: Key;
}

export interface RecordStep {
  readonly table: Table;
  readonly pk: string;
  readonly step: Step;
}

/**
 * Combines steps into a transaction. All steps must have the table and partition of the first step. Returns undefined
 * if there are no steps.
 */
const transactionOf = (recordSteps: readonly RecordStep[]): Transaction | undefined => {
  const [first] = recordSteps;
  if (first === undefined) return undefined;
  const { table, pk } = first;
  const steps: Step[] = [];
  for (const recordStep of recordSteps) {
    if (recordStep.table !== table || recordStep.pk !== pk)
      throw new Error('A transaction stays in one partition of one table.');
    steps.push(recordStep.step);
  }
  return { table, pk, steps };
};

/**
 * Runs transactions one after the other, each all or nothing, and stops at the first that fails (`TableStore.inOrder`).
 * Callers pass an intent, the row for later work, before the change that needs the work, so that a crash cannot lose
 * it. A transaction without steps is skipped.
 */
export const inSequentialOrder = async (
  store: TableStore,
  transactions: readonly (readonly RecordStep[])[],
): Promise<void> => {
  const created = transactions.map(transactionOf).filter((item) => item !== undefined);
  if (created.length > 0) await store.inOrder(created);
};

/** Parses a row. `holdsMore` is true if the row also contains fields that only the next version knows. */
const parse = <Scope, K, S extends z.ZodObject>(
  of: Kind<Scope, K, S>,
  row: StoredRow,
): { readonly stored: Stored<z.output<S>>; readonly holdsMore: boolean } => {
  const value = decode(of, row.values);
  return {
    stored: { value, etag: row.etag, key: { pk: row.pk, rk: row.rk } },
    holdsMore: rememberUnknownFields(of, row),
  };
};

/**
 * Parses a row of a scan or a queue. Such a row is read only once, so it is not cached, and rows that are read often
 * stay in the cache.
 */
export const readAs = <Scope, K, S extends z.ZodObject>(of: Kind<Scope, K, S>, row: StoredRow): Stored<z.output<S>> =>
  parse(of, row).stored;

export interface RangeScan extends Range, Pick<PageRequest, 'limit' | 'keysOnly'> {}

export const scanPages = async function* (
  store: TableStore,
  table: Table,
  pk: string,
  { from, to, ...request }: RangeScan,
): AsyncGenerator<readonly StoredRow[]> {
  const range: Range = { from, to };
  let continuation: string | undefined;
  do {
    const page: Page = await store.scan(table, pk, range, {
      ...request,
      ...(continuation === undefined ? {} : { continuation }),
    });
    yield page.rows;
    continuation = page.continuation;
  } while (continuation !== undefined);
};

/**
 * Yields all rows of a range one by one. For many rows `scanPages` is faster, because yielding a single row costs more
 * than reading it.
 */
export const scanRows = async function* (...request: Parameters<typeof scanPages>): AsyncGenerator<StoredRow> {
  for await (const rows of scanPages(...request)) yield* rows;
};

/** Reads and writes the rows of one organisation, or of none. No call reaches rows of another organisation. */
export class Records<Scope extends OrgId | null> {
  readonly store: TableStore;
  readonly scope: Scope;
  readonly #parsedRows: ParsedRowCache;
  constructor(store: TableStore, scope: Scope) {
    this.store = store;
    this.scope = scope;
    this.#parsedRows = parsedRowCacheOf(store);
  }

  #row<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, value: Partial<z.output<S>>): Row {
    const { pk, rk } = of.at(this.scope, key);
    return { pk, rk, values: encode(of, value) };
  }

  async get<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K): Promise<Stored<z.output<S>> | undefined> {
    const row = await this.store.get(of.table, of.at(this.scope, key));
    return row === undefined ? undefined : this.read(of, row);
  }

  /**
   * Parses a row that a scan of several kinds returned. All callers that read the same version of a row share one
   * object, so they must not change it.
   */
  read<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, row: StoredRow): Stored<z.output<S>> {
    const anyStored = this.#parsedRows.find(of, row);
    if (anyStored !== undefined) return anyStored as Stored<z.output<S>>;
    const { stored, holdsMore } = parse(of, row);
    // A row with unknown fields is not cached: its unknown fields are remembered only for a limited time after each
    // read, so it must be read again.
    return holdsMore ? stored : this.#parsedRows.keep(of, stored);
  }

  insert<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, value: z.output<S>): Promise<Etag> {
    return this.store.insert(of.table, this.#row(of, key, value));
  }

  replace<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, value: z.output<S>, etag: Etag): Promise<Etag> {
    return this.store.replace(of.table, withUnknownFields(of, this.#row(of, key, value), etag), etag);
  }

  /**
   * Sets some fields of a row without any condition, and creates the row if it is missing. A field that is null keeps
   * its stored value. To clear a field, use `replace`.
   */
  touch<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, fields: Partial<z.output<S>>): Promise<Etag> {
    return this.store.touch(of.table, this.#row(of, key, fields));
  }

  delete<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, etag: Etag): Promise<void> {
    return this.store.delete(of.table, of.at(this.scope, key), etag);
  }

  async page<P, K extends P, S extends z.ZodObject>(
    of: ListedKind<Scope, P, K, S>,
    partitionKey: NoInfer<P>,
    range: Range,
    request: PageRequest = {},
  ): Promise<{ rows: Stored<z.output<S>>[]; continuation?: string }> {
    const page = await this.store.scan(of.table, of.partition(this.scope, partitionKey), range, request);
    const rows = page.rows.map((row) => this.read(of, row));
    return page.continuation === undefined ? { rows } : { rows, continuation: page.continuation };
  }

  async list<P, K extends P, S extends z.ZodObject>(
    of: ListedKind<Scope, P, K, S>,
    partitionKey: NoInfer<P>,
    range: Range,
  ): Promise<Stored<z.output<S>>[]> {
    const pk = of.partition(this.scope, partitionKey);
    const rows: Stored<z.output<S>>[] = [];
    // Nearly every list has one page, so the list is read without a generator, which would cost more than reading the
    // rows.
    let page = await this.store.scan(of.table, pk, range);
    for (;;) {
      for (const row of page.rows) rows.push(this.read(of, row));
      if (page.continuation === undefined) return rows;
      page = await this.store.scan(of.table, pk, range, { continuation: page.continuation });
    }
  }

  insertStep<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, value: z.output<S>): RecordStep {
    const row = this.#row(of, key, value);
    return { table: of.table, pk: row.pk, step: { do: 'insert', row } };
  }

  replaceStep<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, value: z.output<S>, etag: Etag): RecordStep {
    const row = withUnknownFields(of, this.#row(of, key, value), etag);
    return { table: of.table, pk: row.pk, step: { do: 'replace', row, etag } };
  }

  touchStep<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K, fields: Partial<z.output<S>>): RecordStep {
    const row = this.#row(of, key, fields);
    return { table: of.table, pk: row.pk, step: { do: 'touch', row } };
  }

  /**
   * Returns a step that deletes a row without a condition and fails with CONFLICT if the row is missing. To make the
   * delete depend on unchanged data, replace another row by its ETag in the same transaction.
   */
  deleteStep<K, S extends z.ZodObject>(of: Kind<Scope, K, S>, key: K): RecordStep {
    const at = of.at(this.scope, key);
    return { table: of.table, pk: at.pk, step: { do: 'delete', key: at } };
  }

  /** Runs all steps or none. They must have the same table and partition. */
  async transact(steps: readonly RecordStep[]): Promise<void> {
    const created = transactionOf(steps);
    if (created !== undefined) await this.store.transact(created.table, created.pk, created.steps);
  }
}

export const inOrg = (store: TableStore, orgId: OrgId): Records<OrgId> => new Records(store, orgId);
/** Returns the access to rows outside organisations: directory, accounts, due index, outbox, leases. */
export const outside = (store: TableStore): Records<null> => new Records(store, null);

export type ValueOf<T extends { readonly schema: z.ZodObject }> = z.output<T['schema']>;
