import type { Etag, Key, Row, Table, Values } from '../tableStore.ts';
import { mergedRow } from '../rowLimits.ts';
import { rowName } from './knownRows.ts';

// Members who answer at the same time touch the same rows, such as the intent to update a run's summary. In a group these touches
// become one write, because no reader can come between two writes of one commit.

export interface Touch {
  readonly table: Table;
  readonly row: Row;
  readonly etag: Etag;
}

export interface Touches {
  /** Throws TOO_LARGE when both together are no row. */
  add(touch: Touch): void;
  take(table: Table, key: Key): Touch | undefined;
  takeAll(): readonly Touch[];
}

const covers = (values: Values, others: Values): boolean => {
  for (const name in others) if (!Object.hasOwn(values, name)) return false;
  return true;
};

export const createTouches = (): Touches => {
  const waiting = new Map<string, Touch>();
  return {
    add: (touch) => {
      const name = rowName(touch.table, touch.row);
      const before = waiting.get(name);
      // In most cases the later touch sets all fields of the earlier one.
      const isCovered = before === undefined || covers(touch.row.values, before.row.values);
      waiting.set(name, isCovered ? touch : { ...touch, row: mergedRow(before.row, touch.row) });
    },
    take: (table, key) => {
      if (waiting.size === 0) return undefined;
      const name = rowName(table, key);
      const touch = waiting.get(name);
      waiting.delete(name);
      return touch;
    },
    takeAll: () => {
      const all = [...waiting.values()];
      waiting.clear();
      return all;
    },
  };
};
