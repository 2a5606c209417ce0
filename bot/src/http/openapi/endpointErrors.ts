import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { notes } from './documentTextAndEndpointNotes.ts';
import { rawNotes } from './routesWithoutContractNotes.ts';

type Named = Pick<Route, 'name' | 'access' | 'endpoint' | 'method'>;

const always: readonly ErrorCode[] = ['INVALID_INPUT', 'INTERNAL', 'UNAVAILABLE'];
/**
 * Error codes of every call that writes. CONFLICT: another writer changed the row at the same moment, and the caller
 * may repeat the call.
 */
const ofWriting: readonly ErrorCode[] = ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'];
const ofSessions: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'];

/** Returns every error code of a route: the codes of its method and access, and those of its entry in `notes`. */
export const refusalsOf = ({ name, access, endpoint, method }: Named): ReadonlySet<ErrorCode> => {
  if (endpoint === null) return new Set(rawNotes[name]?.refuses ?? []);
  return new Set([
    ...always,
    ...(method === 'GET' ? [] : ofWriting),
    ...(access === 'anyone' ? [] : ofSessions),
    ...(endpoint.isNew === true ? (['ORG_READ_ONLY'] as const) : []),
    ...(notes[name]?.refuses ?? []),
  ]);
};
