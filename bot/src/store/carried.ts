import type { z } from 'zod';
import { propertiesOf } from './codec.ts';
import type { Format } from './codec.ts';
import type { Etag, Key, Row, Table, Values } from './port.ts';

// During a rolling upgrade rows hold fields of the next version, which this one reads past. It must not lose them when it
// writes the row again: what it did not know of a row is remembered under the version it read, and goes back with the
// replace that names that version. Merges and touches leave alone what they do not name.

/** Requests live half a minute; within that no instance reads as many rows with fields it does not know. */
const most = 50_000;
const remembered = new Map<string, Values>();

/** A format and the table its rows are in. */
export type Carrier = Format<z.ZodObject> & { readonly table: Table };

const nameOf = (table: Table, { pk, rk }: Key, etag: Etag): string => `${table} ${pk} ${rk} ${etag}`;

/** Remembers what this version does not know of a row, if there is any. Rows without, which is all but always, cost a look at their names. */
export const remember = (of: Carrier, row: Row & { readonly etag: Etag }): boolean => {
  // An older row is upgraded as a whole: what it no longer has is gone on purpose.
  if (row.values['v'] !== of.version) return false;
  const isKnown = propertiesOf(of.schema);
  let unknown: Record<string, Values[string]> | undefined;
  for (const property in row.values) {
    if (isKnown(property)) continue;
    // Without a prototype, so that a property named `__proto__` is one like others.
    unknown ??= Object.create(null) as Record<string, Values[string]>;
    const value = row.values[property];
    if (value !== undefined) unknown[property] = value;
  }
  if (unknown === undefined) return false;
  remembered.set(nameOf(of.table, row, row.etag), unknown);
  const [oldest] = remembered.keys();
  if (remembered.size > most && oldest !== undefined) remembered.delete(oldest);
  return true;
};

/** The row as it is to be written in place of the version `etag`: with what was remembered of that one. */
export const withRemembered = (of: Carrier, row: Row, etag: Etag): Row => {
  const unknown = remembered.size === 0 ? undefined : remembered.get(nameOf(of.table, row, etag));
  if (unknown === undefined) return row;
  const isKnown = propertiesOf(of.schema);
  const others = Object.entries(unknown).filter(([property]) => !isKnown(property));
  return { ...row, values: { ...Object.fromEntries(others), ...row.values } };
};
