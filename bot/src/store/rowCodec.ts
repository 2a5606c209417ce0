import { compile } from 'zod';
import type { z } from 'zod';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Value, Values } from './tableStorePort.ts';

// A row has one property for each top-level field of the record, so that single fields can be merged. Strings, numbers
// and booleans are stored as they are, null is left out, and lists and objects are JSON under `j_name`. Long strings
// are split into numbered properties (`name__1`), because one property holds at most 64 kB.
const chunk = 30_000;
const jsonPrefix = 'j_';

// Returns the exclusive end of the chunk that starts at `from`. The chunk never ends within a surrogate pair, because
// the storage engines reject a lone surrogate.
const endOfChunk = (value: string, from: number): number => {
  const end = from + chunk;
  const last = value.charCodeAt(end - 1);
  return end < value.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
};

const putText = (values: Record<string, Value>, name: string, value: string): void => {
  if (value.length <= chunk) {
    values[name] = value;
    return;
  }
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

/**
 * Converts a field of a record to its stored value and back. Neither function is called for a field that is null or
 * missing.
 */
export interface Spelling {
  readonly toStored: (value: never) => unknown;
  readonly fromStored: (stored: unknown) => unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts records that an older version could not read. The row contains a form that the older version knows, and
 * extra properties with the difference. The older version keeps these properties.
 */
export interface RowForm {
  readonly extra: readonly string[];
  readonly toRow: (fields: Fields) => Fields;
  readonly fromRow: (fields: Fields) => Fields;
}

export interface Format<S extends z.ZodObject> {
  readonly name: string;
  readonly version: number;
  readonly schema: S;
  /** Conversions of the fields whose stored value differs from the value in the record, by field name. */
  readonly spelling?: Readonly<Record<string, Spelling>>;
  /** Converts the raw fields of the previous version into those of the current version. */
  readonly upgrade?: (previous: Record<string, unknown>) => Record<string, unknown>;
  /** Conversion of the whole record; undefined if the row contains the fields of the record unchanged. */
  readonly rowForm?: RowForm;
}

/** The name of a field, the property for its JSON, and the property for the second part of a long JSON text. */
interface Place {
  readonly name: string;
  readonly json: string;
  readonly jsonPart: string;
}

const placeOf = (name: string): Place => {
  const json = `${jsonPrefix}${name}`;
  return { name, json, jsonPart: `${json}__1` };
};

/** Layout of the rows of a schema. It is computed once, because every row needs it. */
interface Layout {
  readonly places: readonly Place[];
  readonly byProperty: ReadonlyMap<string, Place>;
  /** All fields with the value null, as in a row without properties. */
  readonly empty: Readonly<Record<string, null>>;
  /** True if the property contains a field or a part of a long text. */
  readonly hasProperty: (property: string) => boolean;
  /** The compiled schema. It passes invalid values to the schema itself, which reports the errors. */
  readonly compiled: z.ZodObject;
}

type LaidOut = Pick<Format<z.ZodObject>, 'schema' | 'rowForm'>;

const layoutOf = weakMemo(({ schema, rowForm }: LaidOut): Layout => {
  const places = [...Object.keys(schema.shape), ...(rowForm?.extra ?? [])].map(placeOf);
  const byProperty = new Map(places.flatMap((place) => [[place.name, place] as const, [place.json, place] as const]));
  const isOne = (property: string): boolean => property === 'v' || byProperty.has(property);
  return {
    places,
    byProperty,
    empty: Object.fromEntries(places.map(({ name }) => [name, null])),
    hasProperty: (property: string) => isOne(property) || isOne(property.replace(/__\d+$/, '')),
    compiled: compile(schema),
  };
});

/**
 * Returns a function that checks whether a property belongs to rows of this format, as a field or as a part of a long
 * text.
 */
export const propertiesOf = (format: LaidOut): ((property: string) => boolean) => layoutOf(format).hasProperty;

/**
 * Converts a record, or some of its fields, into the properties of a row, with the format version `v`. The types accept
 * objects with more fields, but only fields of the schema are stored.
 */
export const encode = <S extends z.ZodObject>(
  format: Pick<Format<S>, 'version' | 'schema' | 'spelling' | 'rowForm'>,
  fields: NoInfer<Partial<z.output<S>>>,
): Values => {
  const { version, spelling, rowForm } = format;
  const values: Record<string, Value> = { v: version };
  const inRow: Fields = rowForm?.toRow(fields) ?? fields;
  for (const { name, json } of layoutOf(format).places) {
    const input = inRow[name];
    if (input === null || input === undefined) continue;
    const value = spelling?.[name] === undefined ? input : spelling[name].toStored(input as never);
    if (typeof value === 'string') putText(values, name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') values[name] = value;
    else putText(values, json, JSON.stringify(value));
  }
  return values;
};

const field = (values: Values, { name, json }: Place): unknown => {
  const plain = values[name];
  if (typeof plain === 'string') return takeText(values, name);
  if (plain !== undefined) return plain;
  return values[json] === undefined ? null : (JSON.parse(takeText(values, json)) as unknown);
};

/** Returns the raw fields of a row of any version, by name. Upgrades convert these fields. */
export const rawFields = (values: Values): Record<string, unknown> => {
  const names = Object.keys(values)
    .filter((name) => name !== 'v' && !/__\d+$/.test(name))
    .map((name) => (name.startsWith(jsonPrefix) ? name.slice(jsonPrefix.length) : name));
  return Object.fromEntries(names.map((name) => [name, field(values, placeOf(name))]));
};

/** Returns the fields of a row quickly. Undefined if the row has a split text or an unknown property, which is rare. */
const wholeFields = ({ byProperty, empty }: Layout, values: Values): Record<string, unknown> | undefined => {
  const fields: Record<string, unknown> = { ...empty };
  for (const property in values) {
    if (property === 'v') continue;
    const place = byProperty.get(property);
    const value = values[property];
    if (place === undefined || value === undefined) return undefined;
    if (property === place.name) fields[property] = value;
    else if (place.name in values || place.jsonPart in values) return undefined;
    else fields[place.name] = JSON.parse(String(value));
  }
  return fields;
};

const anyFields = ({ places }: Layout, values: Values): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const place of places) fields[place.name] = field(values, place);
  return fields;
};

const respell = (spelling: Format<z.ZodObject>['spelling'], fields: Record<string, unknown>): typeof fields => {
  for (const name in spelling)
    if (fields[name] !== null && fields[name] !== undefined) fields[name] = spelling[name]?.fromStored(fields[name]);
  return fields;
};

/** Parses a row of the current or the previous version. Throws for any other version. */
export const decode = <S extends z.ZodObject>(format: Format<S>, values: Values): z.output<S> => {
  const layout = layoutOf(format);
  const version = values['v'];
  const fromRow = format.rowForm?.fromRow ?? ((fields: Fields) => fields);
  if (version === format.version)
    return layout.compiled.parse(
      fromRow(respell(format.spelling, wholeFields(layout, values) ?? anyFields(layout, values))),
    ) as z.output<S>;
  if (version === format.version - 1 && format.upgrade !== undefined) {
    const upgraded = format.upgrade(rawFields(values));
    const fields = Object.fromEntries(layout.places.map(({ name }) => [name, upgraded[name] ?? null]));
    return layout.compiled.parse(fromRow(respell(format.spelling, fields))) as z.output<S>;
  }
  throw new Error(
    `A row of the kind ${format.name} has format ${String(version)}; this version reads format ${format.version}.`,
  );
};
