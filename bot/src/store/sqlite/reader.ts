import { StoreError } from '../port.ts';
import type { Etag, Key, Page, PageRequest, Range, StoredRow, Table, Values } from '../port.ts';
import { checkPage } from '../rowRules.ts';
import type { Connection, Statement } from './connection.ts';
import { nameOfRow } from './knownRows.ts';
import type { KnownRows } from './knownRows.ts';
import { cost } from './turn.ts';

/** Reads are synchronous and see what is committed; each says what it cost, in estimated microseconds. */
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

/** Characters after which a page ends early, so that a page of long rows does not hold the event loop. */
const pageCharacters = 500_000;
/** Rows of a page's first statement, which meets rows of unknown length: up to a megabyte each. Most teams are no larger. */
const firstRows = 16;
/** By so many times may the next statement ask for more: rows behind short ones may be long. */
const growth = 4;

const encodeContinuation = (...keys: readonly string[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

const decodeContinuation = (continuation: string, parts: number): string[] => {
  try {
    const keys: unknown = JSON.parse(Buffer.from(continuation, 'base64url').toString());
    if (Array.isArray(keys) && keys.length === parts && keys.every((key) => typeof key === 'string')) return keys;
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
  continuation: (last: Record) => string,
): Costed<Page> => {
  const records: Record[] = [];
  let characters = 0;
  let wanted = Math.min(first, limit);
  let more = true;
  while (more && wanted > 0) {
    // One more than wanted, to know whether this is the last page.
    const found = chunk(records.at(-1), wanted + 1);
    more = found.length > wanted;
    for (const record of found.slice(0, wanted)) {
      characters += record[3]?.length ?? 0;
      records.push(record);
    }
    const averageLength = 1 + characters / records.length;
    const fitting = Math.floor((pageCharacters - characters) / averageLength);
    wanted = Math.min(limit - records.length, fitting, records.length * growth);
  }
  const last = records.at(-1);
  const rows = records.map(stored);
  return {
    result: more && last ? { rows, continuation: continuation(last) } : { rows },
    microseconds: cost.get + cost.row * rows.length + cost.characters(characters),
  };
};

/** The statements of a reader, by whether only keys are asked for. */
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
  for (let at = 0; at < parts.length; at += width) {
    const [rk, etag] = [parts[at] ?? '', parts[at + 1] ?? ''];
    records.push(isKeys ? [pk, rk, etag] : [pk, rk, etag, parts[at + 2] ?? '']);
  }
  return records;
};

/** A range that holds one key at most: who asks whether a row is still in a version. */
const isOfOneRow = (range: Range, { continuation, keysOnly, limit }: PageRequest): boolean =>
  keysOnly === true && limit === 1 && continuation === undefined && range.to === behind(range.from);

export const createReader = (connection: Connection, known: KnownRows): Reader => {
  const statements = statementsOf(connection);
  return {
    get: (table, key) => {
      const name = nameOfRow(table, key);
      const there = known.find(name);
      if (there !== undefined) return { result: there, microseconds: cost.known };
      // Its key is known, and every column that is read is paid for.
      const found = statements.get(table).get([key.pk, key.rk]) as [etag: Etag, text: string] | undefined;
      if (found === undefined) return { result: undefined, microseconds: cost.get };
      const [etag, text] = found;
      return {
        result: known.keep(name, key, { etag, text }),
        microseconds: cost.get + cost.characters(text.length),
      };
    },

    scan: (table, pk, range, page) => {
      const limit = checkPage(page);
      const one = isOfOneRow(range, page) ? known.find(nameOfRow(table, { pk, rk: range.from })) : undefined;
      if (one !== undefined) return { result: { rows: [{ ...one, values: {} }] }, microseconds: cost.known };
      const begin =
        page.continuation === undefined ? range.from : behind(decodeContinuation(page.continuation, 1).join(''));
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
      return readPage({ limit, first: isKeys ? limit : firstRows }, chunk, (last) => encodeContinuation(last[1]));
    },

    scanAll: (table, page) => {
      const limit = checkPage(page);
      const select = statements.scanAll(table, page);
      // Keys are never empty, so everything lies behind two empty ones.
      const first = page.continuation === undefined ? ['', ''] : decodeContinuation(page.continuation, 2);
      const chunk = (after: Record | undefined, count: number): Record[] =>
        select.all([...(after ? [after[0], after[1]] : first), count]) as Record[];
      return readPage({ limit, first: firstRows }, chunk, (last) => encodeContinuation(last[0], last[1]));
    },
  };
};
