import { createHmac, timingSafeEqual } from 'node:crypto';
import { userId as userIdSchema } from '#contracts/core/ids.ts';
import type { Instant, OrgId, UserId } from '#contracts/core/ids.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTime.ts';
import { outside } from '../../store/records.ts';
import type { Stored, ValueOf } from '../../store/records.ts';
import { tokenFamily as familyKind } from '../../store/kinds/sessions.ts';
import { isConflict, prefixRange } from '../../store/tableStore.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';
import type { SessionKeys } from './sessionKeys.ts';

// Refresh tokens are `userId.familyId.counter.HMAC`, so nothing that grants access is stored. A family is one
// sign-in; its row stores the current counter. A token that returns after it was replaced was copied, so it ends the
// family.

export interface RefreshTokenDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly sessionKeys: SessionKeys;
}

export type RefreshTokenFamily = ValueOf<typeof familyKind>;

const lifetimeMs = 30 * 24 * hourMs;
/** Longest life of a sign-in, even if it is used all the time: a copied session must end. */
const longestMs = 90 * 24 * hourMs;
/** Clients lose replies and open many tabs, so for this long the previous token also returns the current one. */
const graceMs = 20_000;
const maxFamilies = 50;

interface Said {
  readonly userId: UserId;
  readonly familyId: string;
  readonly counter: number;
}

const macOf = (key: Uint8Array, head: string): Buffer => createHmac('sha256', key).update(head).digest();

export const refreshTokenOf = ({ refresh }: SessionKeys, { userId, familyId, counter }: Said): string => {
  const head = `${userId}.${familyId}.${counter}`;
  return `${head}.${macOf(refresh.current.key, head).toString('base64url')}`;
};

const form = /^(([0-9A-HJKMNP-TV-Z]{26})\.([0-9A-HJKMNP-TV-Z]{26})\.(0|[1-9]\d{0,8}))\.([A-Za-z0-9_-]{43})$/;

/**
 * The parts of a refresh token that we made; otherwise undefined. Only the family's row shows if the token is still
 * valid.
 */
export const readRefreshToken = ({ refresh }: SessionKeys, token: string): Said | undefined => {
  const [, head = '', userId = '', familyId = '', counter = '', mac = ''] = form.exec(token) ?? [];
  const input = Buffer.from(mac, 'base64url');
  // Each token has one valid spelling: other last characters may decode to the same bytes.
  if (input.toString('base64url') !== mac || input.length !== 32) return undefined;
  const isOurs = [...refresh.byKid.values()].some((key) => timingSafeEqual(macOf(key, head), input));
  return isOurs ? { userId: userIdSchema.parse(userId), familyId, counter: Number(counter) } : undefined;
};

type Account = Readonly<{ userId: UserId; sessionEpoch: number }>;

const isOver = (row: RefreshTokenFamily, { sessionEpoch }: Pick<Account, 'sessionEpoch'>, now: number): boolean =>
  row.epoch !== sessionEpoch || msOf(row.expiresAt) <= now || msOf(row.signedInAt) + longestMs <= now;

const expiryOf = (now: number, signedInAt: number): Instant =>
  toInstant(Math.min(now + lifetimeMs, signedInAt + longestMs));

const drop = async (deps: Pick<Deps, 'store'>, { value, etag }: Stored<RefreshTokenFamily>): Promise<void> => {
  try {
    await outside(deps.store).delete(familyKind, value, etag);
  } catch (error) {
    // The family was rotated or ended in the meantime.
    if (!isConflict(error)) throw error;
  }
};

/** Removes expired families, and the oldest ones beyond the limit per person. */
const tidy = async (deps: RefreshTokenDeps, account: Account): Promise<void> => {
  const key = { userId: account.userId, familyId: '' };
  const rows = await outside(deps.store).list(familyKind, key, prefixRange('fam|'));
  const over = rows.filter(({ value }) => isOver(value, account, deps.clock.now()));
  const living = rows
    .filter((row) => !over.includes(row))
    .sort((a, b) => msOf(b.value.rotatedAt) - msOf(a.value.rotatedAt));
  await Promise.all([...over, ...living.slice(maxFamilies - 1)].map((row) => drop(deps, row)));
};

