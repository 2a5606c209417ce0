import { weakMemo } from '#contracts/memo.ts';
import { estimateBytes } from '../domain/core/estimateBytes.ts';
import type { RowFormat } from './unknownFieldCarryOver.ts';
import { createGenerationalCache } from './generationalCache.ts';
import type { CacheLimits } from './generationalCache.ts';
import type { Etag, Key, TableStore } from './tableStore.ts';

// Rows as they were parsed and checked, by the version they were read with. An etag is never used again, so a row that comes with
// a known one holds what is known: the store is asked as often as ever, only the work after it is spared.

/** A row of some kind; `Stored` of records.ts, whose types this file does without. */
interface AnyStored {
  readonly value: unknown;
  readonly etag: Etag;
  readonly key: Key;
}

interface ParsedRow {
  /** The kind by which the row was parsed. */
  readonly of: RowFormat;
  readonly stored: AnyStored;
  readonly bytes: number;
}

export interface ParsedRowCache {
  /** That version of that row, if it was read as this before. */
  find(of: RowFormat, row: Key & { readonly etag: Etag }): AnyStored | undefined;
  keep(of: RowFormat, stored: AnyStored): void;
}

const none: readonly ParsedRow[] = [];

const usual: CacheLimits = { bytes: 16_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** Its version, its places in map and list, and the objects around it. */
const rowOverhead = 400;

// All readers of a version share one object, so it must not be changed. Tests freeze each object. The product does not, because
// the engine iterates frozen lists at a tenth of the speed.
let seal: (stored: AnyStored) => void = () => undefined;
/** For tests: a function that is called with every row that the cache takes. */
export const sealParsedRows = (by: typeof seal): void => {
  seal = by;
};

export const createParsedRowCache = (limits: CacheLimits = usual): ParsedRowCache => {
  // Found by the version alone, since a row's key is long. The rows of a transaction may share one; all rows of the embedded
  // store have their own.
  const rows = createGenerationalCache<readonly ParsedRow[]>(limits);
  const isOf = (row: ParsedRow, of: RowFormat, { pk, rk }: Key): boolean =>
    row.of === of && row.stored.key.rk === rk && row.stored.key.pk === pk;
  return {
    find: (of, row) => {
      for (const parsedRow of rows.get(row.etag) ?? none) if (isOf(parsedRow, of, row)) return parsedRow.stored;
      return undefined;
    },
    keep: (of, stored) => {
      seal(stored);
      let bytes = rowOverhead + estimateBytes(stored.value);
      const all: ParsedRow[] = [{ of, stored, bytes }];
      for (const parsedRow of rows.get(stored.etag) ?? none)
        if (!isOf(parsedRow, of, stored.key)) {
          all.push(parsedRow);
          bytes += parsedRow.bytes;
        }
      rows.set(stored.etag, all, bytes);
    },
  };
};

/** One cache per store, for all its readers. */
export const parsedRowCacheOf = weakMemo<TableStore, ParsedRowCache>(() => createParsedRowCache());

/** `same` is that store under another face: what is known of one is known of the other. */
export const shareParsedRowCache = (store: TableStore, same: TableStore): void => {
  parsedRowCacheOf.set(same, parsedRowCacheOf(store));
};
