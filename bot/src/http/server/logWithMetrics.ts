import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { Log } from '../../services/core/deps.ts';

/** Wraps a log, so that warnings and errors are also counted by event name and alerts can use the counts. */
export const logWithMetrics = (log: Log, metrics: Metrics): Log => ({
  info: (event, facts) => {
    log.info(event, facts);
  },
  warn: (event, facts) => {
    metrics.count('log_events_total', { level: 'warn', event });
    log.warn(event, facts);
  },
  error: (event, error, facts) => {
    metrics.count('log_events_total', { level: 'error', event });
    log.error(event, error, facts);
  },
});
