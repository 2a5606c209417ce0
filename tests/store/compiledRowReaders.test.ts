import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { decode, rawFields } from '../../bot/src/store/rowCodec.ts';
import type { Format } from '../../bot/src/store/rowCodec.ts';
import { kindOf } from '../../bot/src/store/admin/kindOfRow.ts';
import type { Row, Table, Value, Values } from '../../bot/src/store/tableStorePort.ts';

// Tests the functions that are compiled from the schemas of rows and read them. They must return the same record, or
// the same faults, as the schema itself.

const folder = path.join('tests', 'store', 'fixtures');

/** Rows of every kind in every stored format, from the fixtures. */
const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Row & { readonly table: Table; readonly kind: string })
  .map((row) => ({ row, format: kindOf(row.table, row) as Format<z.ZodObject> }));

/** Values to put in place of valid ones: some are nearly valid, others are of another type. */
const strays: readonly unknown[] = [
  ...[undefined, null, true, false, 0, 1, -1, 1.5, 2 ** 53, 1e300],
  ...['', ' ', 'x', 'ACTIVE', '0', 'Europe/Berlin', 'x'.repeat(70)],
  ...['2026-11-20', '2026-02-30', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00Z', '01J8Z5V9ZZZZZZZZZZZZZZZZZZ'],
  ...[[], [null], [[]], {}, { a: 1 }, { id: 'x', text: 'y', more: 1 }],
  JSON.parse('{"__proto__":"a","constructor":"b"}') as unknown,
];
const stray = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...strays) }, fc.jsonValue({ maxDepth: 2 }));

/** Returns the path of each value in a record, at any depth, as a list of property names. */
const placesIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [
        [name],
        ...placesIn(part).map((remaining) => [name, ...remaining]),
      ])
    : [];

const put = (value: unknown, [name = '', ...rest]: readonly string[], other: unknown): unknown => {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length > 0) copy[name] = put(copy[name], rest, other);
  else if (other === undefined) Reflect.deleteProperty(copy, name);
  else copy[name] = other;
  return copy;
};

/** Encodes any fields in the form in which a row stores them. */
const asRow = (version: number, fields: object): Values => {
  const properties = Object.entries(fields).flatMap(([name, value]): (readonly [string, Value])[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object') return [[`j_${name}`, JSON.stringify(value)]];
    return [[name, value as Value]];
  });
  return { v: version, ...Object.fromEntries(properties) };
};

/** Splits the text value `name` of a row into two properties, as the store does with long texts. */
const inParts = (values: Values, name: string): Values => {
  const text = values[name];
  return typeof text === 'string' ? { ...values, [name]: text.slice(0, 3), [`${name}__1`]: text.slice(3) } : values;
};

const outcomeOf = (read: () => unknown): unknown => {
  try {
    const value = read();
    return { value, written: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof z.ZodError) return error.issues;
    throw error;
  }
};

const bySchema = ({ schema, spelling, rowForm }: Format<z.ZodObject>, values: Values): unknown => {
  const raw = rawFields(values);
  const valueOf = (name: string): unknown => {
    const stored = raw[name] ?? null;
    return stored === null ? null : (spelling?.[name]?.fromStored(stored) ?? stored);
  };
  const names = [...Object.keys(schema.shape), ...(rowForm?.extra ?? [])];
  const fields = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  return schema.parse(rowForm?.fromRow(fields) ?? fields);
};

it.each(
  rows.filter(({ row, format }) => row.values['v'] === format.version).map((item) => [item.row.kind, item] as const),
)('a row of %s is read as its schema requires', (_kind, { row, format }) => {
  const record = rawFields(row.values);
  const places = placesIn(record);
  const change = fc.record({ at: fc.nat(), other: stray });
  const names = fc.option(fc.constantFrom(...Object.keys(row.values)), { freq: 4 });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), names, fc.boolean(), (changes, cut, hasMore) => {
      const changed = changes.reduce<unknown>(
        (all, { at, other }) => put(all, places[at % places.length] ?? [], other),
        record,
      );
      const written = asRow(format.version, changed as object);
      const whole = hasMore ? { ...written, n1_note: 'of the next version' } : written;
      const values = cut === null || cut === 'v' ? whole : inParts(whole, cut);
      expect(outcomeOf(() => decode(format, values))).toStrictEqual(outcomeOf(() => bySchema(format, values)));
    }),
    { numRuns: 50 },
  );
});
