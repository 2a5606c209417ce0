import { tableServiceLimits } from './tableServiceLimits.ts';

/** A property as the protocol transmits it: the JSON value, and its type if the JSON value does not determine it. */
export interface Property {
  readonly value: unknown;
  readonly type: string | undefined;
}
export type Properties = ReadonlyMap<string, Property>;

export interface Entity {
  readonly pk: string;
  readonly rk: string;
  readonly properties: Properties;
  readonly etag: string;
  readonly timestamp: string;
  readonly bytes: number;
}

/**
 * A write. An insert requires that the entity does not exist. Another write has no condition if `etag` is undefined;
 * `*` requires that the entity exists.
 */
export interface Write {
  readonly do: 'insert' | 'replace' | 'merge' | 'delete';
  readonly pk: string;
  readonly rk: string;
  readonly properties: Properties;
  readonly etag: string | undefined;
}

/** An error reply of the service: the HTTP status and the error code. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${code} of the table service`);
    this.status = status;
    this.code = code;
  }
}

const textBytes = (text: string): number => text.length * 2;
const propertyBytes = (name: string, { value }: Property): number =>
  8 + textBytes(name) + (typeof value === 'string' ? textBytes(value) + 4 : typeof value === 'boolean' ? 1 : 8);

/** Returns the size of an entity by the formula in the documentation of the table data model. */
export const entityBytes = (pk: string, rk: string, properties: Properties): number => {
  let bytes = 4 + textBytes(pk) + textBytes(rk);
  for (const [name, property] of properties) bytes += propertyBytes(name, property);
  return bytes;
};

const isLongText = ({ value }: Property): boolean =>
  typeof value === 'string' && textBytes(value) > tableServiceLimits.textBytes;

/** Returns the size of an entity after checking its limits. */
const checkedBytes = (pk: string, rk: string, properties: Properties): number => {
  if (properties.size > tableServiceLimits.ownProperties) throw new ServiceError(400, 'TooManyProperties');
  if ([...properties.values()].some(isLongText)) throw new ServiceError(400, 'PropertyValueTooLarge');
  const bytes = entityBytes(pk, rk, properties);
  if (bytes > tableServiceLimits.entityBytes) throw new ServiceError(400, 'EntityTooLarge');
  return bytes;
};

/** The entities of one partition by row key, and their row keys in order for scans. */
interface Partition {
  readonly entities: Map<string, Entity>;
  /** The row keys in ascending order. */
  readonly keys: string[];
}

/** Returns the index of the first key that is not before `key`. */
const lowerBound = (keys: readonly string[], key: string): number => {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
};

const put = (partition: Partition, rk: string, entity: Entity | undefined): void => {
  const { entities, keys } = partition;
  if (entity === undefined) {
    if (entities.delete(rk)) keys.splice(lowerBound(keys, rk), 1);
    return;
  }
  if (!entities.has(rk)) keys.splice(lowerBound(keys, rk), 0, rk);
  entities.set(rk, entity);
};

const checkCondition = (found: Entity | undefined, write: Write): void => {
  if (write.do === 'insert') {
    if (found !== undefined) throw new ServiceError(409, 'EntityAlreadyExists');
    return;
  }
  if (write.etag === undefined) return;
  if (found === undefined) throw new ServiceError(404, 'ResourceNotFound');
  if (write.etag !== '*' && write.etag !== found.etag) throw new ServiceError(412, 'UpdateConditionNotSatisfied');
};

export interface EntityKey {
  readonly pk: string;
  readonly rk: string;
}

/** Keys from `from` up to but not including `to`. */
interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** Row keys of one partition, or all entities of several partitions. */
export type EntityRange = (KeyRange & { readonly pk: string }) | { readonly partitions: KeyRange };

/** Numbers of entities and bytes, and the bytes of the largest entity. */
export interface TableSize {
  readonly entities: number;
  readonly bytes: number;
  readonly largest: number;
}

export const emptySize: TableSize = { entities: 0, bytes: 0, largest: 0 };
export const addSizes = (size: TableSize, other: TableSize): TableSize => ({
  entities: size.entities + other.entities,
  bytes: size.bytes + other.bytes,
  largest: Math.max(size.largest, other.largest),
});

