import type { TableEntity, TableEntityResult, TransactionAction } from '@azure/data-tables';
import type { Etag, Row, Step, StoredRow, Value, Values } from '../tableStorePort.ts';

// Some property names are stored with a prefix, which reading removes: names that the service or its SDK reserves,
// names of object members such as `toString`, which the SDK would lose, and names that begin with the prefix.
const prefix = 'p_';
const taken = new Set(['partitionkey', 'rowkey', 'timestamp', 'etag']);
const needsPrefix = (name: string): boolean =>
  name in Object.prototype || name.startsWith(prefix) || taken.has(name.toLowerCase());

/**
 * Stores every number as a double, so that a property never changes its type. A double holds all safe integers and
 * fractions.
 */
const toProperty = (value: Value): unknown =>
  typeof value === 'number' ? { type: 'Double', value: value === 0 ? 0 : value } : value;

export const toEntity = (row: Row): TableEntity => ({
  ...Object.fromEntries(
    Object.entries(row.values).map(([name, value]) => [
      needsPrefix(name) ? `${prefix}${name}` : name,
      toProperty(value),
    ]),
  ),
  partitionKey: row.pk,
  rowKey: row.rk,
});

const own = new Set(['partitionKey', 'rowKey', 'timestamp', 'etag', 'odata.metadata']);

/**
 * Returns the properties without the prefix. Properties of types that this engine never writes (dates, binaries) are
 * ignored, because only another tool can have written them.
 */
const toValues = (entity: Readonly<Record<string, unknown>>): Values => {
  const values: [string, Value][] = [];
  for (const [name, value] of Object.entries(entity)) {
    if (own.has(name)) continue;
    const plain = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.push([plain, value]);
    else if (typeof value === 'bigint') values.push([plain, Number(value)]);
  }
  return Object.fromEntries(values);
};

export const fromEntity = (entity: TableEntityResult<Record<string, unknown>>): StoredRow => ({
  pk: String(entity.partitionKey),
  rk: String(entity.rowKey),
  etag: entity.etag as Etag,
  values: toValues(entity),
});

/**
 * Converts a step into an action of the SDK. A delete has `If-Match: *`: it is unconditional, but the service rejects
 * it if the row is missing.
 */
export const toAction = (step: Step): TransactionAction => {
  switch (step.do) {
    case 'insert':
      return ['create', toEntity(step.row)];
    case 'replace':
      return ['update', toEntity(step.row), 'Replace', { etag: step.etag }];
    case 'merge':
      return ['update', toEntity(step.row), 'Merge', { etag: step.etag }];
    case 'touch':
      return ['upsert', toEntity(step.row), 'Merge'];
    case 'delete':
      return ['delete', { partitionKey: step.key.pk, rowKey: step.key.rk }];
  }
};

/**
 * True if the text has the form of the service's row versions. The service would accept `*` as any version, and it
 * rejects other text with 400.
 */
export const isServiceEtag = (etag: string): boolean => /^W\/"[^"]+"$/.test(etag);
