import type { Etag, Row, Table, Values } from '../tableStorePort.ts';
import { mergedRow } from '../checkRowsAndBatchTransactions.ts';
import { rowName } from './committedRowCache.ts';

// A touch creates a row or sets some of its properties, without a condition. Touches of one row by many members, such
// as the maintenance row of a summary, become one write per group, because no reader sees the state between them.

export interface Touch {
  readonly table: Table;
  readonly row: Row;
  readonly etag: Etag;
}

export interface Touches {
  /**
   * Adds a touch and combines it with an earlier touch of the same row. Throws TOO_LARGE if the combined row is too
   * large.
   */
  add(touch: Touch): void;
  take(name: string): Touch | undefined;
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
      // In most cases the later touch sets all fields of the earlier one, so it replaces the earlier one without a
      // merge.
      const isCovered = before === undefined || covers(touch.row.values, before.row.values);
      waiting.set(name, isCovered ? touch : { ...touch, row: mergedRow(before.row, touch.row) });
    },
    take: (name) => {
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
