import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createCountedKeys } from '../../concurrency/countedKeys.ts';
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
} from '../../domain/engine/tokenBucketAndSendWaits.ts';
import type { AnsweredRequests, Bucket, Limit, RateLimits } from '../../domain/engine/tokenBucketAndSendWaits.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import { hourMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { createGenerationalCache } from '../../store/generationalCache.ts';
import type { GenerationalCache } from '../../store/generationalCache.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';

/** Thrown if a conversation currently accepts no more messages. Nothing was sent. */
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
 * Limits the rate of requests to each tenant and each conversation. The state is in memory, because one instance
 * handles all work of a tenant.
 */
export interface TokenBuckets {
  /**
   * Waits until `count` requests may be sent to the tenant. For one tenant, `ready` and the `spend` after it must not
   * overlap with those of another caller, because both callers would use the same tokens.
   */
  ready(tenant: string, count: number): Promise<void>;
  /**
   * Runs `work`, which makes `count` requests. The tokens are taken at the start, and the requests count as in flight
   * until `work` ends.
   */
  spend<T>(tenant: string, count: number, work: () => Promise<T>): Promise<T>;
  /**
   * Waits until one more message may be sent to a conversation. Throws TooSoon if the wait would be longer than a
   * second.
   */
  takeConversation(conversation: string): Promise<void>;
  /**
   * Waits like `takeConversation`, but with the limits of a person's own chat, in which each message causes a
   * notification.
   */
  takePerson(conversation: string): Promise<void>;
  /** Halves the rate of a tenant after the chat service refused a request because of its rate limit. */
  throttled(tenant: string): void;
  rate(tenant: string): number;
}

/**
 * Keeps a value for each name. A value that was not used for `ms` equals the value of a new name, so it is dropped.
 * Idle names are dropped together: a search for them would block the event loop, because an instance sends to hundreds
 * of thousands of conversations an hour.
 */
const valuesUsedWithin = <T>(ms: number, clock: Clock): GenerationalCache<T> =>
  createGenerationalCache<T>({ bytes: Infinity, ms, now: () => clock.now() });

/** The token bucket, the number of requests in flight and the recently answered requests of each tenant. */
class TenantRates {
  readonly #clock: Clock;
  readonly #limit: RateLimits['tenant'];
  readonly #buckets: GenerationalCache<Bucket>;
  readonly #answered: GenerationalCache<readonly AnsweredRequests[]>;
  readonly #inFlight = createCountedKeys<string>();
  constructor(clock: Clock, limit: RateLimits['tenant']) {
    this.#clock = clock;
    this.#limit = limit;
    this.#buckets = valuesUsedWithin(hourMs, clock);
    this.#answered = valuesUsedWithin(limit.limit.ms, clock);
  }

  bucketOf(tenant: string): Bucket {
    const now = this.#clock.now();
    return refilledBucket(this.#limit, this.#buckets.get(tenant) ?? fullBucket(this.#limit, now), now);
  }

  #answeredOf(tenant: string): readonly AnsweredRequests[] {
    return recentlyAnswered(this.#limit, this.#answered.get(tenant) ?? [], this.#clock.now());
  }

  /** Returns the milliseconds until `count` requests may be sent to the tenant. */
  waitOf(tenant: string, count: number): number {
    const requests = { count, inFlight: this.#inFlight.get(tenant) };
    return Math.max(
      waitFor(this.bucketOf(tenant), count),
      tenantWait(this.#limit, this.#answeredOf(tenant), requests, this.#clock.now()),
    );
  }

  begin(tenant: string, count: number): void {
    this.#buckets.set(tenant, withTokenTaken(this.bucketOf(tenant), count), 1);
    this.#inFlight.add(tenant, count);
  }

  end(tenant: string, count: number): void {
    this.#inFlight.add(tenant, -count);
    this.#answered.set(tenant, [...this.#answeredOf(tenant), { at: this.#clock.now(), count }], 1);
  }

  halveRate(tenant: string): void {
    this.#buckets.set(tenant, withHalvedRate(this.#limit, this.bucketOf(tenant)), 1);
  }
}

class ConversationSends {
  readonly #deps: Pick<JobDeps, 'clock' | 'sleep'>;
  readonly #spanMs: number;
  readonly #sends: GenerationalCache<readonly number[]>;
  constructor(deps: Pick<JobDeps, 'clock' | 'sleep'>, spanMs: number) {
    this.#deps = deps;
    this.#spanMs = spanMs;
    // A message that waits is stored with its instant of sending, at most `maxWaitMs` ahead.
    this.#sends = valuesUsedWithin(spanMs + maxWaitMs, deps.clock);
  }

  async take(conversation: string, limits: readonly Limit[]): Promise<void> {
    const now = this.#deps.clock.now();
    const before = this.#sends.get(conversation);
    // The first message to a conversation never waits. Most conversations get at most one message an hour.
    if (before === undefined) {
      this.#sends.set(conversation, [now], 1);
      return;
    }
    const sent = recentSends(before, this.#spanMs, now);
    const wait = conversationWait(sent, now, limits);
    // A long wait would also delay the other messages of the tenant, so the call fails instead.
    if (wait > maxWaitMs) throw new TooSoon(now + wait);
    this.#sends.set(conversation, [...sent, now + wait], 1);
    if (wait > 0) await this.#deps.sleep(wait);
  }
}

export const createTokenBuckets = (
  { clock, sleep }: Pick<JobDeps, 'clock' | 'sleep'>,
  limits: RateLimits,
): TokenBuckets => {
  const tenants = new TenantRates(clock, limits.tenant);
  const conversations = new ConversationSends(
    { clock, sleep },
    longestSpan([...limits.conversation, ...limits.person]),
  );
  return {
    ready: async (tenant, count) => {
      const wait = tenants.waitOf(tenant, count);
      if (wait > 0) await sleep(wait);
    },
    spend: async (tenant, count, work) => {
      tenants.begin(tenant, count);
      try {
        return await work();
      } finally {
        tenants.end(tenant, count);
      }
    },
    takeConversation: (conversation) => conversations.take(conversation, limits.conversation),
    takePerson: (conversation) => conversations.take(conversation, limits.person),
    throttled: (tenant) => {
      tenants.halveRate(tenant);
    },
    rate: (tenant) => tenants.bucketOf(tenant).rate,
  };
};

/**
 * Returns the name by which the rate limiter knows a person's chat. It does not contain the id of the chat, because the
 * chat may not exist yet.
 */
export const chatName = (orgId: OrgId, memberId: MemberId): string => `${orgId}|${memberId}`;
