import { StoreError } from '../tableStore.ts';
import type { Etag, Key, Page, PageRequest, Range, StoredRow, Table, Values } from '../tableStore.ts';
import { checkPage } from '../rowLimits.ts';
import type { Connection, Statement } from './sqliteConnection.ts';
import { rowName } from './knownRows.ts';
import type { KnownRows } from './knownRows.ts';
import { rowCost } from './loopPacer.ts';

/** Reads are synchronous and return committed rows, each with its estimated cost in microseconds. */
export interface Reader {
  get(table: Table, key: Key): Costed<StoredRow | undefined>;
  scan(table: Table, pk: string, range: Range, page: PageRequest): Costed<Page>;
  scanAll(table: Table, page: PageRequest): Costed<Page>;
}

export interface Costed<T> {
  readonly result: T;
  readonly microseconds: number;
}

type Record = readonly [pk: string, rk: string, etag: string, values?: string];

/** Characters after which a page ends early: its reader parses all of them in one piece, which takes several times as long as reading. */
const pageCharacters = 200_000;
/** Rows of a scan's first statement, which meets rows of unknown length: up to a megabyte each. Most teams are no larger. */
const firstRows = 16;
/** Factor by which the next statement may ask for more rows. Rows after short ones may be long. */
const growth = 4;

interface Continuation {
  /** Keys of the last row that was delivered. */
  readonly keys: readonly string[];
  /** Rows of the page that ended there. The next page begins by asking for as many: rows of one range are about equally long. */
  readonly rows: number;
}

const encodeContinuation = ({ keys, rows }: Continuation): string =>
  Buffer.from(JSON.stringify([...keys, rows])).toString('base64url');

const decodeContinuation = (continuation: string, parts: number): Continuation => {
  try {
    const all: unknown = JSON.parse(Buffer.from(continuation, 'base64url').toString());
    if (Array.isArray(all) && all.length === parts + 1) {
      const rows: unknown = all.at(-1);
      const keys: unknown[] = all.slice(0, parts);
      if (keys.every((key) => typeof key === 'string') && typeof rows === 'number' && rows > 0) return { keys, rows };
    }
  } catch {
    // Falls through: text that is no JSON is no continuation either.
  }
  throw new StoreError('INVALID', 'not a continuation of this store');
};

const stored = ([pk, rk, etag, values]: Record): StoredRow => ({
  pk,
  rk,
  etag: etag as Etag,
  values: values === undefined ? {} : (JSON.parse(values) as Values),
});

/**
 * Reads records chunk by chunk, each after the last one. An unfinished statement would keep its snapshot open, and an
 * open snapshot keeps the WAL from shrinking; so every statement here is small and read to its end.
 */
const readPage = (
  { limit, first }: { readonly limit: number; readonly first: number },
  chunk: (after: Record | undefined, count: number) => Record[],
  keysOf: (last: Record) => readonly string[],
): Costed<Page> => {
  const records: Record[] = [];
  let characters = 0;
  let wanted = Math.min(first, limit);
  let hasMore = true;
  let isFull = false;
  while (hasMore && !isFull && wanted > 0) {
    // One more than wanted, to know whether this is the last page.
    const matches = chunk(records.at(-1), wanted + 1);
    hasMore = matches.length > wanted;
    for (const record of matches.slice(0, wanted)) {
      const length = record[3]?.length ?? 0;
      // The rest is read again with the next page: reading costs less than parsing.
      isFull = records.length > 0 && characters + length > pageCharacters;
      if (isFull) break;
      characters += length;
      records.push(record);
    }
    const averageLength = 1 + characters / records.length;
    const fitting = Math.floor((pageCharacters - characters) / averageLength);
    wanted = Math.min(limit - records.length, fitting, records.length * growth);
  }
  const last = records.at(-1);
  const rows = records.map(stored);
  return {
    result:
      (hasMore || isFull) && last
        ? { rows, continuation: encodeContinuation({ keys: keysOf(last), rows: rows.length }) }
        : { rows },
    microseconds: rowCost.get + rowCost.row * rows.length + rowCost.characters(characters),
  };
};

