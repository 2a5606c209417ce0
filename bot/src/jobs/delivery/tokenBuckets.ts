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

/** Thrown if a conversation accepts no more messages for now. Nothing was sent. */
export class TooSoon extends Error {
  /** Epoch ms at which the conversation accepts the next message. */
  readonly notBefore: number;
  constructor(notBefore: number) {
    super('The conversation takes no more for now.');
    this.name = 'TooSoon';
    this.notBefore = notBefore;
  }
}

/**
 * Limits the rate of requests to each tenant and conversation. The state is in memory, because all work of a tenant runs on one
 * instance.
 */
export interface TokenBuckets {
  /**
   * Waits until `count` requests may go to the tenant. Callers of one tenant call it one after the other and then `spend`, so
   * that two callers do not use the same tokens.
   */
  ready(tenant: string, count: number): Promise<void>;
  /**
   * Runs `work`, which makes `count` requests. Takes the tokens at the start; the requests count as in flight until `work` ends.
   */
  spend<T>(tenant: string, count: number, work: () => Promise<T>): Promise<T>;
  /** Waits until one more message may go to a conversation. Throws TooSoon if the wait would be longer than a second. */
  takeConversation(conversation: string): Promise<void>;
  /** Waits like `takeConversation`, for a message in a person's own chat, which notifies the person. */
  takePerson(conversation: string): Promise<void>;
  /** Halves the rate of a tenant, because the chat service asked for fewer requests. */
  throttled(tenant: string): void;
  /** Returns the tenant's current rate, in requests per second. */
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

  // Removes idle tenants and conversations, because their state equals that of new ones.
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
    // Most conversations get at most one message an hour and need no wait.
    if (before === undefined) {
      conversations.set(conversation, [now]);
      return;
    }
    const sent = recentSends(before, spanMs, now);
    const wait = conversationWait(sent, now, of);
    // A long wait would also delay the tenant's other messages, so the call fails instead.
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
