import { createHmac, timingSafeEqual } from 'node:crypto';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { tokenFamily as familyKind } from '../../store/kinds/identity/refreshTokenFamily.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';
import type { SessionKeys } from './sessionKeys.ts';

// A refresh token is `userId.familyId.counter.HMAC`, so the store contains nothing that grants access. A family is the
// sequence of the refresh tokens of one sign-in; its row stores the current counter. If a replaced token is used again,
// it was copied, so the family ends.

export interface RefreshTokenDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly sessionKeys: SessionKeys;
}

export type RefreshTokenFamily = ValueOf<typeof familyKind>;

const lifetimeMs = 30 * 24 * hourMs;
/**
 * Longest lifetime of a sign-in in milliseconds, however often it is used, so that a copied session ends at some time.
 */
const longestMs = 90 * 24 * hourMs;
/**
 * Milliseconds for which the previous token still gives the current token: a client may lose a reply, and several tabs
 * may refresh at the same time.
 */
const graceMs = 20_000;
const maxFamilies = 50;

interface RefreshTokenContent {
  readonly userId: UserId;
  readonly familyId: string;
  readonly counter: number;
}

const macOf = (key: Uint8Array, head: string): Buffer => createHmac('sha256', key).update(head).digest();

export const refreshTokenOf = (
  { refresh }: SessionKeys,
  { userId, familyId, counter }: RefreshTokenContent,
): string => {
  const head = `${userId}.${familyId}.${counter}`;
  return `${head}.${macOf(refresh.current.key, head).toString('base64url')}`;
};

const form = /^(([0-9A-HJKMNP-TV-Z]{26})\.([0-9A-HJKMNP-TV-Z]{26})\.(0|[1-9]\d{0,8}))\.([A-Za-z0-9_-]{43})$/;

/**
 * Returns the parts of a refresh token that this installation made; undefined for any other token. The row of its
 * family decides if the token is still valid.
 */
export const readRefreshToken = ({ refresh }: SessionKeys, token: string): RefreshTokenContent | undefined => {
  const [, head = '', userId = '', familyId = '', counter = '', mac = ''] = form.exec(token) ?? [];
  const input = Buffer.from(mac, 'base64url');
  // Each token must have exactly one valid spelling: without this check, a token with a different last character could
  // decode to the same bytes.
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
    // Another call replaced the token or ended the family after the read, so this call must not delete the family.
    if (!isConflict(error)) throw error;
  }
};

/**
 * Removes the expired families of a person. If there are 50 or more others, also removes the least recently used ones,
 * to make room for a new family.
 */
const tidy = async (deps: RefreshTokenDeps, account: Account): Promise<void> => {
  const key = { userId: account.userId, familyId: '' };
  const rows = await outside(deps.store).list(familyKind, key, prefixRange('fam|'));
  const over = rows.filter(({ value }) => isOver(value, account, deps.clock.now()));
  const active = rows
    .filter((row) => !over.includes(row))
    .sort((a, b) => msOf(b.value.rotatedAt) - msOf(a.value.rotatedAt));
  await Promise.all([...over, ...active.slice(maxFamilies - 1)].map((row) => drop(deps, row)));
};

export interface NewRefreshTokenFamily extends Pick<
  RefreshTokenFamily,
  'orgId' | 'method' | 'hasSecondFactor' | 'confinedTo' | 'identity'
> {
  readonly account: Account;
  /** Instant of the sign-in; undefined = now. The instant is earlier if the session continues an earlier sign-in. */
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

/** Returns the family if it has not ended or expired; otherwise undefined. */
export const findActiveFamily = async (
  deps: Pick<RefreshTokenDeps, 'store' | 'clock'>,
  account: Account,
  familyId: string,
): Promise<RefreshTokenFamily | undefined> => {
  const row = await outside(deps.store).get(familyKind, { userId: account.userId, familyId });
  return row === undefined || isOver(row.value, account, deps.clock.now()) ? undefined : row.value;
};

/** Ends one sign-in: none of its refresh and access tokens is valid from the next request on. */
export const endTokenFamily = (deps: Pick<Deps, 'store'>, key: { userId: UserId; familyId: string }): Promise<void> =>
  retryOnConflict(async () => {
    const row = await outside(deps.store).get(familyKind, key);
    if (row !== undefined) await outside(deps.store).delete(familyKind, key, row.etag);
  });

/**
 * Replaces the refresh token: returns the family with the next counter. The previous token returns the current counter
 * for 20 seconds (`graceMs`). Any older token ends the family, and undefined is returned.
 */
export const rotateRefreshToken = (
  deps: RefreshTokenDeps,
  answer: RefreshTokenContent,
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

export const endTokenFamiliesOf = async (
  deps: Pick<Deps, 'store'>,
  userId: UserId,
  identity: string,
): Promise<void> => {
  const rows = await outside(deps.store).list(familyKind, { userId }, prefixRange('fam|'));
  for (const { value } of rows) {
    // A family without `identity` does not show which Microsoft account opened the session, so it ends as well.
    const mayBeIts = value.method !== 'PASSWORD' && (value.identity ?? identity) === identity;
    if (mayBeIts) await endTokenFamily(deps, value);
  }
};

export const changeTokenFamily = (
  deps: Pick<Deps, 'store'>,
  key: { userId: UserId; familyId: string },
  fields: Partial<Pick<RefreshTokenFamily, 'hasSecondFactor'>> & { readonly orgId?: OrgId },
): Promise<boolean> => updateRow(outside(deps.store), familyKind, key, (row) => mergeChanges(row, fields));
