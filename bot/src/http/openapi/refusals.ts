import type { ErrorCode } from '#contracts/errors.ts';
import type { Route } from '../bind.ts';
import { notes, rawNotes } from './notes.ts';

type Named = Pick<Route, 'name' | 'access' | 'endpoint' | 'method'>;

const always: readonly ErrorCode[] = ['INVALID_INPUT', 'INTERNAL', 'UNAVAILABLE'];
/** CONFLICT: somebody else wrote at the same moment; the same call again is right. */
const ofWriting: readonly ErrorCode[] = ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'];
const ofSessions: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'];

/** Every code with which a route may refuse: what goes with its method and access, and what its note adds. */
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
