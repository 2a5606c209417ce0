import { randomBytes } from 'node:crypto';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { readFeed as readFeedCall, userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../store/kinds/daysOff/calendarFeed.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { createFeedCache } from './publishedFeedCache.ts';
import type { CachedFeed } from './publishedFeedCache.ts';
import { makeFeedEntries } from './publishedFeedEntries.ts';
import { readFeedState } from './publishedFeedSources.ts';
import type { FeedOwner, FeedState } from './publishedFeedSources.ts';
import { feedText } from './publishedFeedIcs.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import {
  findActiveOrganisation,
  accessibleTeamIds,
  findTeamMemberships,
} from '../tenancy/activeOrganisationAndTeams.ts';

// Serves a person's calendar feed at a URL that only the owner knows. The secret in the URL begins with the account's
// id, so the feed's row is found among the rows of the account. When the account or its membership is removed, the row
// is removed too, and the URL no longer works.

export interface FeedDeps extends Pick<Deps, 'store' | 'clock' | 'translateFor' | 'isBillingEnabled' | 'publicUrl'> {
  readonly limiter: Limiter;
}

type Feed = OutputOf<typeof userFeed>;

const secretOf = (userId: UserId): string => userId + randomBytes(32).toString('base64url');

export const endCalendarFeed = ({ store }: Pick<Deps, 'store'>, userId: UserId, orgId: OrgId): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(store);
    const row = await records.get(calendarFeed, { userId, orgId });
    if (row !== undefined) await records.delete(calendarFeed, { userId, orgId }, row.etag);
  });

const renew = async (
  { store, clock, publicUrl }: FeedDeps,
  userId: UserId,
  orgId: OrgId,
  epoch: number,
): Promise<Feed> => {
  const secret = secretOf(userId);
  const feed = { orgId, hash: digestOf(secret), createdAt: toInstant(clock.now()), epoch };
  await outside(store).touch(calendarFeed, { userId, orgId }, feed);
  return { createdAt: feed.createdAt, url: `${publicUrl}/api/feed/${secret}.ics` };
};

type FeedRow = ValueOf<typeof calendarFeed>;

/**
 * Returns the row of the calendar URL. Undefined if the URL was created before the last password reset, because an
 * attacker with a stolen session may have created it.
 */
const currentFeed = async (
  { store }: Pick<Deps, 'store'>,
  userId: UserId,
  feed: FeedRow | undefined,
): Promise<FeedRow | undefined> => {
  const profile = await outside(store).get(profileKind, { userId });
  return (feed?.epoch ?? 0) >= (profile?.value.joinsFrom ?? 0) ? feed : undefined;
};

/** Returns whether the caller has a calendar URL (SHOW), replaces it with a new one, or deletes it. */
export const manageCalendarFeed = async (
  deps: FeedDeps,
  { userId, orgId, memberId, signIn }: Actor,
  { action }: ParsedOf<typeof userFeed>,
): Promise<Feed> => {
  if (userId === null) throw new AppError('UNAUTHENTICATED');
  switch (action) {
    case 'SHOW': {
      const row = await outside(deps.store).get(calendarFeed, { userId, orgId });
      const feed = await currentFeed(deps, userId, row?.value);
      return { createdAt: feed?.createdAt ?? null, url: null };
    }
    case 'RENEW':
      if (memberId === null) throw new AppError('CONFLICT', { message: 'calendarFeed.noTeam' });
      return renew(deps, userId, orgId, signIn?.epoch ?? 0);
    case 'END':
      await endCalendarFeed(deps, userId, orgId);
      return { createdAt: null, url: null };
  }
};

const written = /^([0-9A-HJKMNP-TV-Z]{26})[A-Za-z0-9_-]{43}(?=\.ics$)/;

const feedBehind = async (
  { store }: FeedDeps,
  file: string,
): Promise<{ readonly userId: UserId; readonly orgId: OrgId } | undefined> => {
  const [secret, id] = written.exec(file) ?? [];
  if (secret === undefined) return undefined;
  const userId = userIdSchema.parse(id);
  const hash = digestOf(secret);
  const rows = await outside(store).list(calendarFeed, { userId }, prefixRange('feed|'));
  const feed = rows.map((row): FeedRow => row.value).find((item) => item.hash === hash);
  const current = await currentFeed({ store }, userId, feed);
  return current === undefined ? undefined : { userId, orgId: current.orgId };
};

/** Returns the owner of a calendar feed; undefined for a person who can enter no team of an active organisation. */
const ownerOf = async (deps: FeedDeps, userId: UserId, orgId: OrgId): Promise<FeedOwner | undefined> => {
  const records = inOrg(deps.store, orgId);
  const [organisation, account, user] = await Promise.all([
    findActiveOrganisation(records),
    outside(deps.store).get(profileKind, { userId }),
    records.get(orgUser, { userId }),
  ]);
  const memberId = user?.value.memberId ?? null;
  if (organisation === undefined || account === undefined || memberId === null) return undefined;
  const [member, places] = await Promise.all([
    records.get(orgMember, { memberId }),
    findTeamMemberships(records, memberId),
  ]);
  const open = new Set(accessibleTeamIds(places));
  if (member === undefined || open.size === 0) return undefined;
  const locale = account.value.locale ?? 'en';
  return { organisation, memberId, locale, places: places.filter(({ teamId }) => open.has(teamId)) };
};

export interface FeedFile extends CachedFeed {
  readonly fileName: string;
}

const cache = createFeedCache();

const makeText = async (deps: FeedDeps, state: FeedState, pause: Pause): Promise<Buffer> => {
  const { owner } = state;
  const t = deps.translateFor(owner.locale);
  const name = t('calendarFeed.name', { product: productName, organisation: owner.organisation.name });
  const entries = await makeFeedEntries(state, { t, now: deps.clock.now(), pause });
  return feedText(name, entries, deps, pause);
};

/**
 * Returns the calendar at a URL, from the cache if none of its source rows has changed. Throws NOT_FOUND for an unknown
 * or replaced URL, and while the owner is in no team or disabled in all. The request counts against the rate limit
 * before the calendar's rows are read.
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
  const pause = await startSlices();
  const state = await readFeedState(deps, owner, pause);
  const kept = await cache(`${feed.userId} ${feed.orgId}`, state.version, () => makeText(deps, state, pause));
  return { fileName: `${productName.toLowerCase()}.ics`, ...kept };
};
