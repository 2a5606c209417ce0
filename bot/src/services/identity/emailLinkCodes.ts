import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestOf, hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { code as codeKind } from '../../store/kinds/identity/oneTimeCode.ts';
import type { CodeKind } from '../../store/kinds/identity/oneTimeCode.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { queuePurge } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import { getOrInsert, mergeChanges, updateRow } from '../core/optimisticUpdate.ts';

// Codes in the links of emails. A code is the HMAC of an id under a key of this installation. It is computed again when
// its email is sent, so neither the store nor the outbox contains anything that grants access.

/**
 * One key for each part of SESSION_SECRET. The first key makes new codes; codes made with any of the keys are accepted.
 */
export type CodeKeys = readonly Uint8Array[];

export const codeKeys = (secrets: readonly string[]): CodeKeys =>
  secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'account-code', 32)));

export interface CodeDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly codeKeys: CodeKeys;
}

export type StoredCode = Stored<ValueOf<typeof codeKind>>;

/** Lifetime of each kind of code, in milliseconds. */
export const codeLifetimes = {
  CONFIRM: 24 * hourMs,
  RESET: 20 * minuteMs,
  INVITE: 7 * 24 * hourMs,
  UNDELETE: 7 * 24 * hourMs,
} as const satisfies Partial<Record<CodeKind, number>>;

const codeOf = (key: Uint8Array, kind: CodeKind, id: string): string =>
  createHmac('sha256', key).update(`${kind}|${id}`).digest('base64url');

export interface NewCode {
  readonly kind: keyof typeof codeLifetimes;
  /**
   * Id from which the code is computed. Issuing the same id again returns the same code and renews its lifetime, unless
   * the code was used.
   */
  readonly id: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, string>>;
  /**
   * Instant at which the code expires, because its object ends then (for example, the time to restore an organisation).
   * Undefined = the lifetime of its kind applies.
   */
  readonly until?: Instant;
}

/**
 * Returns the code of this id: the code that was issued earlier, made with any of the keys, otherwise a new code.
 * Undefined if the code was already used.
 */
export const issueCode = async (
  deps: CodeDeps,
  { kind, id, subject, payload, until }: NewCode,
): Promise<string | undefined> => {
  const records = outside(deps.store);
  const candidates = deps.codeKeys.map((key) => codeOf(key, kind, id));
  const there = await Promise.all(candidates.map((candidate) => records.get(codeKind, { hash: digestOf(candidate) })));
  const code =
    candidates[
      Math.max(
        0,
        there.findIndex((row) => row !== undefined),
      )
    ];
  if (code === undefined) throw new Error('SESSION_SECRET holds no secret.');
  const hash = digestOf(code);
  const exp = until ?? toInstant(deps.clock.now() + codeLifetimes[kind]);
  // The purge (removal after the expiry) is queued before the row is written, so that a crash cannot leave a row that
  // is never removed.
  await queuePurge(deps.store, { at: exp, removes: 'CODE', subject: hash });
  const { value } = await getOrInsert(records, codeKind, { hash }, () => ({ kind, subject, payload, exp, used: null }));
  if (value.used !== null) return undefined;
  await updateRow(records, codeKind, { hash }, (row) => (row.used === null ? mergeChanges(row, { exp }) : undefined));
  return code;
};

export interface NewSecret {
  readonly kind: Exclude<CodeKind, keyof typeof codeLifetimes>;
  readonly subject: string;
  readonly payload: Readonly<Record<string, string>>;
  readonly lifeMs: number;
}

/** Issues a random secret. The store contains only its hash, so the secret cannot be computed again. */
export const issueSecret = async (
  { store, clock }: Pick<CodeDeps, 'store' | 'clock'>,
  { kind, subject, payload, lifeMs }: NewSecret,
): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  const hash = digestOf(secret);
  const exp = toInstant(clock.now() + lifeMs);
  // The purge (removal after the expiry) is queued before the row is written, so that a crash cannot leave a row that
  // is never removed.
  await queuePurge(store, { at: exp, removes: 'CODE', subject: hash });
  await outside(store).insert(codeKind, { hash }, { kind, subject, payload: { ...payload }, exp, used: null });
  return secret;
};

/** Returns the row of the code, used or not. Undefined if the code is of another kind or has expired. */
export const findCode = async (
  deps: Pick<CodeDeps, 'store' | 'clock'>,
  kind: CodeKind,
  code: string,
): Promise<StoredCode | undefined> => {
  const row = await outside(deps.store).get(codeKind, { hash: digestOf(code) });
  return row?.value.kind === kind && msOf(row.value.exp) > deps.clock.now() ? row : undefined;
};

/**
 * Marks the code as used. If several calls do this at the same time, on any number of instances, exactly one of them
 * returns true.
 */
export const useCode = async (
  deps: Pick<CodeDeps, 'store' | 'clock'>,
  row: StoredCode,
  code: string,
): Promise<boolean> => {
  if (row.value.used !== null) return false;
  const used = { ...row.value, used: toInstant(deps.clock.now()) };
  try {
    await outside(deps.store).replace(codeKind, { hash: digestOf(code) }, used, row.etag);
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
};

/**
 * True if this account used the code. The row stores only a hash of the account's id, so that it does not reveal the
 * account after the account is deleted.
 */
export const isUsedBy = ({ value }: StoredCode, userId: UserId): boolean => value.payload['usedBy'] === hashKey(userId);

/**
 * Marks the code as used by this account, so that the same account can finish an interrupted call. Throws CODE_USED if
 * another call changed the row first.
 */
export const claimCode = async (
  deps: Pick<CodeDeps, 'store' | 'clock'>,
  row: StoredCode,
  hash: string,
  userId: UserId,
): Promise<void> => {
  const payload = { ...row.value.payload, usedBy: hashKey(userId) };
  const used = { ...row.value, payload, used: toInstant(deps.clock.now()) };
  try {
    await outside(deps.store).replace(codeKind, { hash }, used, row.etag);
  } catch (error) {
    throw isConflict(error) ? new AppError('CODE_USED', { cause: error }) : error;
  }
};

export const codeInvalid = (): AppError => new AppError('CODE_INVALID');

/** Removes the row of an expired code. A code that was issued again has a new expiry, so its row stays. */
export const purgeCode = async ({ store, clock }: Pick<CodeDeps, 'store' | 'clock'>, hash: string): Promise<void> => {
  const records = outside(store);
  const row = await records.get(codeKind, { hash });
  if (row === undefined || msOf(row.value.exp) > clock.now()) return;
  try {
    await records.delete(codeKind, { hash }, row.etag);
  } catch (error) {
    // Another caller issued the code again, so the row has a new expiry and must stay.
    if (!isConflict(error)) throw error;
  }
};
