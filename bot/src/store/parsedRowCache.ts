import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { estimateMemoryBytes } from '../domain/core/estimateMemoryBytes.ts';
import type { RowFormat } from './unknownFieldCarryOver.ts';
import { createGenerationalCache } from './generationalCache.ts';
import type { CacheLimits } from './generationalCache.ts';
import type { Etag, Key, TableStore } from './tableStorePort.ts';

// Caches parsed and validated rows by their etag. Two versions of a row never have the same etag, so a row with a known
// key and etag has the known content. The store is still read each time; only parsing is saved.

/** A parsed row of any kind. Like `Stored` of recordKindsAndAccess.ts, but without importing its types. */
interface AnyStored {
  readonly value: unknown;
  readonly etag: Etag;
  readonly key: Key;
}

interface ParsedRow {
  readonly of: RowFormat;
  readonly stored: AnyStored;
  readonly bytes: number;
}

export interface ParsedRowCache {
  /** Returns this version of the row if it was parsed with this kind and is still cached; otherwise undefined. */
  find(of: RowFormat, row: Key & { readonly etag: Etag }): AnyStored | undefined;
  /** Caches the row and returns the cached object. */
  keep<T extends AnyStored>(of: RowFormat, stored: T): T;
}

const none: readonly ParsedRow[] = [];

const usual: CacheLimits = { bytes: 16_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** Estimated bytes that an entry needs in addition to its value. */
const rowOverhead = 400;

// All readers of a version share one object, so it must not change. Tests freeze each object. The product does not,
// because the JavaScript engine iterates frozen lists ten times more slowly.
let seal: (stored: AnyStored) => void = () => undefined;
/** Sets a function, for tests, that is called with every row that is added to the cache. */
export const sealParsedRows = (by: typeof seal): void => {
  seal = by;
};

/**
 * Returns a copy of a row key or etag. V8 represents a part of a longer text as a reference to it, so a cached key
 * would keep all rows in memory that the store read in one text. Keys and etags are printable ASCII.
 */
const copyOf = <T extends string>(text: T): T => Buffer.from(text, 'latin1').toString('latin1') as T;

export const createParsedRowCache = (limits: CacheLimits = usual): ParsedRowCache => {
  // The etag alone is the key of the cache, because the key of a row is long. On Azure, rows of one transaction may
  // share an etag; in the embedded store each row has its own.
  const rows = createGenerationalCache<readonly ParsedRow[]>(limits);
  const isOf = (row: ParsedRow, of: RowFormat, { pk, rk }: Key): boolean =>
    row.of === of && row.stored.key.rk === rk && row.stored.key.pk === pk;
  return {
    find: (of, row) => {
      for (const parsedRow of rows.get(row.etag) ?? none) if (isOf(parsedRow, of, row)) return parsedRow.stored;
      return undefined;
    },
    keep: (of, read) => {
      const key = { pk: read.key.pk, rk: copyOf(read.key.rk) };
      const stored = { ...read, key, etag: copyOf(read.etag) };
      seal(stored);
      let bytes = rowOverhead + estimateMemoryBytes(stored.value);
      const all: ParsedRow[] = [{ of, stored, bytes }];
      for (const parsedRow of rows.get(stored.etag) ?? none)
        if (!isOf(parsedRow, of, stored.key)) {
          all.push(parsedRow);
          bytes += parsedRow.bytes;
        }
      rows.set(stored.etag, all, bytes);
      return stored;
    },
  };
};

export const parsedRowCacheOf = weakMemo<TableStore, ParsedRowCache>(() => createParsedRowCache());

/** Lets `same`, a wrapper around `store`, use the parsed rows that `store` has cached. */
export const shareParsedRowCache = (store: TableStore, same: TableStore): void => {
  parsedRowCacheOf.set(same, parsedRowCacheOf(store));
};
