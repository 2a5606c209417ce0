import type { TroubleName } from '../domain/observability/troubleNamesAndRepairHints.ts';
import { StoreError } from './tableStorePort.ts';

export type StoreTrouble = Extract<TroubleName, `store${string}` | `disk-${string}`>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;

const networkCodes = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|REQUEST_SEND_ERROR)/;

const byCode = (code: string): StoreTrouble | undefined => {
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(code)) return 'disk-full';
  if (/^(?:SQLITE_READONLY|SQLITE_PERM|SQLITE_CANTOPEN|EACCES|EPERM|EROFS|ENOTDIR|EEXIST)/.test(code))
    return 'store-read-only';
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return 'store-damaged';
  if (/^(?:SQLITE_IOERR|EIO$)/.test(code)) return 'disk-fault';
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return 'store-busy';
  return networkCodes.test(code) ? 'store-unreachable' : undefined;
};

const byStatus = (status: unknown): StoreTrouble | undefined => {
  if (status === 401 || status === 403) return 'store-rights';
  return typeof status === 'number' && status >= 500 ? 'store-unreachable' : undefined;
};

const byName = (name: string): StoreTrouble | undefined => {
  if (/Authentication|CredentialUnavailable/.test(name)) return 'store-identity';
  return /^(?:Abort|Timeout)Error$/.test(name) ? 'store-unreachable' : undefined;
};

const faultTexts = [
  [/newer version/, 'store-newer'],
  [/half filled/, 'store-unfinished'],
  [/removed or replaced/, 'store-removed'],
  [/cannot be (?:opened|made)/, 'store-read-only'],
] as const;

const maxCauses = 4;

/**
 * Follows the causes of an error, at most four deep, and returns the trouble that the innermost of them indicates;
 * `store` if no cause indicates a trouble.
 */
export const storeTroubleOf = (error: unknown): StoreTrouble => {
  let storeTrouble: StoreTrouble = 'store';
  let cause: unknown = error;
  for (let depth = 0; depth <= maxCauses && cause !== undefined && cause !== null; depth += 1) {
    const own =
      cause instanceof StoreError
        ? faultTexts.find(([words]) => words.test(text(read(cause, 'message'))))?.[1]
        : undefined;
    const code =
      byCode(text(read(cause, 'code'))) ?? byStatus(read(cause, 'statusCode')) ?? byName(text(read(cause, 'name')));
    storeTrouble = code ?? own ?? storeTrouble;
    cause = read(cause, 'cause');
  }
  return storeTrouble;
};
