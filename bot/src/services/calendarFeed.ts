import { randomBytes } from 'node:crypto';
import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import type { readFeed as readFeedCall, userFeed } from '#contracts/calendarFeed.ts';
import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { OrgId, UserId } from '#contracts/ids.ts';
import { productName } from '#contracts/limits.ts';
import { digestOf } from '../domain/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { calendarFeed, profile as profileKind } from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { entriesOf } from './feedEntries.ts';
import type { FeedOwner } from './feedEntries.ts';
import { feedText } from './feedText.ts';
import type { Limiter } from './limiter.ts';
import { retryOnConflict } from './revise.ts';
import { livingOrg, openTeams, placesOf } from './standing.ts';

// A person's own calendar, under an address that only they are told. The secret in it names the account, so that one row is
// enough: with the account, or with the place in the organisation, the row goes and the address ends.

export interface FeedDeps extends Pick<Deps, 'store' | 'clock' | 'words' | 'isBillingEnabled' | 'publicUrl'> {
  readonly limiter: Limiter;
}

type Feed = OutputOf<typeof userFeed>;

const secretOf = (userId: UserId): string => userId + randomBytes(32).toString('base64url');

/** Ends the address. */
export const endFeed = ({ store }: Pick<Deps, 'store'>, userId: UserId, orgId: OrgId): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(store);
    const row = await records.get(calendarFeed, { userId, orgId });
    if (row !== undefined) await records.delete(calendarFeed, { userId, orgId }, row.etag);
  });

const renew = async ({ store, clock, publicUrl }: FeedDeps, userId: UserId, orgId: OrgId): Promise<Feed> => {
  const secret = secretOf(userId);
  const feed = { orgId, hash: digestOf(secret), createdAt: toInstant(clock.now()) };
  await outside(store).touch(calendarFeed, { userId, orgId }, feed);
  return { createdAt: feed.createdAt, url: `${publicUrl}/api/feed/${secret}.ics` };
};

/** Shows whether the caller has an address, makes a new one in place of it, or ends it. */
export const manageFeed = async (
  deps: FeedDeps,
  { userId, orgId, memberId }: Actor,
  { action }: ParsedOf<typeof userFeed>,
): Promise<Feed> => {
  if (userId === null) throw new AppError('UNAUTHENTICATED');
  switch (action) {
    case 'SHOW': {
      const row = await outside(deps.store).get(calendarFeed, { userId, orgId });
      return { createdAt: row?.value.createdAt ?? null, url: null };
    }
    case 'RENEW':
      if (memberId === null) throw new AppError('CONFLICT', { message: 'calendarFeed.noTeam' });
      return renew(deps, userId, orgId);
    case 'END':
      await endFeed(deps, userId, orgId);
      return { createdAt: null, url: null };
  }
};

const written = /^([0-9A-HJKMNP-TV-Z]{26})[A-Za-z0-9_-]{43}(?=\.ics$)/;

type FeedRow = ValueOf<typeof calendarFeed>;

const feedBehind = async (
  { store }: FeedDeps,
  file: string,
): Promise<{ readonly userId: UserId; readonly orgId: OrgId } | undefined> => {
  const [secret, id] = written.exec(file) ?? [];
  if (secret === undefined) return undefined;
  const userId = userIdSchema.parse(id);
  const hash = digestOf(secret);
  const rows = await outside(store).list(calendarFeed, { userId, orgId: '' as OrgId }, prefixRange('feed|'));
  const feed = rows.map((row): FeedRow => row.value).find((one) => one.hash === hash);
  return feed === undefined ? undefined : { userId, orgId: feed.orgId };
};

/** Whose calendar it is, while they are in a team of a living organisation. */
const ownerOf = async (deps: FeedDeps, userId: UserId, orgId: OrgId): Promise<FeedOwner | undefined> => {
  const records = inOrg(deps.store, orgId);
  const [organisation, account, user] = await Promise.all([
    livingOrg(records),
    outside(deps.store).get(profileKind, { userId }),
    records.get(orgUser, { userId }),
  ]);
  const memberId = user?.value.memberId ?? null;
  if (organisation === undefined || account === undefined || memberId === null) return undefined;
  const [member, places] = await Promise.all([records.get(orgMember, { memberId }), placesOf(records, memberId)]);
  const open = new Set(openTeams(places));
  if (member === undefined || open.size === 0) return undefined;
  const locale = account.value.locale ?? 'en';
  return { organisation, memberId, locale, places: places.filter(({ teamId }) => open.has(teamId)) };
};

interface FeedFile {
  readonly fileName: string;
  readonly text: string;
}

/**
 * The calendar at an address. Whatever is not one is NOT_FOUND: an address that was never made, one that was replaced, one of
 * somebody who has left or is switched off.
 */
export const readFeed = async (
  deps: FeedDeps,
  { file }: ParsedOf<typeof readFeedCall>,
  { address }: { readonly address: string },
): Promise<FeedFile> => {
  const feed = await feedBehind(deps, file);
  if (feed === undefined) {
    await deps.limiter.take('feedMiss', address);
    throw new AppError('NOT_FOUND');
  }
  await deps.limiter.take('feed', feed.userId);
  const owner = await ownerOf(deps, feed.userId, feed.orgId);
  if (owner === undefined) throw new AppError('NOT_FOUND');
  const words = deps.words(owner.locale);
  const name = words('calendarFeed.name', { product: productName, organisation: owner.organisation.name });
  const text = feedText(name, await entriesOf(deps, owner), deps);
  return { fileName: `${productName.toLowerCase()}.ics`, text };
};
