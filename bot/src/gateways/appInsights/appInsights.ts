import { context, metrics as metricsApi, SpanKind as ApiKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Counter, Histogram, Meter, Span as ApiSpan, Tracer as ApiTracer } from '@opentelemetry/api';
import { shutdownAzureMonitor, useAzureMonitor } from '@azure/monitor-opentelemetry';
import { measureNames, measureOf, metricPrefix } from '../../domain/observability/metricDefinitions.ts';
import type { Labels, MeasureName } from '../../domain/observability/metricDefinitions.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';
import type { SpanKind, Tracer } from '../../domain/observability/tracerPort.ts';

// This file is imported only if Application Insights is configured, because the SDK is large.

export interface AppInsights {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Sends the remaining data. Rejects if the data cannot be sent. */
  stop(): Promise<void>;
}

const scope = 'rollcall';

const attributesOf = (name: MeasureName, labels: Labels): Record<string, string> => {
  const named = measureOf(name).labels;
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [named[label] ?? label, value]));
};

const unitOf = (name: MeasureName): string => {
  if (name.includes('_seconds')) return 's';
  return name.endsWith('_bytes') ? 'By' : '1';
};

const createMetrics = (meter: Meter): Metrics => {
  const counters = new Map<MeasureName, Counter>();
  const histograms = new Map<MeasureName, Histogram>();
  for (const name of measureNames) {
    const { is, about, buckets = [] } = measureOf(name);
    const settings = { description: about, unit: unitOf(name) };
    if (is === 'counter') counters.set(name, meter.createCounter(metricPrefix + name, settings));
    if (is === 'histogram') {
      const advice = { explicitBucketBoundaries: [...buckets] };
      histograms.set(name, meter.createHistogram(metricPrefix + name, { ...settings, advice }));
    }
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.add(by, attributesOf(name, labels)),
    observe: (name, value, labels) => histograms.get(name)?.record(value, attributesOf(name, labels)),
    watch: (name, labels, read) => {
      const settings = { description: measureOf(name).about, unit: unitOf(name) };
      const instrument =
        measureOf(name).is === 'total'
          ? meter.createObservableCounter(metricPrefix + name, settings)
          : meter.createObservableGauge(metricPrefix + name, settings);
      instrument.addCallback((result) => {
        const value = read();
        if (value !== undefined) result.observe(value, attributesOf(name, labels));
      });
    },
  };
};

const kinds: Readonly<Record<SpanKind, ApiKind>> = {
  SERVER: ApiKind.SERVER,
  JOB: ApiKind.INTERNAL,
  CLIENT: ApiKind.CLIENT,
};

/** Records only the name of the error, because its message may quote user-written text. */
const markFailed = (span: ApiSpan, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('rollcall.error', error instanceof Error ? error.name : 'unknown');
};

const createTracer = (tracer: ApiTracer): Tracer => ({
  span: async (kind, name, facts, work) => {
    const parent = context.active();
    if (kind === 'CLIENT' && trace.getSpan(parent) === undefined) return work({ set: () => undefined });
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, parent);
    try {
      return await context.with(trace.setSpan(parent, span), () =>
        work({
          set: (more) => {
            span.setAttributes({ ...more });
          },
        }),
      );
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  },
});

const off = { enabled: false };

/**
 * Sends the product's own metrics and traces to Application Insights. The SDK's automatic instrumentation of Node and
 * packages is turned off.
 */
export const startAppInsights = (connectionString: string): AppInsights => {
  // Only the product's own metrics are sent, so the vendor's statistics about the SDK and its measurements of the
  // machine are turned off.
  process.env['APPLICATION_INSIGHTS_NO_STATSBEAT'] = 'true';
  process.env['APPLICATIONINSIGHTS_OPENTELEMETRY_RESOURCE_METRIC_DISABLED'] = 'true';
  process.env['OTEL_SERVICE_NAME'] ??= scope;
  useAzureMonitor({
    azureMonitorExporterOptions: { connectionString, disableOfflineStorage: true },
    enableLiveMetrics: false,
    enableStandardMetrics: false,
    enablePerformanceCounters: false,
    instrumentationOptions: {
      ...{ http: off, azureSdk: off, mongoDb: off, mySql: off, postgreSql: off },
      ...{ redis: off, redis4: off, bunyan: off, winston: off },
    },
  });
  return {
    metrics: createMetrics(metricsApi.getMeter(scope)),
    tracer: createTracer(trace.getTracer(scope)),
    stop: async () => {
      await shutdownAzureMonitor();
    },
  };
};
