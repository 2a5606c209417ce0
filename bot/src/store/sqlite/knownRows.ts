import { createGenerations } from '../generations.ts';
import type { Limits } from '../generations.ts';
import type { Etag, Key, StoredRow, Table, Values } from '../port.ts';

// A row that was read once need not be read again, while SQLite can tell that nobody else has written. Whether somebody has is
// asked once in every tick: a tick hears of nothing outside, so to its callers all of its reads happen when that was asked. Our
// own commits, each in a tick of its own, bring the rows that are known up to date. That there is no such row is not kept: most
// keys that are looked for in vain are written next, and not looked for again.

/** A version of a row as it stands in the file. */
export interface Written {
  readonly etag: Etag;
  /** Its values as JSON. */
  readonly text: string;
}

export interface KnownRows {
  /** The row as it is; undefined when the file has to be asked. */
  find(name: string): StoredRow | undefined;
  /** What the file was found to hold, in a tick in which `find` was asked first. */
  keep(name: string, key: Key, found: Written): StoredRow;
  /** What the group now being written makes of a row: counts from `settle`. Without it, or with nothing, the row is read again. */
  wrote(table: Table, key: Key, made?: Written): void;
  /** Some of what was written is undone, and the group goes on: all of it is read again. */
  doubt(): void;
  /** The group was committed. */
  settle(): void;
  /** It was not. */
  undo(): void;
}

interface Known extends Key, Written {
  /** Made of the text when somebody first wants it. */
  row: StoredRow | undefined;
}

const usual: Limits = { bytes: 48_000_000, ms: 10 * 60_000, now: () => performance.now() };

/** The entry, its name, and the objects around them. */
const overhead = 300;
/** Parsed, a row takes about twice what its text takes. */
const bytesOf = ({ text }: Written): number => overhead + text.length * 3;

export const nameOfRow = (table: Table, { pk, rk }: Key): string => `${table}\n${pk}\n${rk}`;

const knownAs = ({ pk, rk }: Key, { etag, text }: Written): Known => ({ pk, rk, etag, text, row: undefined });

const rowOf = (known: Known): StoredRow => {
  known.row ??= { pk: known.pk, rk: known.rk, etag: known.etag, values: JSON.parse(known.text) as Values };
  return known.row;
};

/** @param dataVersion asks SQLite for its `data_version`, which changes with every commit of another connection */
export const createKnownRows = (dataVersion: () => number, limits: Limits = usual): KnownRows => {
  const rows = createGenerations<Known>(limits);
  /** What this group makes of rows that were known. */
  const written = new Map<string, Known | undefined>();
  let asOf: number | undefined;
  let isProven = false;
  let isOrdered = false;

  const endWithTick = (): void => {
    isOrdered = false;
    isProven = false;
  };
  const prove = (): void => {
    const now = dataVersion();
    if (now !== asOf) rows.clear();
    asOf = now;
    isProven = true;
    if (isOrdered) return;
    isOrdered = true;
    // Runs when the promises of this tick have no more to do, before the next event is looked at.
    process.nextTick(endWithTick);
  };

  return {
    find: (name) => {
      if (!isProven) prove();
      const known = rows.find(name);
      return known && rowOf(known);
    },
    keep: (name, key, found) => {
      const known = knownAs(key, found);
      rows.put(name, known, bytesOf(found));
      return rowOf(known);
    },
    wrote: (table, key, made) => {
      const name = nameOfRow(table, key);
      if (rows.find(name) === undefined && !written.has(name)) return;
      rows.drop(name);
      written.set(name, made && knownAs(key, made));
    },
    doubt: () => {
      for (const name of written.keys()) written.set(name, undefined);
    },
    settle: () => {
      for (const [name, made] of written) if (made !== undefined) rows.put(name, made, bytesOf(made));
      written.clear();
    },
    undo: () => {
      written.clear();
    },
  };
};
