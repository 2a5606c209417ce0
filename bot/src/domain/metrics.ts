import type { LabelsOf, NameOf } from './measures.ts';

/** Records what measures.ts names. Never throws and never waits. */
export interface Metrics {
  count<N extends NameOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void;
  observe<N extends NameOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void;
  /** Read whenever somebody asks; undefined = nothing is known. */
  watch<N extends NameOf<'gauge' | 'total'>>(name: N, labels: LabelsOf<N>, read: () => number | undefined): void;
}

/** Where nobody looks: simulations, the demo's history, most tests. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };

/** One recording, two exporters. */
export const bothMetrics = (one: Metrics, other: Metrics): Metrics => ({
  count: (name, labels, by) => {
    one.count(name, labels, by);
    other.count(name, labels, by);
  },
  observe: (name, value, labels) => {
    one.observe(name, value, labels);
    other.observe(name, value, labels);
  },
  watch: (name, labels, read) => {
    one.watch(name, labels, read);
    other.watch(name, labels, read);
  },
});
