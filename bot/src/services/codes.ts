import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '#contracts/errors.ts';
import type { Instant } from '#contracts/ids.ts';
import { digestOf } from '../domain/ids.ts';
import { hourMs, minuteMs, msOf, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { code as codeKind } from '../store/kinds/codes.ts';
import type { CodeKind } from '../store/kinds/codes.ts';
import { isConflict } from '../store/port.ts';
import { queuePurge } from './accountMail.ts';
import type { Deps } from './deps.ts';
import { ensure, patched, revise } from './revise.ts';

// Codes of links. A code is the HMAC of an id under a key of ours, so it can be made again when its mail is sent, and
// neither the store nor the outbox holds anything that opens a door.

/** One key a part of SESSION_SECRET: the first makes codes, all read them. */
export type CodeKeys = readonly Uint8Array[];

export const codeKeys = (secrets: readonly string[]): CodeKeys =>
  secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'account-code', 32)));

export interface CodeDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly codeKeys: CodeKeys;
}

export type StoredCode = Stored<ValueOf<typeof codeKind>>;

/** How long each is good for. */
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
  /** Given again, the same code is made again and lives anew, unless it was used. */
  readonly id: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, string>>;
  /** When what it opens is over, before its own time. */
  readonly until?: Instant;
}

/** The code that was made from this id before, under whichever secret, else a new one. Undefined when it was used. */
export const issueCode = async (
  deps: CodeDeps,
  { kind, id, subject, payload, until }: NewCode,
): Promise<string | undefined> => {
  const records = outside(deps.store);
  const candidates = deps.codeKeys.map((key) => codeOf(key, kind, id));
  const there = await Promise.all(candidates.map((one) => records.get(codeKind, { hash: digestOf(one) })));
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
  // Before the row it removes.
  await queuePurge(deps.store, { at: exp, removes: 'CODE', subject: hash });
  const { value } = await ensure(records, codeKind, { hash }, () => ({ kind, subject, payload, exp, used: null }));
  if (value.used !== null) return undefined;
  await revise(records, codeKind, { hash }, (row) => (row.used === null ? patched(row, { exp }) : undefined));
  return code;
};

export interface NewSecret {
  readonly kind: Exclude<CodeKind, keyof typeof codeLifetimes>;
  readonly subject: string;
  readonly payload: Readonly<Record<string, string>>;
  readonly lifeMs: number;
}

/** A random value for who asks, of which the row knows the hash only. Never made again. */
export const giveOutSecret = async (
  { store, clock }: Pick<CodeDeps, 'store' | 'clock'>,
  { kind, subject, payload, lifeMs }: NewSecret,
): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  const hash = digestOf(secret);
  const exp = toInstant(clock.now() + lifeMs);
  // Before the row it removes.
  await queuePurge(store, { at: exp, removes: 'CODE', subject: hash });
  await outside(store).insert(codeKind, { hash }, { kind, subject, payload: { ...payload }, exp, used: null });
  return secret;
};

/** The code's row if it was given out for this and is not over; used or not. */
export const findCode = async (
  deps: Pick<CodeDeps, 'store' | 'clock'>,
  kind: CodeKind,
  code: string,
): Promise<StoredCode | undefined> => {
  const row = await outside(deps.store).get(codeKind, { hash: digestOf(code) });
  return row?.value.kind === kind && msOf(row.value.exp) > deps.clock.now() ? row : undefined;
};

/** Marks it used. Of any number of calls at once, on any number of instances, exactly one is told true. */
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

export const codeInvalid = (): AppError => new AppError('CODE_INVALID');

/** Removes a code that is over. */
export const purgeCode = async ({ store, clock }: Pick<CodeDeps, 'store' | 'clock'>, hash: string): Promise<void> => {
  const records = outside(store);
  const row = await records.get(codeKind, { hash });
  if (row === undefined || msOf(row.value.exp) > clock.now()) return;
  try {
    await records.delete(codeKind, { hash }, row.etag);
  } catch (error) {
    // It was given out anew meanwhile.
    if (!isConflict(error)) throw error;
  }
};
