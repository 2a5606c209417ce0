import { conversationWait, fullBucket, halved, recentSends, refilled, taken, waitFor } from '../domain/rates.ts';
import type { Bucket } from '../domain/rates.ts';
import { hourMs } from '../domain/time.ts';
import type { JobDeps } from './jobDeps.ts';

/** All work of a tenant lies in one shard of one instance, so its rates are kept in memory. */
export interface TokenBuckets {
  /** Waits until so many messages may go to the tenant. */
  take(tenant: string, count: number): Promise<void>;
  /** Waits until one more message may go to a conversation. */
  takeConversation(conversation: string): Promise<void>;
  /** The tenant's service asked for less. */
  throttled(tenant: string): void;
  /** Messages a second the tenant takes now. */
  rate(tenant: string): number;
}

const sweepEvery = 1000;

export const createTokenBuckets = ({ clock, sleep }: Pick<JobDeps, 'clock' | 'sleep'>): TokenBuckets => {
  const tenants = new Map<string, Bucket>();
  const conversations = new Map<string, readonly number[]>();
  let calls = 0;

  const bucketOf = (tenant: string): Bucket => {
    const now = clock.now();
    return refilled(tenants.get(tenant) ?? fullBucket(now), now);
  };

  // Idle tenants and conversations are as good as new ones.
  const sweep = (): void => {
    calls += 1;
    if (calls % sweepEvery !== 0) return;
    const now = clock.now();
    for (const [tenant, bucket] of tenants) if (now - bucket.at > hourMs) tenants.delete(tenant);
    for (const [name, sent] of conversations) if (recentSends(sent, now).length === 0) conversations.delete(name);
  };

  return {
    take: async (tenant, count) => {
      sweep();
      const bucket = bucketOf(tenant);
      tenants.set(tenant, taken(bucket, count));
      const wait = waitFor(bucket, count);
      if (wait > 0) await sleep(wait);
    },
    takeConversation: async (conversation) => {
      const now = clock.now();
      const sent = recentSends(conversations.get(conversation) ?? [], now);
      const wait = conversationWait(sent, now);
      conversations.set(conversation, [...sent, now + wait]);
      if (wait > 0) await sleep(wait);
    },
    throttled: (tenant) => {
      tenants.set(tenant, halved(bucketOf(tenant)));
    },
    rate: (tenant) => bucketOf(tenant).rate,
  };
};
