import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts in this process's memory, by the machine's clock: it rejects floods before they reach the store. */
export interface AddressGate {
  /** Seconds to wait; 0 = no wait. */
  readonly enter: (what: string, rule: GateRule) => Promise<number>;
  readonly giveBack: (what: string, rule: GateRule) => Promise<void>;
}

export interface GateRule {
  readonly limit: number;
  readonly windowMs: number;
}

export const createAddressGate = (): AddressGate => {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = ({ limit, windowMs }: GateRule): RateLimiterMemory => {
    const name = `${limit}|${windowMs}`;
    const there = limiters.get(name);
    if (there !== undefined) return there;
    const made = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 });
    limiters.set(name, made);
    return made;
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
