import { createGenerationalCache } from '../generationalCache.ts';
import type { CacheLimits } from '../generationalCache.ts';
import type { Etag, Key, StoredRow, Table, Values } from '../tableStorePort.ts';

// Caches rows as long as SQLite shows that no other process has written. SQLite is asked once before each event of the
// event loop, because no change from outside is seen in between. Commits of this process update the cached rows. A
// missing row is not cached, because most missing rows are written next.

export interface WrittenRow {
  readonly etag: Etag;
  readonly text: string;
}

export interface KnownRow extends Key, WrittenRow {
  /** The row, parsed from the text at the first use; undefined until that use. */
  row: StoredRow | undefined;
}

export interface KnownRows {
  /** Returns the current row; undefined if the row must be read from the file. */
  find(name: string): KnownRow | undefined;
  /**
   * Caches a row that was read from the file. `find` must be called first, before the event loop handles another event.
   */
  keep(name: string, key: Key, written: WrittenRow): KnownRow;
  /**
   * Records that the group being written changed a row. The new content is valid after `settle`. Without `created`, the
   * row is read again.
   */
  wrote(table: Table, key: Key, created?: WrittenRow): void;
  /** Records that a write of the group was undone while the group continues, so all its rows must be read again. */
  doubt(): void;
  /** Makes the new contents valid, because the group was committed. */
  settle(): void;
  /** Drops the new contents, because the group was rolled back. */
  undo(): void;
}

const usual: CacheLimits = { bytes: 48_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** Estimated bytes that an entry needs in addition to its text. */
const overhead = 300;
/** Estimates the bytes of an entry. A parsed row takes about twice as much memory as its text. */
const bytesOf = ({ text }: WrittenRow): number => overhead + text.length * 3;

export const rowName = (table: Table, { pk, rk }: Key): string => `${table}\n${pk}\n${rk}`;

const knownAs = ({ pk, rk }: Key, { etag, text }: WrittenRow): KnownRow => ({ pk, rk, etag, text, row: undefined });

/** Parses the row. Throws if another tool wrote a text that is not JSON. */
export const rowOf = (knownRow: KnownRow): StoredRow => {
  knownRow.row ??= {
    pk: knownRow.pk,
    rk: knownRow.rk,
    etag: knownRow.etag,
    values: JSON.parse(knownRow.text) as Values,
  };
  return knownRow.row;
};

/**
 * Creates the cache. `dataVersion` returns SQLite's `data_version`, which changes with every commit of another
 * connection.
 */
export const createKnownRows = (dataVersion: () => number, limits: CacheLimits = usual): KnownRows => {
  const rows = createGenerationalCache<KnownRow>(limits);
  /** Changes of cached rows by the group that is being written; undefined for a row that must be read again. */
  const written = new Map<string, KnownRow | undefined>();
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
    // The check is valid only until the event loop handles the next event. This callback runs before that.
    process.nextTick(endWithTick);
  };

  return {
    find: (name) => {
      if (!isProven) prove();
      return rows.get(name);
    },
    keep: (name, key, match) => {
      const knownRow = knownAs(key, match);
      rows.set(name, knownRow, bytesOf(match));
      return knownRow;
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
