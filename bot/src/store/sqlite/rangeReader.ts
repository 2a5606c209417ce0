import { StoreError } from '../tableStorePort.ts';
import type { Etag, Page, PageRequest, Range, StoredRow, Table, Values, WholePageRequest } from '../tableStorePort.ts';
import { checkPage } from '../checkRowsAndBatchTransactions.ts';
import type { Connection, Statement } from './sqliteConnectionAndErrors.ts';
import { rowName } from './committedRowCache.ts';
import type { KnownRows } from './committedRowCache.ts';
import { rowCost } from './loopPacerAndLockRetries.ts';

/** Reads ranges of committed rows synchronously. Each result includes its estimated cost in microseconds. */
export interface Reader {
  scan(table: Table, pk: string, range: Range, page: PageRequest): Costed<Page>;
  scanAll(table: Table, page: WholePageRequest): Costed<Page>;
}

export interface Costed<T> {
  readonly result: T;
  readonly microseconds: number;
}

type Record = readonly [pk: string, rk: string, etag: string, values?: string];

/**
 * Number of characters after which a page ends early. Callers parse a page in one piece, which takes several times as
 * long as reading it.
 */
const pageCharacters = 200_000;
/**
 * Number of characters after which a statement ends early. For a text of more than 128 kB, V8 allocates separate memory
 * pages, which costs more than another statement.
 */
const chunkCharacters = 100_000;
/**
 * Number of rows in the first statement of a scan. It is enough for most teams. It is small, because the length of the
 * rows is not known yet, and a row may have a megabyte.
 */
const firstRows = 16;

interface Continuation {
  readonly keys: readonly string[];
  /**
   * Number of rows on the previous page. The next page begins with as many, because rows of one range have similar
   * lengths.
   */
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
    // Text that is not JSON is not a continuation, so the error below is thrown.
  }
  throw new StoreError('INVALID', 'not a continuation of this store');
};

/**
 * Returns a row that parses its values at their first use, because most readers have this version of the row in their
 * cache (parsedRowCache.ts).
 */
const stored = ([pk, rk, etag, text]: Record): StoredRow => {
  if (text === undefined) return { pk, rk, etag: etag as Etag, values: {} };
  let values: Values | undefined;
  return {
    pk,
    rk,
    etag: etag as Etag,
    get values() {
      return (values ??= JSON.parse(text) as Values);
    },
  };
};

interface Chunks {
  /** Returns at most `count` records that follow `after`; the first records if `after` is undefined. */
  readonly read: (after: Record | undefined, count: number) => Record[];
  /** Returns the lengths in bytes of the values of the records that `read` would return. */
  readonly lengths: (after: Record | undefined, count: number) => readonly number[];
}

/**
 * Returns how many records, at most `count`, fit into the given number of characters; at least one. Long rows may
 * follow short ones, and SQLite knows the lengths without reading the values.
 */
const fittingCount = ({ lengths }: Chunks, after: Record | undefined, count: number, characters: number): number => {
  if (after === undefined && count <= firstRows) return count;
  let left = characters;
  const over = lengths(after, count).findIndex((length) => (left -= length) < 0);
  return over === -1 ? count : Math.max(over, 1);
};

/**
 * Reads a page in chunks, each after the last record of the previous chunk. An unfinished statement would keep its
 * snapshot open, and then the WAL could not shrink. So every statement is small and is read to its end.
 */
