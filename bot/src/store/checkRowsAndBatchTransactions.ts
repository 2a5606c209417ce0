// Checks rows and ranges before either engine is called, so that rows of the embedded store also work on Azure Table
// Storage and no value is cut or changed.
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import { rowLimits, StoreError } from './tableStorePort.ts';
import type { Key, PageRequest, Range, Row, StoredRow, Step, Transaction, Value, Values } from './tableStorePort.ts';

/** Printable ASCII without `/ \ # ?`, which Azure rejects in keys. */
const keyText = /^[ !"$-.0->@-[\]-~]*$/;
/**
 * Azure allows names of at most 255 characters. Five of them are reserved for the prefix of
 * store/tables/entityMapping.ts.
 */
const propertyName = /^[A-Za-z_][A-Za-z0-9_]{0,249}$/;
/** The result is cached, because the kinds have few names, and every row repeats them. */
const isPropertyName = boundedMemo((name: string): boolean => propertyName.test(name), {
  capacity: 10_000,
  longestKey: 250,
});

const invalid = (message: string): StoreError => new StoreError('INVALID', message);
const tooLarge = (message: string): StoreError => new StoreError('TOO_LARGE', message);

const checkKeyPart = (part: string): void => {
  if (part.length === 0) throw invalid('a key is empty');
  if (part.length > rowLimits.keyCharacters) throw tooLarge(`a key is longer than ${rowLimits.keyCharacters}`);
  if (!keyText.test(part)) throw invalid('a key holds a character that keys cannot hold');
};

export const checkKey = (key: Key): void => {
  checkKeyPart(key.pk);
  checkKeyPart(key.rk);
};

const checkValue = (name: string, value: unknown): void => {
  if (typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(`${name} is not a finite number`);
    return;
  }
  if (typeof value !== 'string') throw invalid(`${name} is no string, number or boolean`);
  // libsql cuts a string at a NUL character and replaces lone surrogates, so both are rejected.
  if (value.includes('\0') || !value.isWellFormed()) throw invalid(`${name} is not well-formed text`);
  if (value.length * 2 > rowLimits.propertyBytes) throw tooLarge(`${name} is larger than a property may be`);
};

const checkName = (name: string): void => {
  if (!isPropertyName(name)) throw invalid('a property name is not a plain identifier');
};

/**
 * Returns the size of a value as Azure counts it: 2 bytes per UTF-16 character of text, 8 for a number, 1 for a
 * boolean.
 */
const valueBytes = (value: Value): number =>
  typeof value === 'string' ? value.length * 2 + 4 : typeof value === 'number' ? 8 : 1;

const checkValues = ({ pk, rk, values }: Row): void => {
  let properties = 0;
  let bytes = 4 + (pk.length + rk.length) * 2;
  for (const name in values) {
    properties += 1;
    if (properties > rowLimits.properties) throw tooLarge(`more than ${rowLimits.properties} properties`);
    checkName(name);
    const value = values[name];
    checkValue(name, value);
    bytes += 8 + name.length * 2 + valueBytes(value as Value);
  }
  if (bytes > rowLimits.rowBytes) throw tooLarge(`a row is larger than ${rowLimits.rowBytes} bytes`);
};

/**
 * Throws INVALID for a row that an engine cannot store, and TOO_LARGE for a row over `rowLimits`. -0 is allowed and is
 * read as 0, because JSON does not preserve it. A merge is also checked by the engine, on the merged row.
 */
export const checkRow = (row: Row): void => {
  checkKey(row);
  checkValues(row);
};

/** Bytes of a step in a batch request besides the row: boundaries, method, address, headers. */
const stepOverhead = 1_500;
/** Bytes that each property needs in addition to its value: quotes, type annotation and the engine's prefix. */
const propertyOverhead = 48;

/**
 * Returns the bytes of a row in a batch request. `isExact` measures the JSON; otherwise the result is an upper bound
 * that is cheap to compute.
 */
const wireBytes = (key: Key, values: Values, isExact: boolean): number => {
  let bytes = stepOverhead + 4 * (key.pk.length + key.rk.length);
  for (const name of Object.keys(values)) {
    const value = values[name];
    bytes += propertyOverhead + 2 * name.length;
    if (typeof value === 'string') bytes += isExact ? Buffer.byteLength(JSON.stringify(value)) : value.length * 6;
  }
  return bytes;
};

const keyOf = (step: Step): Key => (step.do === 'delete' ? step.key : step.row);
const valuesOf = (step: Step): Values => (step.do === 'delete' ? {} : step.row.values);

/** Checks one step. The caller has already checked `pk`, the partition of all steps. */
const checkStep = (pk: string, step: Step, seen: Set<string>): void => {
  const key = keyOf(step);
  if (key.pk !== pk) throw invalid('a transaction spans one partition');
  if (seen.has(key.rk)) throw invalid('a row appears twice in a transaction');
  seen.add(key.rk);
  checkKeyPart(key.rk);
  if (step.do !== 'delete') checkValues(step.row);
};

export const checkSteps = (pk: string, steps: readonly Step[]): void => {
  if (steps.length === 0) throw invalid('a transaction has at least one step');
  if (steps.length > rowLimits.transactionRows) throw tooLarge(`more than ${rowLimits.transactionRows} steps`);
  const seen = new Set<string>();
  let index = 0;
  try {
    checkKeyPart(pk);
    for (const step of steps) {
      checkStep(pk, step, seen);
      index += 1;
    }
  } catch (error) {
    if (error instanceof StoreError) throw new StoreError(error.fault, error.message, { step: index });
    throw error;
  }
  const total = (isExact: boolean): number =>
    steps.reduce((sum, step) => sum + wireBytes(keyOf(step), valuesOf(step), isExact), 0);
  if (total(false) > rowLimits.transactionBytes && total(true) > rowLimits.transactionBytes) {
    throw tooLarge(`a transaction is larger than ${rowLimits.transactionBytes} bytes`);
  }
};

export const checkTransactions = (transactions: readonly Transaction[]): void => {
  if (transactions.length === 0) throw invalid('there is at least one transaction in order');
  if (transactions.length > rowLimits.transactionsInOrder)
    throw tooLarge(`more than ${rowLimits.transactionsInOrder} transactions in order`);
  for (const { pk, steps } of transactions) checkSteps(pk, steps);
};

/** Splits rows of one partition, in their order, into batches that each fit one transaction. */
export const transactionBatches = (rows: readonly Row[]): Row[][] => {
  const batches: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = wireBytes(row, row.values, true);
    const last = batches.at(-1);
    if (last === undefined || last.length === rowLimits.transactionRows || bytes > room) {
      batches.push([row]);
      room = rowLimits.transactionBytes - bytes;
    } else {
      last.push(row);
      room -= bytes;
    }
  }
  return batches;
};

/**
 * Checks a range. Its bounds may be empty and need not be keys of rows, but may contain only characters that keys
 * allow.
 */
export const checkRange = (pk: string, range: Range): void => {
  checkKeyPart(pk);
  if (!keyText.test(range.from) || !keyText.test(range.to)) throw invalid('a range bound is no key text');
};

export const checkPage = (page: PageRequest): number => {
  const limit = page.limit ?? rowLimits.pageRows;
  if (!Number.isInteger(limit) || limit < 1 || limit > rowLimits.pageRows) {
    throw invalid(`a page holds 1 to ${rowLimits.pageRows} rows`);
  }
  return limit;
};

/** Returns the row after a merge. The spread copies a property named `__proto__` correctly; an assignment would not. */
export const mergedRow = (present: Pick<StoredRow, 'values'>, change: Row): Row => {
  const row = { ...change, values: { ...present.values, ...change.values } };
  checkRow(row);
  return row;
};
