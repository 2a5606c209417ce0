import { createGenerationalCache } from '../../store/generationalCache.ts';

export interface CachedFeed {
  /** Version of all rows from which the calendar is built. It changes when one of these rows changes. */
  readonly version: string;
  readonly text: Buffer;
}

/** Largest total size of the cached calendars, in bytes. */
const maxBytes = 16 * 1024 * 1024;

export type FeedCache = (owner: string, version: string, make: () => Promise<Buffer>) => Promise<CachedFeed>;

/**
 * Caches the last calendar of each owner. If the cache is full, the calendars that were not used recently are removed.
 */
export const createFeedCache = (most = maxBytes): FeedCache => {
  const calendars = createGenerationalCache<CachedFeed>({ bytes: most, ms: Infinity, now: () => 0 });
  return async (owner, version, make) => {
    const cached = calendars.get(owner);
    if (cached?.version === version) return cached;
    const feed = { version, text: await make() };
    calendars.set(owner, feed, feed.text.length);
    return feed;
  };
};
