import {
  conversationWait,
  fullBucket,
  withHalvedRate,
  longestSpan,
  maxWaitMs,
  recentlyAnswered,
  recentSends,
  refilledBucket,
  withTokenTaken,
  tenantWait,
  waitFor,
} from '../../domain/engine/tokenBucket.ts';
import type { TenantThrottle, Bucket, Limit, RateLimits } from '../../domain/engine/tokenBucket.ts';
import { hourMs } from '../../domain/core/zonedTime.ts';
import type { JobDeps } from '../core/jobDeps.ts';

/** A conversation has had all it takes for now; nothing was sent. */
export class TooSoon extends Error {
  /** Epoch ms. */
  readonly notBefore: number;
  constructor(notBefore: number) {
    super('The conversation takes no more for now.');
    this.name = 'TooSoon';
    this.notBefore = notBefore;
  }
}

/** All work of a tenant lies in one shard of one instance, so its rates are kept in memory. */
export interface TokenBuckets {
  /** Waits until so many requests may go to the tenant. Callers of one tenant take turns from here until they spend. */
  ready(tenant: string, count: number): Promise<void>;
  /** Makes them. Takes the tokens at once; the requests count as in flight until `work` ends. */
  spend<T>(tenant: string, count: number, work: () => Promise<T>): Promise<T>;
  /** Waits until one more message may go to a conversation; fails with TooSoon when that is not within a second. */
  takeConversation(conversation: string): Promise<void>;
  /** The same for a person's chat, for a message that notifies them. */
  takePerson(conversation: string): Promise<void>;
  /** The tenant's service asked for less. */
  throttled(tenant: string): void;
  /** Messages a second the tenant takes now. */
  rate(tenant: string): number;
}

const sweepEvery = 1000;

export const createTokenBuckets = (
  { clock, sleep }: Pick<JobDeps, 'clock' | 'sleep'>,
  limits: RateLimits,
): TokenBuckets => {
  const spanMs = longestSpan([...limits.conversation, ...limits.person]);
  const tenants = new Map<string, Bucket>();
  const answered = new Map<string, readonly TenantThrottle[]>();
  const inFlight = new Map<string, number>();
  const conversations = new Map<string, readonly number[]>();
  let calls = 0;

  const bucketOf = (tenant: string): Bucket => {
    const now = clock.now();
    return refilledBucket(limits.tenant, tenants.get(tenant) ?? fullBucket(limits.tenant, now), now);
  };

  const answeredOf = (tenant: string): readonly TenantThrottle[] =>
    recentlyAnswered(limits.tenant, answered.get(tenant) ?? [], clock.now());

  const follow = (tenant: string, change: number): void => {
    const left = (inFlight.get(tenant) ?? 0) + change;
    if (left === 0) inFlight.delete(tenant);
    else inFlight.set(tenant, left);
  };

  // Idle tenants and conversations are as good as new ones.
  const sweep = (): void => {
    calls += 1;
    if (calls % sweepEvery !== 0) return;
    const now = clock.now();
    for (const [tenant, bucket] of tenants) if (now - bucket.at > hourMs) tenants.delete(tenant);
    for (const tenant of answered.keys()) if (answeredOf(tenant).length === 0) answered.delete(tenant);
    for (const [name, sent] of conversations)
      if (recentSends(sent, spanMs, now).length === 0) conversations.delete(name);
  };

  const enter = async (conversation: string, of: readonly Limit[]): Promise<void> => {
    const now = clock.now();
    const before = conversations.get(conversation);
    // Most conversations get at most one message an hour, so they need no wait.
    if (before === undefined) {
      conversations.set(conversation, [now]);
      return;
    }
    const sent = recentSends(before, spanMs, now);
    const wait = conversationWait(sent, now, of);
    // Others of the tenant are not kept waiting for this one.
    if (wait > maxWaitMs) throw new TooSoon(now + wait);
    conversations.set(conversation, [...sent, now + wait]);
    if (wait > 0) await sleep(wait);
  };

  return {
    ready: async (tenant, count) => {
      sweep();
      const now = clock.now();
      const requests = { count, inFlight: inFlight.get(tenant) ?? 0 };
      const wait = Math.max(
        waitFor(bucketOf(tenant), count),
        tenantWait(limits.tenant, answeredOf(tenant), requests, now),
      );
      if (wait > 0) await sleep(wait);
    },
    spend: async (tenant, count, work) => {
      tenants.set(tenant, withTokenTaken(bucketOf(tenant), count));
      follow(tenant, count);
      try {
        return await work();
      } finally {
        follow(tenant, -count);
        answered.set(tenant, [...answeredOf(tenant), { at: clock.now(), count }]);
      }
    },
    takeConversation: (conversation) => enter(conversation, limits.conversation),
    takePerson: (conversation) => enter(conversation, limits.person),
    throttled: (tenant) => {
      tenants.set(tenant, withHalvedRate(limits.tenant, bucketOf(tenant)));
    },
    rate: (tenant) => bucketOf(tenant).rate,
  };
};
