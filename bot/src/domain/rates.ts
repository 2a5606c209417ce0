// How fast Teams lets a bot send (design/architecture.md, Sender), as arithmetic on values.

export interface Bucket {
  readonly tokens: number;
  /** Tokens a second. */
  readonly rate: number;
  /** Epoch ms. */
  readonly at: number;
}

const fullRate = 40;
const lowestRate = 1;

export const fullBucket = (now: number): Bucket => ({ tokens: fullRate, rate: fullRate, at: now });

/** Fills with its rate, which climbs back by one a second after it was halved. */
export const refilled = ({ tokens, rate, at }: Bucket, now: number): Bucket => {
  const seconds = Math.max(0, now - at) / 1000;
  const climbed = Math.min(fullRate, rate + seconds);
  return { tokens: Math.min(climbed, tokens + seconds * rate), rate: climbed, at: now };
};

/** The bucket after taking, which may leave it in debt: the next one waits longer. */
export const taken = (bucket: Bucket, count: number): Bucket => ({ ...bucket, tokens: bucket.tokens - count });

/** Milliseconds until `count` may go. */
export const waitFor = ({ tokens, rate }: Bucket, count: number): number =>
  tokens >= count ? 0 : Math.ceil(((count - tokens) / rate) * 1000);

/** After a 429. */
export const halved = (bucket: Bucket): Bucket => ({
  ...bucket,
  tokens: 0,
  rate: Math.max(lowestRate, bucket.rate / 2),
});

/** Limits of one conversation: so many within so many milliseconds. */
const conversationLimits = [
  { count: 7, ms: 1_000 },
  { count: 8, ms: 2_000 },
  { count: 60, ms: 30_000 },
  { count: 1_800, ms: 3_600_000 },
] as const;

/** Epoch ms of the messages of the last hour, oldest first; those that no limit looks at any more are dropped. */
export const recentSends = (sent: readonly number[], now: number): readonly number[] =>
  sent.filter((at) => at > now - 3_600_000 && at <= now);

/** Milliseconds until one more may go to a conversation. */
export const conversationWait = (sent: readonly number[], now: number): number =>
  Math.max(
    0,
    ...conversationLimits.map(({ count, ms }) => {
      const oldest = sent.at(-count);
      return oldest === undefined ? 0 : oldest + ms - now;
    }),
  );