/** The statements of a reader, with and without the values. */
const statementsOf = (connection: Connection) => {
  const range = 'WHERE pk = ? AND rk >= ? AND rk < ? ORDER BY rk LIMIT ?';
  const ofAll = (columns: string) =>
    connection.ofTable((table) => `SELECT ${columns} FROM ${table} WHERE (pk, rk) > (?, ?) ORDER BY pk, rk LIMIT ?`);
  const rowByRow = (columns: string) => connection.ofTable((table) => `SELECT ${columns} FROM ${table} ${range}`);
  // As one text, since each value that is handed over costs more than finding it. None holds a line break: JSON as it is written
  // here has it escaped.
  const inOneText = (columns: string, parts: string) =>
    connection.ofTable(
      (table) => `SELECT count(*), group_concat(${parts}, char(10)) FROM (SELECT ${columns} FROM ${table} ${range})`,
    );
  const [allKeys, all] = [ofAll('pk, rk, etag'), ofAll('pk, rk, etag, v')];
  return {
    get: connection.ofTable((table) => `SELECT etag, v FROM ${table} WHERE pk = ? AND rk = ?`),
    values: {
      inOneText: inOneText('rk, etag, v', 'rk || char(10) || etag || char(10) || v'),
      rowByRow: rowByRow('pk, rk, etag, v'),
    },
    keys: { inOneText: inOneText('rk, etag', 'rk || char(10) || etag'), rowByRow: rowByRow('pk, rk, etag') },
    scanAll: (table: Table, { keysOnly }: PageRequest): Statement => (keysOnly === true ? allKeys : all)(table),
  };
};

/** A space is the lowest character of a key: nothing lies between a key and the same key with a space behind. */
const behind = (rk: string): string => `${rk} `;

/** A row has key and version, and its values unless only keys were asked for. Undefined when some part of them holds a line break. */
const recordsIn = (pk: string, count: number, text: string | null, isKeys: boolean): Record[] | undefined => {
  const parts = text === null ? [] : text.split('\n');
  const width = isKeys ? 2 : 3;
  if (parts.length !== count * width) return undefined;
  const records: Record[] = [];
  for (let index = 0; index < parts.length; index += width) {
    const [rk, etag] = [parts[index] ?? '', parts[index + 1] ?? ''];
    records.push(isKeys ? [pk, rk, etag] : [pk, rk, etag, parts[index + 2] ?? '']);
  }
  return records;
};

/** A range that contains one key at most: a check if a row still has a version. */
const isOfOneRow = (range: Range, { continuation, keysOnly, limit }: PageRequest): boolean =>
  keysOnly === true && limit === 1 && continuation === undefined && range.to === behind(range.from);

export const createReader = (connection: Connection, known: KnownRows): Reader => {
  const statements = statementsOf(connection);
  return {
    get: (table, key) => {
      const name = rowName(table, key);
      const existing = known.find(name);
      if (existing !== undefined) return { result: existing, microseconds: rowCost.known };
      // Its key is known, and every column that is read is paid for.
      const match = statements.get(table).get([key.pk, key.rk]) as [etag: Etag, text: string] | undefined;
      if (match === undefined) return { result: undefined, microseconds: rowCost.get };
      const [etag, text] = match;
      return {
        result: known.keep(name, key, { etag, text }),
        microseconds: rowCost.get + rowCost.characters(text.length),
      };
    },

    scan: (table, pk, range, page) => {
      const limit = checkPage(page);
      const storedRow = isOfOneRow(range, page) ? known.find(rowName(table, { pk, rk: range.from })) : undefined;
      if (storedRow !== undefined)
        return { result: { rows: [{ ...storedRow, values: {} }] }, microseconds: rowCost.known };
      const before = page.continuation === undefined ? undefined : decodeContinuation(page.continuation, 1);
      const begin = before === undefined ? range.from : behind(before.keys.join(''));
      const from = (after: Record | undefined): string => (after ? behind(after[1]) : begin);
      const isKeys = page.keysOnly === true;
      const { inOneText, rowByRow } = isKeys ? statements.keys : statements.values;
      const select = inOneText(table);
      const chunk = (after: Record | undefined, most: number): Record[] => {
        const asked = [pk, from(after), range.to, most];
        const [count, text] = select.get(asked) as [number, string | null];
        // Another tool may have written JSON in lines.
        return recordsIn(pk, count, text, isKeys) ?? (rowByRow(table).all(asked) as Record[]);
      };
      const first = isKeys ? limit : (before?.rows ?? firstRows);
      return readPage({ limit, first }, chunk, (last) => [last[1]]);
    },

    scanAll: (table, page) => {
      const limit = checkPage(page);
      const select = statements.scanAll(table, page);
      // Keys are never empty, so everything lies behind two empty ones.
      const { keys, rows } =
        page.continuation === undefined
          ? { keys: ['', ''], rows: firstRows }
          : decodeContinuation(page.continuation, 2);
      const chunk = (after: Record | undefined, count: number): Record[] =>
        select.all([...(after ? [after[0], after[1]] : keys), count]) as Record[];
      return readPage({ limit, first: rows }, chunk, (last) => [last[0], last[1]]);
    },
  };
};
