import { ServiceError } from './storedTableAndServiceErrors.ts';
import type { EntityKey, EntityRange, Properties, Property, Write } from './storedTableAndServiceErrors.ts';
import { tableServiceLimits } from './tableServiceLimits.ts';

/** A parsed request to the service, in one of the forms that the SDK sends. */
export type TableRequest =
  | { readonly is: 'createTable'; readonly table: string }
  | { readonly is: 'get'; readonly table: string; readonly pk: string; readonly rk: string }
  | ({ readonly is: 'query'; readonly table: string } & Query)
  | { readonly is: 'write'; readonly table: string; readonly write: Write }
  | { readonly is: 'batch'; readonly table: string; readonly writes: readonly Write[] };

export interface Query {
  /** Entities to read; undefined = the whole table. */
  readonly range: EntityRange | undefined;
  readonly top: number;
  /** First entity of the page, from the continuation of the previous page; undefined for the first page. */
  readonly after: EntityKey | undefined;
  readonly isKeysOnly: boolean;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

const unquoted = (text: string): string => text.replaceAll("''", "'");

/** `Team(PartitionKey='a',RowKey='b')`; quotes in keys are doubled. */
const entityPath = /^(\w+)\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\)$/;
const rangeFilter = /^PartitionKey eq '((?:[^']|'')*)' and RowKey ge '((?:[^']|'')*)' and RowKey lt '((?:[^']|'')*)'$/;
const partitionFilter = /^PartitionKey ge '((?:[^']|'')*)' and PartitionKey lt '((?:[^']|'')*)'$/;

const own = new Set(['PartitionKey', 'RowKey', 'Timestamp', 'odata.etag', 'odata.metadata']);
const typeSuffix = '@odata.type';

const parseEntity = (body: string): EntityKey & { readonly properties: Properties } => {
  const parsed = new Map(Object.entries(JSON.parse(body) as Record<string, unknown>));
  const properties = new Map<string, Property>();
  for (const [name, value] of parsed) {
    if (own.has(name) || name.endsWith(typeSuffix)) continue;
    properties.set(name, { value, type: parsed.get(`${name}${typeSuffix}`) as string | undefined });
  }
  return { pk: String(parsed.get('PartitionKey')), rk: String(parsed.get('RowKey')), properties };
};

const parseFilter = (filter: string): EntityRange => {
  const rows = rangeFilter.exec(filter);
  if (rows !== null) {
    const [, pk = '', from = '', to = ''] = rows;
    return { pk: unquoted(pk), from: unquoted(from), to: unquoted(to) };
  }
  const partitions = partitionFilter.exec(filter);
  if (partitions === null) throw new Error(`The stand-in of the table service does not know the filter ${filter}.`);
  const [, from = '', to = ''] = partitions;
  return { partitions: { from: unquoted(from), to: unquoted(to) } };
};

const parseQuery = (parameters: URLSearchParams): Query => {
  const filter = parameters.get('$filter');
  const nextPk = parameters.get('NextPartitionKey');
  return {
    range: filter === null ? undefined : parseFilter(filter),
    top: Number(parameters.get('$top') ?? tableServiceLimits.pageEntities),
    after: nextPk === null ? undefined : { pk: fromToken(nextPk), rk: fromToken(parameters.get('NextRowKey') ?? '') },
    isKeysOnly: parameters.get('$select') !== null,
  };
};

/** The service sends keys of continuations in this form: a version, the length, and the key in base64. */
export const toToken = (key: string): string => {
  const encoded = Buffer.from(key).toString('base64');
  return `1!${encoded.length}!${encoded}`;
};
const fromToken = (token: string): string => Buffer.from(token.split('!')[2] ?? '', 'base64').toString();

const writeOf = (method: string, key: EntityKey, request: HttpRequest): Write => {
  const etag = request.header('if-match');
  if (method === 'DELETE') return { do: 'delete', ...key, properties: new Map(), etag: etag ?? '*' };
  const { properties } = parseEntity(request.body);
  return { do: method === 'PUT' ? 'replace' : 'merge', ...key, properties, etag };
};

/** Parses one part of a batch: its method, URL, headers and body. */
const parsePart = (part: string): HttpRequest => {
  const [head = '', ...rest] = part.slice(part.indexOf('\r\n\r\n') + 4).split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = new Map(
    lines.map((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const;
    }),
  );
  return { method, url, header: (name) => headers.get(name), body: rest.join('\r\n\r\n').trim() };
};

const parseBatch = (body: string): TableRequest => {
  if (Buffer.byteLength(body) > tableServiceLimits.batchBytes) throw new ServiceError(413, 'RequestBodyTooLarge');
  const boundary = /boundary=(changeset_[\w-]+)/.exec(body)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, -1);
  if (parts.length > tableServiceLimits.batchEntities) throw new ServiceError(400, 'InvalidInput');
  const requests = parts.map((part) => parseRequest(parsePart(part)));
  const writes = requests.flatMap((request) => (request.is === 'write' ? [request.write] : []));
  if (new Set(writes.map(({ pk }) => pk)).size > 1)
    throw new ServiceError(400, 'CommandsInBatchActOnDifferentPartitions');
  if (new Set(writes.map(({ rk }) => rk)).size < writes.length) throw new ServiceError(400, 'InvalidDuplicateRow');
  return { is: 'batch', table: requests[0]?.table ?? '', writes };
};

/** Parses a request whose path begins with the name of the account, as the emulator's paths do. */
export const parseRequest = (request: HttpRequest): TableRequest => {
  const { pathname, searchParams } = new URL(request.url);
  const path = decodeURIComponent(pathname).split('/').slice(2).join('/');
  if (request.method === 'POST' && path === 'Tables')
    return { is: 'createTable', table: String((JSON.parse(request.body) as { TableName: unknown }).TableName) };
  if (request.method === 'POST' && path === '$batch') return parseBatch(request.body);
  const match = entityPath.exec(path);
  if (match !== null) {
    const [, table = '', pk = '', rk = ''] = match;
    const key = { pk: unquoted(pk), rk: unquoted(rk) };
    return request.method === 'GET'
      ? { is: 'get', table, ...key }
      : { is: 'write', table, write: writeOf(request.method, key, request) };
  }
  const table = path.replace(/\(\)$/, '');
  if (request.method === 'GET') return { is: 'query', table, ...parseQuery(searchParams) };
  return { is: 'write', table, write: { do: 'insert', ...parseEntity(request.body), etag: undefined } };
};
