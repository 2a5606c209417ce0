import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { measureNames, measureOf, metricPrefix } from '../../domain/observability/metricDefinitions.ts';
import type { Labels, MeasureName } from '../../domain/observability/metricDefinitions.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';

export interface PrometheusMetrics extends Metrics {
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

interface Watched {
  readonly labels: Labels;
  readonly read: () => number | undefined;
}

/** Registers each metric of metricDefinitions.ts in a registry of this instance. */
export const createPrometheus = (): PrometheusMetrics => {
  const registry = new Registry();
  const counters = new Map<MeasureName, Counter>();
  const histograms = new Map<MeasureName, Histogram>();
  const watched = new Map<MeasureName, Watched[]>();

  const collect = (name: MeasureName, report: (labels: Labels, value: number) => void): void => {
    for (const { labels, read } of watched.get(name) ?? []) {
      const value = read();
      if (value !== undefined) report(labels, value);
    }
  };
  for (const name of measureNames) {
    const { is, about, labels, buckets = [], known = [] } = measureOf(name);
    const settings = { name: metricPrefix + name, help: about, labelNames: Object.keys(labels), registers: [registry] };
    switch (is) {
      case 'counter':
        counters.set(name, new Counter(settings));
        for (const labelValues of known) counters.get(name)?.inc({ ...labelValues }, 0);
        break;
      case 'histogram':
        histograms.set(name, new Histogram({ ...settings, buckets: [...buckets] }));
        break;
      case 'gauge':
        new Gauge({
          ...settings,
          collect() {
            this.reset();
            // `reset` sets a gauge without labels to 0. The 0 is removed, because an unknown value must not be
            // exported.
            this.remove({});
            collect(name, (at, value) => {
              this.set({ ...at }, value);
            });
          },
        });
        break;
      case 'total':
        new Counter({
          ...settings,
          collect() {
            this.reset();
            collect(name, (at, value) => {
              this.inc({ ...at }, value);
            });
          },
        });
    }
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc({ ...labels }, by),
    observe: (name, value, labels) => histograms.get(name)?.observe({ ...labels }, value),
    watch: (name, labels, read) => {
      watched.set(name, [...(watched.get(name) ?? []), { labels, read }]);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
