import { productVersion } from '#contracts/core/limitsAndProductConstants.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { bothMetrics } from '../domain/observability/metricsPort.ts';
import type { Metrics } from '../domain/observability/metricsPort.ts';
import { minuteMs } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { noTracer } from '../domain/observability/tracerPort.ts';
import type { Tracer } from '../domain/observability/tracerPort.ts';
import { troubles } from '../domain/observability/troubleNamesAndRepairHints.ts';
import type { TroubleName } from '../domain/observability/troubleNamesAndRepairHints.ts';
import type { ChatWatch } from '../gateways/botframework/connectorWithoutRetries.ts';
import { messengerWithMetrics } from '../gateways/messengerWithMetrics.ts';
import type { Messenger } from '../gateways/messengerPort.ts';
import { createPrometheus } from '../gateways/prometheus/prometheusMetrics.ts';
import { logWithMetrics } from '../http/server/logWithMetrics.ts';
import type { HealthDeps } from '../http/routes/operations/healthRoutes.ts';
import { heartbeatMaxAge } from '../http/routes/operations/healthRoutes.ts';
import { metricsRoute } from '../http/routes/operations/metricsRoute.ts';
import type { Route } from '../http/server/bindEndpointsAndRawRoutes.ts';
import { isClockWrong } from '../jobs/engine/clockCheck.ts';
import type { Log } from '../services/core/deps.ts';
import { storeWithMetrics } from '../store/storeWithMetrics.ts';
import type { TableStore } from '../store/tableStorePort.ts';
import { storeTroubleOf } from '../store/troubleFromStoreError.ts';
import { createTroubleWatch } from './activeTroublesAndClockSkew.ts';
import type { TroubleWatch } from './activeTroublesAndClockSkew.ts';

// Creates the observability of the server: metrics and spans with their destinations, the current troubles, and
// wrappers that measure the store and the messenger.

/** Records metrics and spans at one destination, such as Application Insights. */
export interface Telemetry {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

export interface Observability extends Telemetry {
  readonly log: Log;
  readonly watch: TroubleWatch;
  readonly metricsRoute: Route;
}

interface ObservingWorld {
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry?: Telemetry;
}

const microseconds = 1_000_000;

const watchProcess = (metrics: Metrics): void => {
  metrics.watch('build_info', { version: productVersion, node: process.versions.node }, () => 1);
  metrics.watch('process_resident_memory_bytes', {}, () => process.memoryUsage.rss());
  metrics.watch('process_heap_bytes', {}, () => process.memoryUsage().heapUsed);
  metrics.watch('process_uptime_seconds', {}, () => process.uptime());
  metrics.watch('process_cpu_seconds_total', {}, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / microseconds;
  });
};

export const createObservability = (
  config: { readonly metricsToken: string | null },
  world: ObservingWorld,
): Observability => {
  const prometheus = createPrometheus();
  const metrics = world.telemetry === undefined ? prometheus : bothMetrics(prometheus, world.telemetry.metrics);
  const log = logWithMetrics(world.log, metrics);
  const watch = createTroubleWatch({ clock: world.clock, log });
  watchProcess(metrics);
  metrics.watch('clock_skew_seconds', {}, () => {
    const skew = watch.skewMs();
    return skew === undefined ? undefined : skew / 1000;
  });
  return {
    metrics,
    tracer: world.telemetry?.tracer ?? noTracer,
    log,
    watch,
    metricsRoute: metricsRoute({
      text: prometheus.text,
      contentType: prometheus.contentType,
      token: config.metricsToken,
    }),
  };
};

export const observedStore = <S extends TableStore>(
  { store }: { readonly store: S },
  engine: string,
  { metrics, tracer }: Telemetry,
): S => ({ ...store, ...storeWithMetrics(store, { engine, metrics, tracer }) });

/**
 * Returns the same messenger with measured calls. The calls also report to `watch` whether the chat service accepts the
 * bot's credentials.
 */
export const observedMessenger = (messenger: Messenger, { metrics, tracer, watch }: Observability): Messenger =>
  messengerWithMetrics(messenger, {
    ...{ metrics, tracer },
    onRefused: ({ hasExpired, hasNoToken }) => {
      const refusal = hasExpired === true ? 'app-secret-expired' : 'app-credentials';
      watch.begin(hasNoToken === true ? 'app-identity' : refusal);
    },
    onTaken: () => {
      for (const name of ['app-secret-expired', 'app-credentials', 'app-identity'] as const) watch.end(name);
    },
  });

/**
 * Returns the callbacks through which calls to the chat service report the Date headers of replies, and whether they
 * got an access token. Calls that do not use the messenger, such as replies to commands, report too.
 */
export const chatWatch = ({ watch }: Pick<Observability, 'watch'>): ChatWatch => ({
  onDate: watch.sawDate,
  onToken: (isThere) => {
    if (isThere) watch.end('app-identity');
    else watch.begin('app-identity');
  },
});

export const entraWatch = ({ watch }: Pick<Observability, 'watch'>) => ({
  onRefused: (hasExpired: boolean): void => {
    watch.begin(hasExpired ? 'sign-in-secret-expired' : 'sign-in-credentials');
  },
  onTaken: (): void => {
    watch.end('sign-in-secret-expired');
    watch.end('sign-in-credentials');
  },
  onDate: watch.sawDate,
});

const isOfStore = (name: TroubleName): boolean => name.startsWith('store') || name.startsWith('disk-');

interface HealthParts extends Pick<HealthDeps, 'clock' | 'probeStore' | 'lastHeartbeat' | 'token'> {
  readonly clockSkewMs: () => number | undefined;
}

export const healthDeps = ({ watch, metrics }: Observability, parts: HealthParts): HealthDeps => {
  const { clock, lastHeartbeat, clockSkewMs } = parts;
  const startedAt = clock.now();
  // Even if other services agree with this machine's clock, the engine stops if the clock differs too much from the
  // clock of the table service.
  const isClockRefused = (): boolean => isClockWrong({ clockSkewMs });
  const now = (): readonly TroubleName[] => [...watch.now(), ...(isClockRefused() ? ['clock' as const] : [])];
  metrics.watch('ready', {}, () => {
    const isAlive = clock.now() - (lastHeartbeat() ?? startedAt) <= Math.max(heartbeatMaxAge, minuteMs / 2);
    return isAlive && !now().some((name) => troubles[name].stops) ? 1 : 0;
  });
  return {
    ...{ clock, probeStore: parts.probeStore, lastHeartbeat, token: parts.token },
    troubleOf: storeTroubleOf,
    troubles: now,
    onStore: (trouble) => {
      for (const name of watch.now()) if (isOfStore(name) && name !== trouble) watch.end(name);
      if (trouble !== null) watch.begin(trouble);
    },
  };
};
