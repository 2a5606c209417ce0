import { encode, rawFields } from './rowCodec.ts';
import { storeFormat } from './kinds/operations/storeFormat.ts';
import { isConflict, StoreError } from './tableStorePort.ts';
import type { TableStore, Values } from './tableStorePort.ts';

// The store records the format of the builds that use it, so that a build which could not read its rows refuses to
// start (docs/decisions/034).

export interface BuildFormat {
  /**
   * Format number of a build. It increases with each release that writes rows which an earlier release does not know.
   */
  readonly format: number;
  /**
   * Format number of the oldest builds that may run beside this build. Increase it only if this build writes rows that
   * older builds cannot read.
   */
  readonly readableBy: number;
}

export const buildFormat: BuildFormat = { format: 6, readableBy: 1 };

/** Thrown if only newer builds may use the store. The message is a sentence for the person who started this build. */
export class NewerStoreError extends StoreError {
  constructor(mark: BuildFormat, own: BuildFormat) {
    super(
      'UNAVAILABLE',
      `The store was last used by a newer version (format ${mark.format}); this one knows format ${own.format} and would damage it. ` +
        'Start the newer version again, or restore a backup that was made before the upgrade.',
    );
    this.name = 'NewerStoreError';
  }
}

/** Thrown if the store is incomplete, because a restore or a migration into it has not finished. */
export class UnfinishedStoreError extends StoreError {
  constructor() {
    super(
      'UNAVAILABLE',
      'The store is half filled: a restore or a migration into it did not finish. Run it again until it finishes.',
    );
    this.name = 'UnfinishedStoreError';
  }
}

const at = storeFormat.at(null, undefined);
/** Value of `filling` in the row of a complete store. */
const whole = '';
const rowOf = ({ format, readableBy }: BuildFormat, filling = whole) => ({
  ...at,
  values: encode(storeFormat, { format, readableBy, filling }),
});

export interface FormatMark extends BuildFormat {
  /** Progress of a restore or migration into the store; empty = the store is complete. */
  readonly filling: string;
}

/**
 * Reads the formats from the raw properties. The row is not validated: a later build may have added fields, and
 * validation would then fail before this build could refuse the store with the right error.
 */
export const markIn = (values: Values): FormatMark => {
  const { format, readableBy, filling } = rawFields(values);
  const text = typeof filling === 'string' ? filling : whole;
  return { format: Number(format), readableBy: Number(readableBy), filling: text };
};

const read = async (store: TableStore) => {
  const row = await store.get(storeFormat.table, at);
  return row === undefined ? undefined : { etag: row.etag, ...markIn(row.values) };
};

export const formatMark = async (store: TableStore): Promise<FormatMark | undefined> => read(store);

/**
 * Marks the store as incomplete, so that no instance starts with it (`checkMark`). After an interruption, `progress`
 * lets a later call continue.
 */
export const markFilling = async (store: TableStore, progress: string, mark: BuildFormat): Promise<void> => {
  await store.touch(storeFormat.table, rowOf(mark, progress));
};

/** Throws NewerStoreError if only newer builds may use a store with this mark. */
export const refuseNewer = (mark: FormatMark | undefined, own: BuildFormat = buildFormat): void => {
  if (mark !== undefined && mark.readableBy > own.format) throw new NewerStoreError(mark, own);
};

/**
 * Throws NewerStoreError if only newer builds may use the store, and UnfinishedStoreError if the store is incomplete.
 */
export const checkMark = (mark: FormatMark | undefined, own: BuildFormat = buildFormat): void => {
  refuseNewer(mark, own);
  if (mark !== undefined && mark.filling !== whole) throw new UnfinishedStoreError();
};

export const checkFormat = async (store: TableStore, own: BuildFormat = buildFormat): Promise<void> => {
  checkMark(await read(store), own);
};

/**
 * Throws the errors of `checkMark`; otherwise records the formats of this build in the store. The recorded formats only
 * increase.
 */
export const claimFormat = async (store: TableStore, own: BuildFormat = buildFormat): Promise<void> => {
  for (;;) {
    await checkFormat(store, own);
    const mark = await read(store);
    if (mark !== undefined && mark.format >= own.format && mark.readableBy >= own.readableBy) return;
    const next = {
      format: Math.max(own.format, mark?.format ?? 0),
      readableBy: Math.max(own.readableBy, mark?.readableBy ?? 0),
    };
    try {
      if (mark === undefined) await store.insert(storeFormat.table, rowOf(next));
      else await store.merge(storeFormat.table, rowOf(next), mark.etag);
      return;
    } catch (error) {
      // Another instance changed the row first, so the row is read again.
      if (!isConflict(error)) throw error;
    }
  }
};

/** Marks the store as complete. `mark`: the formats of the builds that may use it from now on. */
export const endFilling = async (store: TableStore, mark: BuildFormat): Promise<void> => {
  await store.touch(storeFormat.table, rowOf(mark));
};
