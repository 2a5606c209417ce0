import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { RateLimit, Limiter } from './storedRateLimiter.ts';

/** Wraps a limiter, so that the metric `rate_limited_total` counts rejected calls by limit. */
export const limiterWithMetrics = (limiter: Limiter, metrics: Metrics): Limiter => {
  const counted = async <T>(limit: RateLimit, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
        metrics.count('rate_limited_total', { door: limit });
      throw error;
    }
  };
  return {
    ...limiter,
    take: (limit, subject) => counted(limit, limiter.take(limit, subject)),
    check: (limit, subject) => counted(limit, limiter.check(limit, subject)),
  };
};
