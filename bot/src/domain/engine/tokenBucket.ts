// Rate at which a chat platform lets a bot send, as pure functions on values. The platform's gateway has the numbers.

/** At most a count of messages or requests in any span of so many milliseconds. */
export interface Limit {
  readonly count: number;
  readonly ms: number;
}

/** The rate of one tenant. */
export interface TenantRate {
  /** Requests a second. */
  readonly fullRate: number;
  /** Lowest rate of a tenant that is refused again and again. */
  readonly lowestRate: number;
  /** Requests that may go at once. */
  readonly mostAtOnce: number;
  /** What a tenant accepts. */
  readonly limit: Limit;
}

export interface RateLimits {
  readonly tenant: TenantRate;
  /** Limits of one conversation. */
  readonly conversation: readonly Limit[];
  /** Limits of a person's own chat, where each message is a notification. */
  readonly person: readonly Limit[];
}

export interface Bucket {
  readonly tokens: number;
  /** Tokens a second. */
  readonly rate: number;
  /** Epoch ms. */
  readonly at: number;
  /** Epoch ms of the last refusal that counted. */
  readonly halvedAt: number | null;
}

export const fullBucket = ({ mostAtOnce: maxBurst, fullRate }: TenantRate, now: number): Bucket => ({
  ...{ tokens: maxBurst, rate: fullRate, at: now, halvedAt: null },
});

/** Fills with its rate, which climbs back by one a second after it was halved. */
export const refilledBucket = (
  { mostAtOnce: maxBurst, fullRate }: TenantRate,
  { tokens, rate, at, halvedAt }: Bucket,
  now: number,
): Bucket => {
  const seconds = Math.max(0, now - at) / 1000;
  const climbed = Math.min(fullRate, rate + seconds);
  return { tokens: Math.min(maxBurst, tokens + seconds * rate), rate: climbed, at: now, halvedAt };
};

/** Returns the bucket after a take. A take without waiting can make its level negative. */
export const withTokenTaken = (bucket: Bucket, count: number): Bucket => ({ ...bucket, tokens: bucket.tokens - count });

/** Milliseconds until `count` may go. */
export const waitFor = ({ tokens, rate }: Bucket, count: number): number =>
  tokens >= count ? 0 : Math.ceil(((count - tokens) / rate) * 1000);

/** After a refusal. Refusals within one second count once: the messages in flight were all refused for the same reason. */
export const withHalvedRate = ({ lowestRate }: TenantRate, bucket: Bucket): Bucket =>
  bucket.halvedAt !== null && bucket.at >= bucket.halvedAt && bucket.at - bucket.halvedAt < 1_000
    ? { ...bucket, tokens: 0 }
    : { ...bucket, tokens: 0, rate: Math.max(lowestRate, bucket.rate / 2), halvedAt: bucket.at };

/** Requests that were answered together. */
export interface TenantThrottle {
  readonly at: number;
  readonly count: number;
}

/** The answered requests that still count towards a tenant's limit. */
export const recentlyAnswered = (
  { limit }: TenantRate,
  answered: readonly TenantThrottle[],
  now: number,
): readonly TenantThrottle[] => answered.filter(({ at }) => at > now - limit.ms && at <= now);

/**
 * Milliseconds until `count` more stay within what a tenant takes. A request counts when it is answered, because the service may
 * have seen it as late as that; a request in flight counts as seen now.
 */
export const tenantWait = (
  { limit }: TenantRate,
  answered: readonly TenantThrottle[],
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

/** So far ahead may a message be given its moment. */
export const maxWaitMs = 1_000;

/** The span of the longest limit: older messages count towards none. */
export const longestSpan = (limits: readonly Limit[]): number => Math.max(0, ...limits.map((limit) => limit.ms));

/** Epoch ms of the messages of the last `spanMs`, oldest first. */
export const recentSends = (sent: readonly number[], spanMs: number, now: number): readonly number[] =>
  // If the clock was set back, entries lie in the future. They are dropped when they lie further ahead than the longest wait.
  sent.filter((at) => at > now - spanMs && at <= now + maxWaitMs);

/** Milliseconds until one more may go to a conversation. */
export const conversationWait = (sent: readonly number[], now: number, limits: readonly Limit[]): number => {
  let wait = 0;
  for (const { count, ms } of limits) {
    const oldest = sent.at(-count);
    if (oldest !== undefined) wait = Math.max(wait, oldest + ms - now);
  }
  return wait;
};
