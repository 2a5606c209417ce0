import type { BatchError, Entity, ServiceError } from './storedTableAndServiceErrors.ts';

/** A reply of the service in the form of its HTTP protocol. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json;odata=minimalmetadata;charset=utf-8' };

export const emptyReply = (etag?: string): Reply => ({
  status: 204,
  headers: etag === undefined ? {} : { etag },
  body: '',
});

const errorBody = (code: string, message: string): string =>
  JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: message } } });

export const errorReply = ({ status, code, message }: ServiceError, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { ...json, ...headers },
  body: errorBody(code, message),
});

const entityBody = (entity: Entity, isKeysOnly: boolean): Record<string, unknown> => {
  const fields: [string, unknown][] = [
    ['odata.etag', entity.etag],
    ['PartitionKey', entity.pk],
    ['RowKey', entity.rk],
  ];
  if (!isKeysOnly) {
    fields.push(['Timestamp', entity.timestamp]);
    for (const [name, { value, type }] of entity.properties) {
      if (type !== undefined) fields.push([`${name}@odata.type`, type]);
      fields.push([name, value]);
    }
  }
  return Object.fromEntries(fields);
};

export const entityReply = (entity: Entity): Reply => ({
  status: 200,
  headers: { ...json, etag: entity.etag },
  body: JSON.stringify(entityBody(entity, false)),
});

export const pageReply = (entities: readonly Entity[], isKeysOnly: boolean, headers: Reply['headers']): Reply => ({
  status: 200,
  headers: { ...json, ...headers },
  body: JSON.stringify({ value: entities.map((entity) => entityBody(entity, isKeysOnly)) }),
});

const multipart = (parts: readonly string[]): Reply => ({
  status: 202,
  headers: { 'content-type': 'multipart/mixed; boundary=batchresponse_1' },
  body: [
    '--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n',
    ...parts.map(
      (part) =>
        `--changesetresponse_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${part}\r\n`,
    ),
    '--changesetresponse_1--\r\n--batchresponse_1--\r\n',
  ].join(''),
});

export const batchReply = (written: readonly (Entity | undefined)[]): Reply =>
  multipart(
    written.map((entity) =>
      entity === undefined ? 'HTTP/1.1 204 No Content\r\n' : `HTTP/1.1 204 No Content\r\nETag: ${entity.etag}\r\n`,
    ),
  );

/** Replies to a failed batch: one part, whose message begins with the index of the failed write. */
export const failedBatchReply = ({ error, index }: BatchError): Reply =>
  multipart([
    `HTTP/1.1 ${error.status} Failed\r\nContent-Type: application/json\r\n\r\n${errorBody(error.code, `${index}:${error.message}`)}`,
  ]);
