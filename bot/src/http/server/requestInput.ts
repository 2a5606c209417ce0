import type { z } from 'zod';
import en from '#contracts/text/en.json' with { type: 'json' };
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { readJson } from './readBody.ts';
import type { Exchange } from './httpExchange.ts';
import { readQuery } from './readQueryAndPathParts.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of the body. A list becomes one member with the name in `bodyAs`. */
const bodyMembers = (endpoint: Endpoint, body: unknown): readonly (readonly [string, unknown])[] => {
  if (body === undefined) return [];
  if (endpoint.bodyAs !== undefined && Array.isArray(body)) return [[endpoint.bodyAs, body]];
  if (!isRecord(body)) throw new AppError('INVALID_INPUT', { message: 'http.notObject' });
  return Object.entries(body);
};

const isPrimitive = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isSame = (item: unknown, other: unknown): boolean =>
  isPrimitive(item) && isPrimitive(other) && String(item) === String(other);

/**
 * Merges path parts, query keys and body members into one flat input. If a key occurs twice, both values must be equal.
 * Otherwise one value could be checked and the other used.
 */
export const collectInput = async (
  endpoint: Endpoint,
  exchange: Exchange,
): Promise<Readonly<Record<string, unknown>>> => {
  const body = endpoint.method === 'GET' ? undefined : await readJson(exchange.req);
  const input = new Map<string, unknown>(Object.entries(exchange.parts));
  for (const [key, value] of [...readQuery(exchange.url), ...bodyMembers(endpoint, body)]) {
    const earlier = input.get(key);
    if (earlier === undefined) input.set(key, value);
    else if (!isSame(earlier, value))
      throw new AppError('INVALID_INPUT', { message: 'http.twoValues', values: { field: key.slice(0, 60) } });
  }
  // fromEntries defines own members instead of assigning them, so a key named __proto__ is harmless.
  return Object.fromEntries(input);
};

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(en, text);

/**
 * Returns the path of a wrong field for the reply. Undefined if the path contains unusual characters, because the
 * caller chose its names and they must not be echoed.
 */
const tellable = (path: readonly PropertyKey[]): readonly (string | number)[] | undefined => {
  const parts = path.map((propertyKey) => (typeof propertyKey === 'number' ? propertyKey : String(propertyKey)));
  return /^[\w.-]{1,80}$/.test(parts.join('.')) ? parts : undefined;
};

/**
 * Returns the error for the first fault. If the message of the schema is the key of a text, the error has that text. A
 * link code of a wrong form gets the same error as any other invalid code, so clients need not distinguish the two.
 */
const invalidInput = (issue: z.core.$ZodIssue | undefined): AppError => {
  const path = tellable(issue?.path ?? []);
  if (issue?.message === 'error.CODE_INVALID') return new AppError('CODE_INVALID', { path });
  if (issue !== undefined && isMessageKey(issue.message))
    return new AppError('INVALID_INPUT', { message: issue.message, path });
  return new AppError('INVALID_INPUT', { values: path === undefined ? undefined : { field: path.join('.') }, path });
};

export const parseInput = <I extends z.ZodType>(schema: I, input: unknown): z.output<I> => {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error.issues[0]);
  return parsed.data;
};