/** A table. It gives each written entity a version that it never uses again. */
export class StoredTable {
  readonly #partitions = new Map<string, Partition>();
  readonly #now: () => number;
  #writes = 0;
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a table with the same entities. Later writes to either table do not change the other. */
  copy(now: () => number): StoredTable {
    const copied = new StoredTable(now);
    copied.#writes = this.#writes;
    for (const [pk, { entities, keys }] of this.#partitions)
      copied.#partitions.set(pk, { entities: new Map(entities), keys: [...keys] });
    return copied;
  }

  #partition(pk: string): Partition {
    const found = this.#partitions.get(pk) ?? { entities: new Map<string, Entity>(), keys: [] };
    this.#partitions.set(pk, found);
    return found;
  }

  find(pk: string, rk: string): Entity | undefined {
    return this.#partitions.get(pk)?.entities.get(rk);
  }

  #partitionsIn(range: EntityRange | undefined): readonly string[] {
    if (range !== undefined && 'pk' in range) return [range.pk];
    const names = [...this.#partitions.keys()].sort();
    if (range === undefined) return names;
    return names.slice(lowerBound(names, range.partitions.from), lowerBound(names, range.partitions.to));
  }

  /** Returns at most `most` entities of a range or of the whole table, in order, from the key `after` on. */
  list(range: EntityRange | undefined, after: EntityKey | undefined, most: number): Entity[] {
    const names = this.#partitionsIn(range);
    const rows = range !== undefined && 'pk' in range ? range : undefined;
    const found: Entity[] = [];
    for (const pk of names.slice(lowerBound(names, after?.pk ?? ''))) {
      const { entities, keys } = this.#partition(pk);
      const from = after?.pk === pk ? after.rk : (rows?.from ?? '');
      for (let index = lowerBound(keys, from); index < keys.length && found.length < most; index += 1) {
        const entity = entities.get(keys[index] ?? '');
        if (entity === undefined || (rows !== undefined && entity.rk >= rows.to)) break;
        found.push(entity);
      }
    }
    return found;
  }

  size(): TableSize {
    const sizes = [...this.#partitions.values()].flatMap(({ entities }) =>
      [...entities.values()].map(({ bytes }) => bytes),
    );
    return sizes.reduce((size, bytes) => addSizes(size, { entities: 1, bytes, largest: bytes }), emptySize);
  }

  /** Executes one write. Returns the entity, or undefined after a delete. */
  write(write: Write): Entity | undefined {
    const { pk, rk } = write;
    const partition = this.#partition(pk);
    const found = partition.entities.get(rk);
    checkCondition(found, write);
    if (write.do === 'delete') {
      put(partition, rk, undefined);
      return undefined;
    }
    const properties =
      write.do === 'merge' && found !== undefined
        ? new Map([...found.properties, ...write.properties])
        : write.properties;
    const entity: Entity = { pk, rk, properties, bytes: checkedBytes(pk, rk, properties), ...this.#version() };
    put(partition, rk, entity);
    return entity;
  }

  /** Executes the writes of a batch, all or none. A failure is thrown with the index of its write. */
  batch(writes: readonly Write[]): (Entity | undefined)[] {
    const undo: (() => void)[] = [];
    return writes.map((write, index) => {
      const before = this.find(write.pk, write.rk);
      try {
        const entity = this.write(write);
        undo.push(() => {
          put(this.#partition(write.pk), write.rk, before);
        });
        return entity;
      } catch (error) {
        for (const step of undo.reverse()) step();
        throw error instanceof ServiceError ? new BatchError(error, index) : error;
      }
    });
  }

  #version(): Pick<Entity, 'etag' | 'timestamp'> {
    this.#writes += 1;
    const second = new Date(this.#now()).toISOString().slice(0, 19);
    // In the real service, the last seven digits are a fraction of a second. Here they are a number that never repeats.
    const timestamp = `${second}.${String(this.#writes).padStart(7, '0')}Z`;
    return { timestamp, etag: `W/"datetime'${encodeURIComponent(timestamp)}'"` };
  }
}

/** An error of a batch, with the index of the write that failed. */
export class BatchError extends Error {
  readonly error: ServiceError;
  readonly index: number;
  constructor(error: ServiceError, index: number) {
    super(`${index}:${error.message}`);
    this.error = error;
    this.index = index;
  }
}
