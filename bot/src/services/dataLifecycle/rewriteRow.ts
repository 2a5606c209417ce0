import { encode } from '../../store/rowCodec.ts';
import { readAs } from '../../store/recordKindsAndAccess.ts';
import type { Kind } from '../../store/recordKindsAndAccess.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import type { z } from 'zod';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';

/**
 * Changes a row that a scan found. If the row was changed meanwhile, reads it again and retries. Writes nothing if
 * `change` changes nothing.
 */
export const rewriteRow = async <Scope, K, S extends z.ZodObject>(
  { store }: BatchedDeletionDeps,
  of: Kind<Scope, K, S>,
  storedRow: StoredRow,
  change: (value: z.output<S>) => NoInfer<z.output<S>>,
): Promise<void> => {
  let row: StoredRow | undefined = storedRow;
  while (row !== undefined) {
    const { value } = readAs(of, row);
    const values = encode(of, change(value));
    if (JSON.stringify(values) === JSON.stringify(encode(of, value))) return;
    try {
      await store.replace(of.table, { pk: row.pk, rk: row.rk, values }, row.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
      row = await store.get(of.table, row);
    }
  }
};
