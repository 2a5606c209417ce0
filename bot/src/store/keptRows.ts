import { weightOf } from '../domain/core/weight.ts';
import type { Carrier } from './carried.ts';
import { createGenerations } from './generations.ts';
import type { Limits } from './generations.ts';
import type { Etag, Key, TableStore } from './port.ts';

// Rows as they were parsed and checked, by the version they were read with. An etag is never used again, so a row that comes with
// a known one holds what is known: the store is asked as often as ever, only the work after it is spared.

/** A row of some kind; `Stored` of kind.ts, whose types this file does without. */
interface AnyStored {
  readonly value: unknown;
  readonly etag: Etag;
  readonly key: Key;
}

interface KeptRow {
  /** The kind by which the row was parsed. */
  readonly of: Carrier;
  readonly stored: AnyStored;
  readonly bytes: number;
}

export interface KeptRows {
  /** That version of that row, if it was read as this before. */
  find(of: Carrier, row: Key & { readonly etag: Etag }): AnyStored | undefined;
  keep(of: Carrier, stored: AnyStored): void;
}

const none: readonly KeptRow[] = [];

const usual: Limits = { bytes: 16_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** Its version, its places in map and list, and the objects around it. */
const rowOverhead = 400;

// All readers of a version share one object, so it must not be changed. Tests freeze each object. The product does not, because
// the engine iterates frozen lists at a tenth of the speed.
let seal: (stored: AnyStored) => void = () => undefined;
/** For tests: what is done to everything that is kept. */
export const sealKeptRows = (by: typeof seal): void => {
  seal = by;
};

export const createKeptRows = (limits: Limits = usual): KeptRows => {
  // Found by the version alone, since a row's key is long. The rows of a transaction may share one; all rows of the embedded
  // store have their own.
  const rows = createGenerations<readonly KeptRow[]>(limits);
  const isOf = (row: KeptRow, of: Carrier, { pk, rk }: Key): boolean =>
    row.of === of && row.stored.key.rk === rk && row.stored.key.pk === pk;
  return {
    find: (of, row) => {
      for (const one of rows.find(row.etag) ?? none) if (isOf(one, of, row)) return one.stored;
      return undefined;
    },
    keep: (of, stored) => {
      seal(stored);
      let bytes = rowOverhead + weightOf(stored.value);
      const all: KeptRow[] = [{ of, stored, bytes }];
      for (const one of rows.find(stored.etag) ?? none)
        if (!isOf(one, of, stored.key)) {
          all.push(one);
          bytes += one.bytes;
        }
      rows.put(stored.etag, all, bytes);
    },
  };
};

const ofStores = new WeakMap<TableStore, KeptRows>();

/** One cache per store, for all its readers. */
export const keptRowsOf = (store: TableStore): KeptRows => {
  const there = ofStores.get(store) ?? createKeptRows();
  ofStores.set(store, there);
  return there;
};

/** `same` is that store under another face: what is known of one is known of the other. */
export const shareKeptRows = (store: TableStore, same: TableStore): void => {
  ofStores.set(same, keptRowsOf(store));
};
