import type { LabelsOf, NameOf } from './metricDefinitions.ts';

/** Records the metrics of metricDefinitions.ts. Its methods never throw and never wait. */
export interface Metrics {
  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void;
  observe<N extends NameOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void;
  /** Registers a function that each export calls for the value; undefined = the value is unknown. */
  watch<N extends NameOf<'gauge' | 'total'>>(name: N, labels: LabelsOf<N>, read: () => number | undefined): void;
}

/** Metrics that record nothing, for simulations, the demo's history and most tests. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** Combines two recorders, so that every value reaches both. */
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
