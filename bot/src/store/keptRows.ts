import { deepFreeze } from '../domain/frozen.ts';
import type { Carrier } from './carried.ts';
import type { Etag, Key, Table, TableStore, Values } from './port.ts';

// Rows as they were parsed and checked, by the version they were read with. An etag is never used again, so a row that comes with
// a known one holds what is known: the store is asked as often as ever, only the work after it is spared. What is kept is frozen,
// since all who read that version hold the same object.

/** A row of some kind; `Stored` of kind.ts, whose types this file does without. */
interface AnyStored {
  readonly value: unknown;
  readonly etag: Etag;
  readonly key: Key;
}

export interface KeptRow {
  /** What it was read as. */
  readonly of: Carrier;
  readonly stored: AnyStored;
}

export interface KeptRows {
  /** The version of that row that was read last, whichever it is now. */
  find(table: Table, key: Key): KeptRow | undefined;
  /** `values`: what it was parsed from. */
  keep(of: Carrier, stored: AnyStored, values: Values): void;
}

export interface KeptLimits {
  /** As estimated, and a little more than it is. */
  readonly bytes: number;
  /** After that long a row that nobody has read again is on its way out, whoever deleted it. */
  readonly ms: number;
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number;
}

const usual: KeptLimits = { bytes: 24_000_000, ms: 10 * 60_000, now: () => performance.now() };

const rowOverhead = 1_000;
/** Objects and fields of a parsed text take up to that much more than its characters. */
const bytesOfCharacter = 3;

const bytesOf = (values: Values): number => {
  let characters = 0;
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string') characters += value.length;
  }
  return rowOverhead + characters * bytesOfCharacter;
};

interface Sized extends KeptRow {
  readonly bytes: number;
}

/**
 * In two generations: what is read again moves to the young one; when that holds half of the bound, or is old enough, the old
 * one is forgotten and it takes its place. So what nobody reads leaves, and a hit costs one look.
 */
export const createKeptRows = ({ bytes: most, ms, now }: KeptLimits = usual): KeptRows => {
  let young = new Map<string, Sized>();
  let old = new Map<string, Sized>();
  let youngBytes = 0;
  let since = now();

  const put = (name: string, row: Sized): void => {
    if (row.bytes > most / 2) return;
    const at = now();
    if (youngBytes + row.bytes > most / 2 || at - since > ms) {
      old = young;
      young = new Map();
      youngBytes = 0;
      since = at;
    }
    youngBytes += row.bytes - (young.get(name)?.bytes ?? 0);
    young.set(name, row);
    old.delete(name);
  };

  return {
    find: (table, { pk, rk }) => {
      const name = `${table} ${pk} ${rk}`;
      const there = young.get(name);
      if (there !== undefined) return there;
      const aged = old.get(name);
      if (aged !== undefined) put(name, aged);
      return aged;
    },
    keep: (of, stored, values) => {
      const { pk, rk } = stored.key;
      put(`${of.table} ${pk} ${rk}`, { of, stored: deepFreeze(stored), bytes: bytesOf(values) });
    },
  };
};

const ofStores = new WeakMap<TableStore, KeptRows>();

/** One memory a store, for all who read it. */
export const keptRowsOf = (store: TableStore): KeptRows => {
  const there = ofStores.get(store) ?? createKeptRows();
  ofStores.set(store, there);
  return there;
};
