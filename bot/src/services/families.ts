import { createHmac, timingSafeEqual } from 'node:crypto';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { Instant, OrgId, UserId } from '#contracts/ids.ts';
import { hourMs, msOf, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { family as familyKind } from '../store/kinds/sessions.ts';
import { isConflict, prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { patched, retryOnConflict, revise } from './revise.ts';
import type { SessionKeys } from './sessionKeys.ts';

// Refresh tokens are `userId.familyId.counter.HMAC`, so nothing that opens a door is stored. A family is one sign-in: its row
// knows which counter is good now. One that comes back after it was replaced was copied by somebody, and ends the family.

export interface FamilyDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly sessionKeys: SessionKeys;
}

export type Family = ValueOf<typeof familyKind>;

const lifetimeMs = 30 * 24 * hourMs;
/** However much it is used, a sign-in ends then: a copied session does not live for ever. */
const longestMs = 90 * 24 * hourMs;
/** Honest clients lose answers and open many tabs: for so long the token before the current one gets the current one. */
const graceMs = 20_000;
const mostFamilies = 50;

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

/** What a refresh token says, when we made it; whether it is still good is the family's to say. */
export const readRefreshToken = ({ refresh }: SessionKeys, token: string): Said | undefined => {
  const [, head = '', userId = '', familyId = '', counter = '', mac = ''] = form.exec(token) ?? [];
  const given = Buffer.from(mac, 'base64url');
  // One spelling a token: other last characters may stand for the same bytes.
  if (given.toString('base64url') !== mac || given.length !== 32) return undefined;
  const isOurs = [...refresh.byKid.values()].some((key) => timingSafeEqual(macOf(key, head), given));
  return isOurs ? { userId: userIdSchema.parse(userId), familyId, counter: Number(counter) } : undefined;
};

type Account = Readonly<{ userId: UserId; sessionEpoch: number }>;

const isOver = (row: Family, { sessionEpoch }: Pick<Account, 'sessionEpoch'>, now: number): boolean =>
  row.epoch !== sessionEpoch || msOf(row.expiresAt) <= now || msOf(row.signedInAt) + longestMs <= now;

const expiryOf = (now: number, signedInAt: number): Instant =>
  toInstant(Math.min(now + lifetimeMs, signedInAt + longestMs));

const drop = async (deps: Pick<Deps, 'store'>, { value, etag }: Stored<Family>): Promise<void> => {
  try {
    await outside(deps.store).delete(familyKind, value, etag);
  } catch (error) {
    // It was rotated or ended meanwhile.
    if (!isConflict(error)) throw error;
  }
};

/** Removes what is over, and the oldest beyond what one person can need. */
const tidy = async (deps: FamilyDeps, account: Account): Promise<void> => {
  const key = { userId: account.userId, familyId: '' };
  const rows = await outside(deps.store).list(familyKind, key, prefixRange('fam|'));
  const over = rows.filter(({ value }) => isOver(value, account, deps.clock.now()));
  const living = rows
    .filter((row) => !over.includes(row))
    .sort((a, b) => msOf(b.value.rotatedAt) - msOf(a.value.rotatedAt));
  await Promise.all([...over, ...living.slice(mostFamilies - 1)].map((row) => drop(deps, row)));
};

export interface NewFamily extends Pick<Family, 'orgId' | 'method' | 'hasSecondFactor' | 'confinedTo'> {
  readonly account: Account;
}

export const startFamily = async (deps: FamilyDeps, { account, ...how }: NewFamily): Promise<Family> => {
  await tidy(deps, account);
  const now = deps.clock.now();
  const at = toInstant(now);
  const row: Family = {
    ...how,
    familyId: deps.newId(),
    userId: account.userId,
    epoch: account.sessionEpoch,
    counter: 0,
    rotatedAt: at,
    signedInAt: at,
    expiresAt: expiryOf(now, now),
  };
  await outside(deps.store).insert(familyKind, row, row);
  return row;
};

/** The family while it is good for this account. */
export const livingFamily = async (
  deps: Pick<FamilyDeps, 'store' | 'clock'>,
  account: Account,
  familyId: string,
): Promise<Family | undefined> => {
  const row = await outside(deps.store).get(familyKind, { userId: account.userId, familyId });
  return row === undefined || isOver(row.value, account, deps.clock.now()) ? undefined : row.value;
};

/** Ends one sign-in, with all its tokens, from the next request on. */
export const endFamily = (deps: Pick<Deps, 'store'>, key: { userId: UserId; familyId: string }): Promise<void> =>
  retryOnConflict(async () => {
    const row = await outside(deps.store).get(familyKind, key);
    if (row !== undefined) await outside(deps.store).delete(familyKind, key, row.etag);
  });

/** The family with the counter that is good now, or undefined when the token is good for nothing any more. */
export const rotate = (deps: FamilyDeps, said: Said, account: Account): Promise<Family | undefined> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(familyKind, said);
    const now = deps.clock.now();
    if (row === undefined || isOver(row.value, account, now)) return undefined;
    const { value } = row;
    if (said.counter === value.counter) {
      const times = { rotatedAt: toInstant(now), expiresAt: expiryOf(now, msOf(value.signedInAt)) };
      const next = { ...value, ...times, counter: value.counter + 1 };
      await records.replace(familyKind, said, next, row.etag);
      return next;
    }
    if (said.counter === value.counter - 1 && now - msOf(value.rotatedAt) <= graceMs) return value;
    await records.delete(familyKind, said, row.etag);
    deps.log.warn('session.refreshReused', { userId: said.userId, familyId: said.familyId });
    return undefined;
  }, 60);

export const changeFamily = (
  deps: Pick<Deps, 'store'>,
  key: { userId: UserId; familyId: string },
  fields: Partial<Pick<Family, 'hasSecondFactor'>> & { readonly orgId?: OrgId },
): Promise<boolean> => revise(outside(deps.store), familyKind, key, (row) => patched(row, fields));
