import type { z } from 'zod';

// Lists the fields of a row kind by its schema, and the fields that have a value in a record.

/**
 * Returns the paths of all fields, such as "life.note" or "reminders.who"; lists and records count as their elements.
 */
export const fieldsOf = (schema: z.core.$ZodType, path = ''): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const unwrapped = (inner: z.core.$ZodType): string[] => fieldsOf(inner, path);
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) =>
      fieldsOf(field, path === '' ? name : `${path}.${name}`),
    );
  if (def.type === 'array') return unwrapped(def.element);
  if (def.type === 'union') return [...new Set(def.options.flatMap(unwrapped))];
  return 'innerType' in def ? unwrapped(def.innerType) : [path];
};

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** True if the field at the path has a value other than null or empty, in any element of the lists on the path. */
export const hasField = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  if (Array.isArray(value)) return value.some((item) => hasField(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return !isEmpty(value);
  return typeof value === 'object' && value !== null && hasField((value as Record<string, unknown>)[name], rest);
};
