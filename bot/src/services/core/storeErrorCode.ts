import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import { StoreError } from '../../store/tableStorePort.ts';

const codes: ReadonlyMap<string, ErrorCode> = new Map([
  ['UNAVAILABLE', 'UNAVAILABLE'],
  ['CONFLICT', 'CONFLICT'],
  ['TOO_LARGE', 'TOO_LARGE'],
  ['INVALID', 'INVALID_INPUT'],
]);

/** Returns the error code that a caller gets for an error of the store; undefined for any other error. */
export const storeErrorCode = (error: unknown): ErrorCode | undefined =>
  error instanceof StoreError ? codes.get(error.fault) : undefined;
