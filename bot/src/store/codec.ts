import type { z } from 'zod';
import type { Value, Values } from './port.ts';

// A row's properties are the record's top-level fields, so that single ones can be merged and read in any table viewer:
// strings, numbers and flags as they are, null left out, lists and objects as JSON under `j_name`.
// Long strings are split into numbered properties (`name__1`), because one property holds 64 kB of UTF-16 at most.
const chunk = 30_000;
const jsonPrefix = 'j_';

// A pair of surrogates stays in one property: half of one is no text, and the engines refuse it.
const endOfChunk = (value: string, from: number): number => {
  const end = from + chunk;
  const last = value.charCodeAt(end - 1);
  return end < value.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
};

const putText = (values: Record<string, Value>, name: string, value: string): void => {
  let at = endOfChunk(value, 0);
  values[name] = value.slice(0, at);
  for (let part = 1; at < value.length; part += 1) {
    const end = endOfChunk(value, at);
    values[`${name}__${part}`] = value.slice(at, end);
    at = end;
  }
};

const takeText = (values: Values, name: string): string => {
  let whole = String(values[name]);
  for (let part = 1; typeof values[`${name}__${part}`] === 'string'; part += 1)
    whole += String(values[`${name}__${part}`]);
  return whole;
};

/** Fields of a record as properties of a row, with the format version `v`. */
export const encode = (version: number, fields: Readonly<Record<string, unknown>>): Values => {
  const values: Record<string, Value> = { v: version };
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === null || value === undefined) continue;
    if (typeof value === 'string') putText(values, name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') values[name] = value;
    else putText(values, `${jsonPrefix}${name}`, JSON.stringify(value));
  }
  return values;
};

const field = (values: Values, name: string): unknown => {
  const plain = values[name];
  if (typeof plain === 'string') return takeText(values, name);
  if (plain !== undefined) return plain;
  return values[`${jsonPrefix}${name}`] === undefined
    ? null
    : (JSON.parse(takeText(values, `${jsonPrefix}${name}`)) as unknown);
};

/** The raw fields of a row by name, whatever its version: what an upgrade works on. */
export const rawFields = (values: Values): Record<string, unknown> => {
  const names = Object.keys(values)
    .filter((name) => name !== 'v' && !/__\d+$/.test(name))
    .map((name) => (name.startsWith(jsonPrefix) ? name.slice(jsonPrefix.length) : name));
  return Object.fromEntries(names.map((name) => [name, field(values, name)]));
};

export interface Format<S extends z.ZodObject> {
  readonly name: string;
  readonly version: number;
  readonly schema: S;
  /** Turns the raw fields of the previous version into those of the current one. */
  readonly upgrade?: (previous: Record<string, unknown>) => Record<string, unknown>;
}

const named = new WeakMap<z.ZodObject, readonly string[]>();

/** Names of a kind's fields: asked for with every row, so they are listed once. */
export const fieldNames = (schema: z.ZodObject): readonly string[] => {
  const known = named.get(schema);
  if (known !== undefined) return known;
  const names = Object.keys(schema.shape);
  named.set(schema, names);
  return names;
};

/** Parses what was read; a row of another version than the current and the previous one is a fault, never a guess. */
export const decode = <S extends z.ZodObject>(format: Format<S>, values: Values): z.output<S> => {
  const version = values['v'];
  if (version === format.version) {
    const fields: Record<string, unknown> = {};
    for (const name of fieldNames(format.schema)) fields[name] = field(values, name);
    return format.schema.parse(fields);
  }
  if (version === format.version - 1 && format.upgrade !== undefined) {
    const upgraded = format.upgrade(rawFields(values));
    const fields = Object.fromEntries(fieldNames(format.schema).map((name) => [name, upgraded[name] ?? null]));
    return format.schema.parse(fields);
  }
  throw new Error(`A ${format.name} row has format ${String(version)}; this version reads ${format.version}.`);
};
