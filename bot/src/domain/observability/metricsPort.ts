import type { LabelsOf, NameOf } from './metricDefinitions.ts';

/** Records the metrics that metricDefinitions.ts defines. It never throws and never waits. */
export interface Metrics {
  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void;
  observe<N extends NameOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void;
  /** Registers a function that returns the value at each export; undefined = the value is unknown. */
  watch<N extends NameOf<'gauge' | 'total'>>(name: N, labels: LabelsOf<N>, read: () => number | undefined): void;
}

/** Metrics that record nothing, for simulations, the demo's history and most tests. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** Combines two recorders, so that each value reaches both exporters. */
export const bothMetrics = (metrics: Metrics, other: Metrics): Metrics => ({
  count: (name, labels, by) => {
    metrics.count(name, labels, by);
    other.count(name, labels, by);
  },
  observe: (name, value, labels) => {
    metrics.observe(name, value, labels);
    other.observe(name, value, labels);
  },
  watch: (name, labels, read) => {
    metrics.watch(name, labels, read);
    other.watch(name, labels, read);
  },
});
