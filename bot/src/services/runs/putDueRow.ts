import { outside } from '../../store/recordKindsAndAccess.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import type { DueRow } from './plannedPromptRows.ts';

const tries = 5;

/**
 * Writes a due row, unless one with the same key and the same or a newer revision of the meeting exists. The key does
 * not contain the revision, so an edit that keeps the times replaces the row. If the replaced row was parked after
 * failures, the new row is tried again.
 */
export const putDueRow = async (store: TableStore, row: DueRow): Promise<void> => {
  const records = outside(store);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await records.insert(due, row, row);
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === tries) throw error;
    }
    const there = await records.get(due, row);
    if (there === undefined) continue;
    if (there.value.rev >= row.rev) return;
    try {
      await records.replace(due, row, row, there.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};
