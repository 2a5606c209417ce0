import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts calls in the memory of this process, so that floods of calls are rejected before they reach the store. It uses
 * the clock of the machine, not `deps.clock`.
 */
export interface AddressLimiter {
  /** Counts a call. Returns the seconds to wait; 0 if the call is allowed. */
  readonly enter: (what: string, rule: AddressLimitRule) => Promise<number>;
  readonly giveBack: (what: string, rule: AddressLimitRule) => Promise<void>;
}

export interface AddressLimitRule {
  readonly limit: number;
  readonly windowMs: number;
}

export const createAddressLimiter = (): AddressLimiter => {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = ({ limit, windowMs }: AddressLimitRule): RateLimiterMemory => {
    const name = `${limit}|${windowMs}`;
    const existing = limiters.get(name);
    if (existing !== undefined) return existing;
    const created = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 });
    limiters.set(name, created);
    return created;
  };
  return {
    enter: async (what, rule) => {
      try {
        await limiterOf(rule).consume(what);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
    giveBack: async (what, rule) => {
      await limiterOf(rule).reward(what);
    },
  };
};
