import { AppError } from '#contracts/core/errors.ts';
import type { Metrics } from '../../domain/observability/metrics.ts';
import type { Door, Limiter } from './limiter.ts';

/** The same limiter; it counts rejected calls by limit. */
export const measuredLimiter = (limiter: Limiter, metrics: Metrics): Limiter => {
  const counted = async <T>(door: Door, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
        metrics.count('rate_limited_total', { door });
      throw error;
    }
  };
  return {
    ...limiter,
    take: (door, subject) => counted(door, limiter.take(door, subject)),
    check: (door, subject) => counted(door, limiter.check(door, subject)),
  };
};
