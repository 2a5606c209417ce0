export interface CachedFeed {
  /** Version of all source data of the calendar; it changes when one of the rows changes. */
  readonly version: string;
  readonly text: Buffer;
}

/** Largest total size of the cached calendars, in bytes. */
const maxBytes = 16 * 1024 * 1024;

export type FeedCache = (owner: string, version: string, make: () => Promise<Buffer>) => Promise<CachedFeed>;

/** Caches the last calendar of each owner. If the cache is full, the least recently used calendars are removed. */
export const createFeedCache = (most = maxBytes): FeedCache => {
  const kept = new Map<string, CachedFeed>();
  let bytes = 0;
  const drop = (owner: string): void => {
    bytes -= kept.get(owner)?.text.length ?? 0;
    kept.delete(owner);
  };
  const keep = (owner: string, feed: CachedFeed): void => {
    drop(owner);
    kept.set(owner, feed);
    bytes += feed.text.length;
    for (const oldest of kept.keys()) {
      if (bytes <= most) return;
      drop(oldest);
    }
  };
  return async (owner, version, make) => {
    const cached = kept.get(owner);
    const feed = cached?.version === version ? cached : { version, text: await make() };
    keep(owner, feed);
    return feed;
  };
};
