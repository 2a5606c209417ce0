import type { z } from 'zod';
import { BoundedMap } from '#contracts/memo.ts';
import { propertiesOf } from './rowCodec.ts';
import type { Format } from './rowCodec.ts';
import type { Etag, Key, Row, Table, Values } from './tableStore.ts';

// During a rolling upgrade, rows contain fields of the next version, which this version must not lose when it writes the row. The
// unknown fields of a row are remembered under the etag that was read, and written back with the replace of that etag. Merges and
// touches keep fields that they do not name.

/** Requests take at most half a minute. In that time no instance reads as many rows with unknown fields. */
const most = 50_000;
const carriedOver = new BoundedMap<string, Values>(most);

/** A format and the table its rows are in. */
export type RowFormat = Format<z.ZodObject> & { readonly table: Table };

const nameOf = (table: Table, { pk, rk }: Key, etag: Etag): string => `${table} ${pk} ${rk} ${etag}`;

/**
 * Remembers the unknown fields of a row and returns true if there are any. For other rows, nearly all, it only compares the
 * names.
 */
export const rememberUnknownFields = (of: RowFormat, row: Row & { readonly etag: Etag }): boolean => {
  // An older row is upgraded as a whole: what it no longer has is gone on purpose.
  if (row.values['v'] !== of.version) return false;
  const isKnown = propertiesOf(of);
  let unknown: Record<string, Values[string]> | undefined;
  for (const property in row.values) {
    if (isKnown(property)) continue;
    // Without a prototype, so that a property named `__proto__` is one like others.
    unknown ??= Object.create(null) as Record<string, Values[string]>;
    const value = row.values[property];
    if (value !== undefined) unknown[property] = value;
  }
  if (unknown === undefined) return false;
  carriedOver.set(nameOf(of.table, row, row.etag), unknown);
  return true;
};

/** Adds the fields that this version does not know, remembered from the version `etag`, to the row that replaces it. */
export const withUnknownFields = (of: RowFormat, row: Row, etag: Etag): Row => {
  const unknown = carriedOver.size === 0 ? undefined : carriedOver.get(nameOf(of.table, row, etag));
  if (unknown === undefined) return row;
  const isKnown = propertiesOf(of);
  const others = Object.entries(unknown).filter(([property]) => !isKnown(property));
  return { ...row, values: { ...Object.fromEntries(others), ...row.values } };
};
