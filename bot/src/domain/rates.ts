// How fast Teams lets a bot send (design/architecture.md, Sender), as arithmetic on values.

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
const lowestRate = 1;

/** So many requests may go at once: with what a second adds, they stay below the 50 a second that a tenant takes. */
export const mostAtOnce = 10;

export const fullBucket = (now: number): Bucket => ({ tokens: mostAtOnce, rate: fullRate, at: now, halvedAt: null });

/** Fills with its rate, which climbs back by one a second after it was halved. */
export const refilled = ({ tokens, rate, at, halvedAt }: Bucket, now: number): Bucket => {
  const seconds = Math.max(0, now - at) / 1000;
  const climbed = Math.min(fullRate, rate + seconds);
  return { tokens: Math.min(mostAtOnce, tokens + seconds * rate), rate: climbed, at: now, halvedAt };
};

/** The bucket after taking; what was not waited for leaves it in debt. */
export const taken = (bucket: Bucket, count: number): Bucket => ({ ...bucket, tokens: bucket.tokens - count });

/** Milliseconds until `count` may go. */
export const waitFor = ({ tokens, rate }: Bucket, count: number): number =>
  tokens >= count ? 0 : Math.ceil(((count - tokens) / rate) * 1000);

/** After a 429. Those of one second say the same thing: a wave of eight is one refusal. */
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

/** Those that the limit of a tenant still looks at. */
export const recentlyAnswered = (answered: readonly Answered[], now: number): readonly Answered[] =>
  answered.filter(({ at }) => at > now - tenantLimit.ms && at <= now);

/**
 * Milliseconds until `count` more stay within what a tenant takes in a second. A request counts when it was answered:
 * however long it was on its way, the service saw it no later.
 */
export const tenantWait = (answered: readonly Answered[], count: number, now: number): number => {
  let room = tenantLimit.count - count;
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

/** Limits of one conversation: so many within so many milliseconds. */
export const conversationLimits: readonly Limit[] = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
];

/** Of a person's own chat, where each message is a notification. */
export const personLimits: readonly Limit[] = [...conversationLimits, { count: 10, ms: 60_000 }];

/** So far ahead may a message be given its moment. */
export const longestWaitMs = 1_000;

/** Epoch ms of the messages of the last hour, oldest first; those that no limit looks at any more are dropped. */
export const recentSends = (sent: readonly number[], now: number): readonly number[] =>
  // What a clock that was set back left in the future is not held against anybody.
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
