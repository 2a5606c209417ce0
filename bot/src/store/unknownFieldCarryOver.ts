import type { z } from 'zod';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { propertiesOf } from './rowCodec.ts';
import type { Format } from './rowCodec.ts';
import type { Etag, Key, Row, Table, Values } from './tableStorePort.ts';

// During a rolling upgrade, rows may contain fields of the next version, which a replace by this version must not lose.
// So reads remember a row's unknown fields by its etag, and a replace with this etag writes them back. `merge` and
// `touch` need no such help, because they keep the other fields of a row.

/**
 * Maximum number of remembered rows. A request that reads a row replaces it within 30 seconds, and no instance reads
 * more rows with unknown fields in that time.
 */
const most = 50_000;
const carriedOver = new BoundedMap<string, Values>(most);

export type RowFormat = Format<z.ZodObject> & { readonly table: Table };

const nameOf = (table: Table, { pk, rk }: Key, etag: Etag): string => `${table} ${pk} ${rk} ${etag}`;

/**
 * Remembers the unknown fields of a row. Returns true if there are any. For nearly all rows it only compares the
 * property names.
 */
export const rememberUnknownFields = (of: RowFormat, row: Row & { readonly etag: Etag }): boolean => {
  // The upgrade of an older row removes fields on purpose, so they are not carried over.
  if (row.values['v'] !== of.version) return false;
  const isKnown = propertiesOf(of);
  let unknown: Record<string, Values[string]> | undefined;
  for (const property in row.values) {
    if (isKnown(property)) continue;
    // An object without a prototype treats a property named `__proto__` like any other, so no field of a row can be
    // lost.
    unknown ??= Object.create(null) as Record<string, Values[string]>;
    const value = row.values[property];
    if (value !== undefined) unknown[property] = value;
  }
  if (unknown === undefined) return false;
  carriedOver.set(nameOf(of.table, row, row.etag), unknown);
  return true;
};

export const withUnknownFields = (of: RowFormat, row: Row, etag: Etag): Row => {
  const unknown = carriedOver.size === 0 ? undefined : carriedOver.get(nameOf(of.table, row, etag));
  if (unknown === undefined) return row;
  const isKnown = propertiesOf(of);
  const others = Object.entries(unknown).filter(([property]) => !isKnown(property));
  return { ...row, values: { ...Object.fromEntries(others), ...row.values } };
};
