import { isConflict, StoreError } from '../tableStorePort.ts';

/**
 * Thrown if a repetition of a write conflicts. An earlier attempt of the same call, whose reply was lost, may have
 * written the row, or another writer did.
 */
export class DoubtfulConflictError extends StoreError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'an earlier try of this call may have been done', { cause });
  }
}

/** True if a write failed because its row has changed, perhaps by an earlier attempt of the same write. */
export const isChangedRow = (error: unknown): boolean => isConflict(error) || error instanceof DoubtfulConflictError;
