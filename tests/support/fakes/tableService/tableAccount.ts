import { ServiceError, StoredTable, addSizes, emptySize, entityBytes } from './storedTableAndServiceErrors.ts';
import type { TableSize, Write } from './storedTableAndServiceErrors.ts';
import { batchReply, emptyReply, entityReply, pageReply } from './tableReplies.ts';
import type { Reply } from './tableReplies.ts';
import { toToken } from './tableRequests.ts';
import type { Query, TableRequest } from './tableRequests.ts';
import { unitsOf } from './tableServiceLimits.ts';

/**
 * A reply, with the number of entities that the request read or wrote, and the units in addition to `unitsBefore`,
 * which are known only after the execution.
 */
export interface Executed {
  readonly reply: Reply;
  readonly entities: number;
  readonly pageUnits: number;
}

const executed = (reply: Reply, entities = 1, pageUnits = 0): Executed => ({ reply, entities, pageUnits });

const unitsOfWrite = ({ pk, rk, properties }: Write): number => unitsOf(entityBytes(pk, rk, properties));

/** Units of a request that are known before it is executed. */
export const unitsBefore = (request: TableRequest): number => {
  switch (request.is) {
    case 'write':
      return unitsOfWrite(request.write);
    case 'batch':
      return request.writes.reduce((sum, write) => sum + unitsOfWrite(write), 0);
    case 'createTable':
    case 'get':
    case 'query':
      return 1;
  }
};

const partitionKeyOf = (request: TableRequest): string => {
  switch (request.is) {
    case 'get':
      return request.pk;
    case 'write':
      return request.write.pk;
    case 'batch':
      return request.writes[0]?.pk ?? '';
    case 'query':
      return request.range !== undefined && 'pk' in request.range ? request.range.pk : '*';
    case 'createTable':
      return '*';
  }
};

/** The name of the partition in measurements, for example `Outbox ob-03`. */
export const partitionOf = (request: TableRequest): string => `${request.table} ${partitionKeyOf(request)}`;

/** The name of the operation in measurements, for example `Team batch`. */
export const operationOf = (request: TableRequest): string =>
  `${request.table} ${request.is === 'write' ? request.write.do : request.is}`;

/** A simulated storage account: its tables by name. */
export class TableAccount {
  readonly #tables = new Map<string, StoredTable>();
  readonly #now: () => number;
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns an account with the same entities. Later writes to either account do not change the other. */
  copy(now: () => number): TableAccount {
    const copied = new TableAccount(now);
    for (const [name, table] of this.#tables) copied.#tables.set(name, table.copy(now));
    return copied;
  }

  #table(name: string): StoredTable {
    const table = this.#tables.get(name);
    if (table === undefined) throw new ServiceError(404, 'TableNotFound');
    return table;
  }

  /** Executes a request. `pageEnd` returns how many of the entities of a page are returned. */
  execute(request: TableRequest, pageEnd: (entities: number) => number): Executed {
    switch (request.is) {
      case 'createTable':
        if (this.#tables.has(request.table)) throw new ServiceError(409, 'TableAlreadyExists');
        this.#tables.set(request.table, new StoredTable(this.#now));
        return executed(emptyReply());
      case 'get': {
        const entity = this.#table(request.table).find(request.pk, request.rk);
        if (entity === undefined) throw new ServiceError(404, 'ResourceNotFound');
        return executed(entityReply(entity), 1, unitsOf(entity.bytes) - 1);
      }
      case 'write':
        return executed(emptyReply(this.#table(request.table).write(request.write)?.etag));
      case 'batch':
        return executed(batchReply(this.#table(request.table).batch(request.writes)), request.writes.length);
      case 'query':
        return this.#query(this.#table(request.table), request, pageEnd);
    }
  }

  #query(
    table: StoredTable,
    { range, after, top, isKeysOnly }: Query,
    pageEnd: (entities: number) => number,
  ): Executed {
    const found = table.list(range, after, top + 1);
    const most = pageEnd(Math.min(top, found.length));
    const page = found.slice(0, most);
    const next = found[most];
    const headers: Reply['headers'] =
      next === undefined
        ? {}
        : {
            'x-ms-continuation-nextpartitionkey': toToken(next.pk),
            'x-ms-continuation-nextrowkey': toToken(next.rk),
          };
    // An entity of which only the keys are transferred counts as one unit, whatever its size.
    const units = page.reduce((sum, { bytes }) => sum + (isKeysOnly ? 1 : unitsOf(bytes)), 0);
    return executed(pageReply(page, isKeysOnly, headers), page.length, Math.max(0, units - 1));
  }

  size(): TableSize {
    return [...this.#tables.values()].map((table) => table.size()).reduce(addSizes, emptySize);
  }
}
