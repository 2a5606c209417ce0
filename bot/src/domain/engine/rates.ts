// Rate at which Teams lets a bot send (docs/decisions/025), as pure functions on values.

export interface Bucket {
  readonly tokens: number;
  /** Tokens a second. */
  readonly rate: number;
  /** Epoch ms. */
  readonly at: number;
  /** Epoch ms of the last refusal that counted. */
  readonly halvedAt: number | null;
}

const fullRate = 40;
/**
 * Lowest rate of a tenant that is refused again and again. At one message a second, with two of three calls refused, a team of
 * 100 would wait for five minutes.
 */
const lowestRate = 5;

/**
 * Number of requests that may go at once: with those that a second adds, they stay below the 50 a second that a tenant accepts.
 */
export const mostAtOnce = 10;

export const fullBucket = (now: number): Bucket => ({ tokens: mostAtOnce, rate: fullRate, at: now, halvedAt: null });

/** Fills with its rate, which climbs back by one a second after it was halved. */
export const refilled = ({ tokens, rate, at, halvedAt }: Bucket, now: number): Bucket => {
  const seconds = Math.max(0, now - at) / 1000;
  const climbed = Math.min(fullRate, rate + seconds);
  return { tokens: Math.min(mostAtOnce, tokens + seconds * rate), rate: climbed, at: now, halvedAt };
};

/** Returns the bucket after a take. A take without waiting can make its level negative. */
export const taken = (bucket: Bucket, count: number): Bucket => ({ ...bucket, tokens: bucket.tokens - count });

/** Milliseconds until `count` may go. */
export const waitFor = ({ tokens, rate }: Bucket, count: number): number =>
  tokens >= count ? 0 : Math.ceil(((count - tokens) / rate) * 1000);

/** After a 429. Refusals within one second count once: the messages in flight were all refused for the same reason. */
export const halved = (bucket: Bucket): Bucket =>
  bucket.halvedAt !== null && bucket.at >= bucket.halvedAt && bucket.at - bucket.halvedAt < 1_000
    ? { ...bucket, tokens: 0 }
    : { ...bucket, tokens: 0, rate: Math.max(lowestRate, bucket.rate / 2), halvedAt: bucket.at };

/** Requests that were answered together. */
export interface Answered {
  readonly at: number;
  readonly count: number;
}

const tenantLimit = { count: 50, ms: 1_000 };

/** The answered requests that still count towards a tenant's limit. */
export const recentlyAnswered = (answered: readonly Answered[], now: number): readonly Answered[] =>
  answered.filter(({ at }) => at > now - tenantLimit.ms && at <= now);

/**
 * Milliseconds until `count` more stay within what a tenant takes in a second. A request counts when it is answered,
 * because the service may have seen it as late as that; a request in flight counts as seen now.
 */
export const tenantWait = (
  answered: readonly Answered[],
  { count, inFlight }: { readonly count: number; readonly inFlight: number },
  now: number,
): number => {
  let room = tenantLimit.count - count - inFlight;
  for (const one of [...answered].reverse()) {
    room -= one.count;
    if (room < 0) return Math.max(0, one.at + tenantLimit.ms - now);
  }
  return 0;
};

interface Limit {
  readonly count: number;
  readonly ms: number;
}

/** Limits of one conversation: a count of messages for a number of milliseconds. */
export const conversationLimits: readonly Limit[] = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
];

/** Limits of a person's own chat, where each message is a notification. */
export const personLimits: readonly Limit[] = [...conversationLimits, { count: 10, ms: 60_000 }];

/** So far ahead may a message be given its moment. */
export const longestWaitMs = 1_000;

/** Epoch ms of the messages of the last hour, oldest first. Older messages count towards no limit and are dropped. */
export const recentSends = (sent: readonly number[], now: number): readonly number[] =>
  // If the clock was set back, entries lie in the future. They are dropped when they lie further ahead than the longest wait.
  sent.filter((at) => at > now - 3_600_000 && at <= now + longestWaitMs);

/** Milliseconds until one more may go to a conversation. */
export const conversationWait = (sent: readonly number[], now: number, limits: readonly Limit[]): number => {
  let wait = 0;
  for (const { count, ms } of limits) {
    const oldest = sent.at(-count);
    if (oldest !== undefined) wait = Math.max(wait, oldest + ms - now);
  }
  return wait;
};