export interface NewRefreshTokenFamily extends Pick<
  RefreshTokenFamily,
  'orgId' | 'method' | 'hasSecondFactor' | 'confinedTo' | 'identity'
> {
  readonly account: Account;
  /** Now, unless the session continues an earlier sign-in. */
  readonly signedInAt?: Instant | undefined;
}

export const startTokenFamily = async (
  deps: RefreshTokenDeps,
  { account, ...how }: NewRefreshTokenFamily,
): Promise<RefreshTokenFamily> => {
  await tidy(deps, account);
  const now = deps.clock.now();
  const instant = toInstant(now);
  const signedInAt = how.signedInAt ?? instant;
  const row: RefreshTokenFamily = {
    ...how,
    familyId: deps.newId(),
    userId: account.userId,
    epoch: account.sessionEpoch,
    counter: 0,
    rotatedAt: instant,
    signedInAt,
    expiresAt: expiryOf(now, msOf(signedInAt)),
  };
  await outside(deps.store).insert(familyKind, row, row);
  return row;
};

/** The family while it is valid for this account. */
export const findActiveFamily = async (
  deps: Pick<RefreshTokenDeps, 'store' | 'clock'>,
  account: Account,
  familyId: string,
): Promise<RefreshTokenFamily | undefined> => {
  const row = await outside(deps.store).get(familyKind, { userId: account.userId, familyId });
  return row === undefined || isOver(row.value, account, deps.clock.now()) ? undefined : row.value;
};

/** Ends one sign-in with all its tokens, from the next request on. */
export const endTokenFamily = (deps: Pick<Deps, 'store'>, key: { userId: UserId; familyId: string }): Promise<void> =>
  retryOnConflict(async () => {
    const row = await outside(deps.store).get(familyKind, key);
    if (row !== undefined) await outside(deps.store).delete(familyKind, key, row.etag);
  });

/** The family with the current counter, or undefined if the token is no longer valid. */
export const rotateRefreshToken = (
  deps: RefreshTokenDeps,
  answer: Said,
  account: Account,
): Promise<RefreshTokenFamily | undefined> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(familyKind, answer);
    const now = deps.clock.now();
    if (row === undefined || isOver(row.value, account, now)) return undefined;
    const { value } = row;
    if (answer.counter === value.counter) {
      const times = { rotatedAt: toInstant(now), expiresAt: expiryOf(now, msOf(value.signedInAt)) };
      const next = { ...value, ...times, counter: value.counter + 1 };
      await records.replace(familyKind, answer, next, row.etag);
      return next;
    }
    if (answer.counter === value.counter - 1 && now - msOf(value.rotatedAt) <= graceMs) return value;
    await records.delete(familyKind, answer, row.etag);
    deps.log.warn('session.refreshReused', { userId: answer.userId, familyId: answer.familyId });
    return undefined;
  }, 60);

/** Ends the sessions that a Microsoft account opened. */
export const endTokenFamiliesOf = async (
  deps: Pick<Deps, 'store'>,
  userId: UserId,
  identity: string,
): Promise<void> => {
  const rows = await outside(deps.store).list(familyKind, { userId }, prefixRange('fam|'));
  for (const { value } of rows) {
    // Sessions from before the identity was stored do not name the account that opened them, so they end as well.
    const mayBeIts = value.method !== 'PASSWORD' && (value.identity ?? identity) === identity;
    if (mayBeIts) await endTokenFamily(deps, value);
  }
};

export const changeTokenFamily = (
  deps: Pick<Deps, 'store'>,
  key: { userId: UserId; familyId: string },
  fields: Partial<Pick<RefreshTokenFamily, 'hasSecondFactor'>> & { readonly orgId?: OrgId },
): Promise<boolean> => updateRow(outside(deps.store), familyKind, key, (row) => mergeChanges(row, fields));
