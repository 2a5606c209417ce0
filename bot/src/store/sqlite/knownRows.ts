import { createGenerationalCache } from '../generationalCache.ts';
import type { CacheLimits } from '../generationalCache.ts';
import type { Etag, Key, StoredRow, Table, Values } from '../tableStore.ts';

// A row that was read needs no second read while SQLite proves that no other process has written. That is checked once in every
// tick, because within a tick no outside change arrives. Own commits update the known rows. A missing row is not cached: most
// keys without a row are written next.

/** A version of a row as the file contains it. */
export interface WrittenRow {
  readonly etag: Etag;
  /** Its values as JSON. */
  readonly text: string;
}

export interface KnownRows {
  /** The row as it is; undefined when the file has to be asked. */
  find(name: string): StoredRow | undefined;
  /** Keeps a row found in the file, in a tick in which `find` was called first. */
  keep(name: string, key: Key, written: WrittenRow): StoredRow;
  /** New content of a row by the group that is being written; valid from `settle` on. Without `created`, the row is read again. */
  wrote(table: Table, key: Key, created?: WrittenRow): void;
  /** One write of the group was undone and the group continues, so all its rows are read again. */
  doubt(): void;
  /** The group was committed. */
  settle(): void;
  /** The group was rolled back, so its new contents are dropped. */
  undo(): void;
}

interface Known extends Key, WrittenRow {
  /** Parsed from the text on first use. */
  row: StoredRow | undefined;
}

const usual: CacheLimits = { bytes: 48_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** The entry, its name, and the objects around them. */
const overhead = 300;
/** Parsed, a row takes about twice what its text takes. */
const bytesOf = ({ text }: WrittenRow): number => overhead + text.length * 3;

export const rowName = (table: Table, { pk, rk }: Key): string => `${table}\n${pk}\n${rk}`;

const knownAs = ({ pk, rk }: Key, { etag, text }: WrittenRow): Known => ({ pk, rk, etag, text, row: undefined });

const rowOf = (knownRow: Known): StoredRow => {
  knownRow.row ??= { pk: knownRow.pk, rk: knownRow.rk, etag: knownRow.etag, values: JSON.parse(knownRow.text) as Values };
  return knownRow.row;
};

/** @param dataVersion asks SQLite for its `data_version`, which changes with every commit of another connection */
export const createKnownRows = (dataVersion: () => number, limits: CacheLimits = usual): KnownRows => {
  const rows = createGenerationalCache<Known>(limits);
  /** Changes of known rows by the present group. */
  const written = new Map<string, Known | undefined>();
  let isProven = false;
  let isOrdered = false;

  const endWithTick = (): void => {
    isOrdered = false;
    isProven = false;
  };
  const prove = (): void => {
    rows.enter(dataVersion());
    isProven = true;
    if (isOrdered) return;
    isOrdered = true;
    // Runs when the promises of this tick are done, before the next event.
    process.nextTick(endWithTick);
  };

  return {
    find: (name) => {
      if (!isProven) prove();
      const knownRow = rows.get(name);
      return knownRow && rowOf(knownRow);
    },
    keep: (name, key, match) => {
      const knownRow = knownAs(key, match);
      rows.set(name, knownRow, bytesOf(match));
      return rowOf(knownRow);
    },
    wrote: (table, key, created) => {
      const name = rowName(table, key);
      if (rows.get(name) === undefined && !written.has(name)) return;
      rows.delete(name);
      written.set(name, created && knownAs(key, created));
    },
    doubt: () => {
      for (const name of written.keys()) written.set(name, undefined);
    },
    settle: () => {
      for (const [name, made] of written) if (made !== undefined) rows.set(name, made, bytesOf(made));
      written.clear();
    },
    undo: () => {
      written.clear();
    },
  };
};
