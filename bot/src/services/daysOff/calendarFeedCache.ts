export interface KeptFeed {
  /** Version of all source data of the calendar. */
  readonly version: string;
  readonly text: Buffer;
}

/** Total bytes of all cached calendars. */
const mostBytes = 16 * 1024 * 1024;

export type FeedCache = (owner: string, version: string, make: () => Promise<Buffer>) => Promise<KeptFeed>;

/** Caches the last calendar of each owner; the least recently used ones are removed first. */
export const createFeedCache = (most = mostBytes): FeedCache => {
  const kept = new Map<string, KeptFeed>();
  let bytes = 0;
  const drop = (owner: string): void => {
    bytes -= kept.get(owner)?.text.length ?? 0;
    kept.delete(owner);
  };
  const keep = (owner: string, feed: KeptFeed): void => {
    drop(owner);
    kept.set(owner, feed);
    bytes += feed.text.length;
    for (const oldest of kept.keys()) {
      if (bytes <= most) return;
      drop(oldest);
    }
  };
  return async (owner, version, make) => {
    const known = kept.get(owner);
    const feed = known?.version === version ? known : { version, text: await make() };
    keep(owner, feed);
    return feed;
  };
};
