// Computes how fast a bot may send to a chat platform, as pure functions on values. The gateway of the platform defines
// the limits.

/** Rate limit of messages or requests: at most `count` within `ms` milliseconds. */
export interface Limit {
  readonly count: number;
  readonly ms: number;
}

export interface TenantRate {
  /** Requests per second while no request is refused. */
  readonly fullRate: number;
  /** Lowest rate after repeated refusals, in requests per second. */
  readonly lowestRate: number;
  readonly mostAtOnce: number;
  /** Number of requests that the platform accepts for this tenant within a time span. */
  readonly limit: Limit;
}

export interface RateLimits {
  readonly tenant: TenantRate;
  readonly conversation: readonly Limit[];
  /** Rate limits of a person's own chat, in which each message causes a notification. */
  readonly person: readonly Limit[];
}

export interface Bucket {
  readonly tokens: number;
  /** Tokens that are added per second. */
  readonly rate: number;
  /** Epoch ms at which the bucket contained `tokens`. */
  readonly at: number;
  /** Epoch ms of the last refusal that halved the rate; null = no refusal yet. */
  readonly halvedAt: number | null;
}

export const fullBucket = ({ mostAtOnce: maxBurst, fullRate }: TenantRate, now: number): Bucket => ({
  ...{ tokens: maxBurst, rate: fullRate, at: now, halvedAt: null },
});

/**
 * Returns the bucket filled up to `now`. A halved rate rises each second by one request per second, up to the full
 * rate.
 */
export const refilledBucket = (
  { mostAtOnce: maxBurst, fullRate }: TenantRate,
  { tokens, rate, at, halvedAt }: Bucket,
  now: number,
): Bucket => {
  const seconds = Math.max(0, now - at) / 1000;
  const climbed = Math.min(fullRate, rate + seconds);
  return { tokens: Math.min(maxBurst, tokens + seconds * rate), rate: climbed, at: now, halvedAt };
};

/** Returns the bucket after tokens were taken. The number of tokens becomes negative if the caller did not wait. */
export const withTokenTaken = (bucket: Bucket, count: number): Bucket => ({ ...bucket, tokens: bucket.tokens - count });

/** Returns the milliseconds until the bucket contains `count` tokens. */
export const waitFor = ({ tokens, rate }: Bucket, count: number): number =>
  tokens >= count ? 0 : Math.ceil(((count - tokens) / rate) * 1000);

/**
 * Returns the bucket after a refusal: empty and with half the rate. Refusals within one second halve the rate only
 * once, because messages that were in flight together are refused for the same reason.
 */
export const withHalvedRate = ({ lowestRate }: TenantRate, bucket: Bucket): Bucket =>
  bucket.halvedAt !== null && bucket.at >= bucket.halvedAt && bucket.at - bucket.halvedAt < 1_000
    ? { ...bucket, tokens: 0 }
    : { ...bucket, tokens: 0, rate: Math.max(lowestRate, bucket.rate / 2), halvedAt: bucket.at };

/** Number of requests to a tenant that were answered at the same instant (`at`, epoch ms). */
export interface AnsweredRequests {
  readonly at: number;
  readonly count: number;
}

export const recentlyAnswered = (
  { limit }: TenantRate,
  answered: readonly AnsweredRequests[],
  now: number,
): readonly AnsweredRequests[] => answered.filter(({ at }) => at > now - limit.ms && at <= now);

/**
 * Returns the milliseconds until `count` more requests stay within the tenant's limit. A request counts from the
 * instant of its reply, because the platform may have received the request just before the reply. A request in flight
 * counts as received now.
 */
export const tenantWait = (
  { limit }: TenantRate,
  answered: readonly AnsweredRequests[],
  { count, inFlight }: { readonly count: number; readonly inFlight: number },
  now: number,
): number => {
  let room = limit.count - count - inFlight;
  for (const request of [...answered].reverse()) {
    room -= request.count;
    if (room < 0) return Math.max(0, request.at + limit.ms - now);
  }
  return 0;
};

/**
 * Maximum milliseconds for which a request waits for the rate limit of its conversation. The sender postpones a request
 * that would wait longer.
 */
export const maxWaitMs = 1_000;

/** Returns the longest time span of the limits. Older messages count towards none of them. */
export const longestSpan = (limits: readonly Limit[]): number => Math.max(0, ...limits.map((limit) => limit.ms));

/** Returns the epoch ms of the messages sent in the last `spanMs` milliseconds, oldest first. */
export const recentSends = (sent: readonly number[], spanMs: number, now: number): readonly number[] =>
  // A waiting message is stored with its future instant, at most `maxWaitMs` ahead. Later entries exist only if the
  // clock was set back; they are dropped, because they would delay messages too long.
  sent.filter((at) => at > now - spanMs && at <= now + maxWaitMs);

/** Returns the milliseconds until one more message may be sent to the conversation. */
export const conversationWait = (sent: readonly number[], now: number, limits: readonly Limit[]): number => {
  let wait = 0;
  for (const { count, ms } of limits) {
    const oldest = sent.at(-count);
    if (oldest !== undefined) wait = Math.max(wait, oldest + ms - now);
  }
  return wait;
};
