import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { reportVitals as reportVitalsCall } from '#contracts/operations/webVitalsReport.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { AddressLimiter } from '../rateLimits/inMemoryAddressLimiter.ts';
import { networkOf } from '../rateLimits/clientNetwork.ts';

export interface VitalsDeps {
  readonly metrics: Metrics;
  /**
   * Limits the reports of each network. The counts are in memory only, because they are not worth a write to the store.
   */
  readonly vitalsLimiter: AddressLimiter;
}

/** The limit is high, because all people of an office may share one address. */
const rule = { limit: 300, windowMs: 5 * minuteMs };

/**
 * Records the web vitals (loading and response times of a page) that a browser measured. They contain no personal data.
 */
export const reportVitals = async (
  { metrics, vitalsLimiter }: VitalsDeps,
  { lcp, inp, cls }: ParsedOf<typeof reportVitalsCall>,
  call: { readonly address: string; readonly isFromElsewhere: boolean },
): Promise<true> => {
  if (call.isFromElsewhere) throw new AppError('FORBIDDEN');
  const wait = await vitalsLimiter.enter(`vitals|${networkOf(call.address)}`, rule);
  if (wait > 0) {
    metrics.count('rate_limited_total', { door: 'vitals' });
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: wait });
  }
  if (lcp !== undefined) metrics.observe('web_lcp_seconds', lcp, {});
  if (inp !== undefined) metrics.observe('web_inp_seconds', inp, {});
  if (cls !== undefined) metrics.observe('web_cls_ratio', cls, {});
  return true;
};