const readPage = (
  { limit, first }: { readonly limit: number; readonly first: number },
  chunks: Chunks,
  keysOf: (last: Record) => readonly string[],
): Costed<Page> => {
  const records: Record[] = [];
  let characters = 0;
  let most = Math.min(first, limit);
  let hasMore = true;
  let isFull = false;
  while (hasMore && !isFull && most > 0) {
    const fits = Math.min(pageCharacters - characters, chunkCharacters);
    const wanted = fittingCount(chunks, records.at(-1), most, fits);
    // Reads one record more than wanted, to find out if more records follow.
    const matches = chunks.read(records.at(-1), wanted + 1);
    hasMore = matches.length > wanted;
    for (const record of matches.slice(0, wanted)) {
      const length = record[3]?.length ?? 0;
      // The remaining records are read again with the next page, because reading them costs less than parsing them.
      isFull = records.length > 0 && characters + length > pageCharacters;
      if (isFull) break;
      characters += length;
      records.push(record);
    }
    const averageLength = 1 + characters / records.length;
    const fitting = Math.floor((pageCharacters - characters) / averageLength);
    most = Math.min(limit - records.length, fitting);
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

/** Returns the statements of a reader, with and without the values. */
const statementsOf = (connection: Connection) => {
  const range = 'WHERE pk = ? AND rk >= ? AND rk < ? ORDER BY rk LIMIT ?';
  const wholeRange = 'WHERE (pk, rk) > (?, ?) AND pk < ? ORDER BY pk, rk LIMIT ?';
  const ofAll = (columns: string) => connection.ofTable((table) => `SELECT ${columns} FROM ${table} ${wholeRange}`);
  const lengthsIn = (rows: string) =>
    connection.ofTable(
      (table) => `SELECT group_concat(length) FROM (SELECT octet_length(v) AS length FROM ${table} ${rows})`,
    );
  const rowByRow = (columns: string) => connection.ofTable((table) => `SELECT ${columns} FROM ${table} ${range}`);
  // Returns all rows in one text, because passing each value costs more than finding it. No value contains a line
  // break, because JSON escapes it.
  const inOneText = (columns: string, parts: string) =>
    connection.ofTable(
      (table) => `SELECT count(*), group_concat(${parts}, char(10)) FROM (SELECT ${columns} FROM ${table} ${range})`,
    );
  const [allKeys, all] = [ofAll('pk, rk, etag'), ofAll('pk, rk, etag, v')];
  return {
    lengths: lengthsIn(range),
    lengthsOfAll: lengthsIn(wholeRange),
    values: {
      inOneText: inOneText('rk, etag, v', 'rk || char(10) || etag || char(10) || v'),
      rowByRow: rowByRow('pk, rk, etag, v'),
    },
    keys: { inOneText: inOneText('rk, etag', 'rk || char(10) || etag'), rowByRow: rowByRow('pk, rk, etag') },
    scanAll: (table: Table, { keysOnly }: PageRequest): Statement => (keysOnly === true ? allKeys : all)(table),
  };
};

/** Parses the result of a statement that returns lengths. The result is null if no row follows. */
const lengthsOf = (result: unknown): number[] => {
  const [text] = result as [string | null];
  return text === null ? [] : text.split(',').map(Number);
};

/** A text after all keys, because keys consist of printable ASCII. */
const afterAllKeys = '\u007f';

/**
 * Returns the first possible key after `rk`. A space is the lowest character of keys, so no other key is in between.
 */
const behind = (rk: string): string => `${rk} `;

/**
 * Splits the text into records of row key, etag and, unless `isKeys`, values. Returns undefined if a value contains a
 * line break.
 */
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

/**
 * True if the request reads only the key and etag of a range that can contain only one key, such as the check that a
 * row still has its version.
 */
const isOfOneRow = (range: Range, { continuation, keysOnly, limit }: PageRequest): boolean =>
  keysOnly === true && limit === 1 && continuation === undefined && range.to === behind(range.from);

export const createReader = (connection: Connection, known: KnownRows): Reader => {
  const statements = statementsOf(connection);
  return {
    scan: (table, pk, range, page) => {
      const limit = checkPage(page);
      const knownRow = isOfOneRow(range, page) ? known.find(rowName(table, { pk, rk: range.from })) : undefined;
      if (knownRow !== undefined)
        return {
          result: { rows: [{ pk, rk: knownRow.rk, etag: knownRow.etag, values: {} }] },
          microseconds: rowCost.known,
        };
      const before = page.continuation === undefined ? undefined : decodeContinuation(page.continuation, 1);
      const begin = before === undefined ? range.from : behind(before.keys.join(''));
      const from = (after: Record | undefined): string => (after ? behind(after[1]) : begin);
      const isKeys = page.keysOnly === true;
      const { inOneText, rowByRow } = isKeys ? statements.keys : statements.values;
      const select = inOneText(table);
      const chunk = (after: Record | undefined, most: number): Record[] => {
        const asked = [pk, from(after), range.to, most];
        const [count, text] = select.get(asked) as [number, string | null];
        // If another tool wrote JSON with line breaks, the rows are read one by one.
        return recordsIn(pk, count, text, isKeys) ?? (rowByRow(table).all(asked) as Record[]);
      };
      const first = isKeys ? limit : (before?.rows ?? firstRows);
      const lengths = (after: Record | undefined, most: number): number[] =>
        isKeys ? [] : lengthsOf(statements.lengths(table).get([pk, from(after), range.to, most]));
      return readPage({ limit, first }, { read: chunk, lengths }, (last) => [last[1]]);
    },

    scanAll: (table, page) => {
      const limit = checkPage(page);
      const select = statements.scanAll(table, page);
      // The first page continues after an empty row key, in an empty partition or in the first requested partition. No
      // key is empty, so no row is left out.
      const { keys, rows } =
        page.continuation === undefined
          ? { keys: [page.partitions?.from ?? '', ''], rows: firstRows }
          : decodeContinuation(page.continuation, 2);
      const from = (after: Record | undefined, count: number): (string | number)[] => [
        ...(after ? [after[0], after[1]] : keys),
        ...[page.partitions?.to ?? afterAllKeys, count],
      ];
      const read = (after: Record | undefined, count: number): Record[] => select.all(from(after, count)) as Record[];
      const lengths = (after: Record | undefined, count: number): number[] =>
        page.keysOnly === true ? [] : lengthsOf(statements.lengthsOfAll(table).get(from(after, count)));
      return readPage({ limit, first: rows }, { read, lengths }, (last) => [last[0], last[1]]);
    },
  };
};
