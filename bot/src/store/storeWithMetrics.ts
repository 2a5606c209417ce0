import type { Metrics } from '../domain/observability/metricsPort.ts';
import type { Tracer } from '../domain/observability/tracerPort.ts';
import { isConflict } from './tableStorePort.ts';
import type { TableStore } from './tableStorePort.ts';
import { storeTroubleOf } from './troubleFromStoreError.ts';

type Op = Exclude<keyof TableStore, 'close'>;

export interface MeasureDeps {
  readonly engine: string;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** Returns the same store with measured calls. Within a request or a job, each call is also traced as a span. */
export const storeWithMetrics = (store: TableStore, { engine, metrics, tracer }: MeasureDeps): TableStore => {
  const timed = async <T>(op: Op, table: string, call: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      const facts = { 'db.operation.name': op, 'db.collection.name': table, 'db.system.name': engine };
      return await tracer.span('CLIENT', `store ${op}`, facts, call);
    } catch (error) {
      if (!isConflict(error)) metrics.count('store_failures_total', { cause: storeTroubleOf(error), engine });
      throw error;
    } finally {
      metrics.observe('store_operation_seconds', (performance.now() - startedAt) / 1000, { op, engine });
    }
  };
  return {
    get: (table, key) => timed('get', table, () => store.get(table, key)),
    insert: (table, row) => timed('insert', table, () => store.insert(table, row)),
    replace: (table, row, etag) => timed('replace', table, () => store.replace(table, row, etag)),
    merge: (table, row, etag) => timed('merge', table, () => store.merge(table, row, etag)),
    delete: (table, key, etag) => timed('delete', table, () => store.delete(table, key, etag)),
    touch: (table, row) => timed('touch', table, () => store.touch(table, row)),
    transact: (table, pk, steps) => timed('transact', table, () => store.transact(table, pk, steps)),
    inOrder: (transactions) =>
      timed('inOrder', [...new Set(transactions.map((transaction) => transaction.table))].join(', '), () =>
        store.inOrder(transactions),
      ),
    scan: (table, pk, range, page) => timed('scan', table, () => store.scan(table, pk, range, page)),
    close: () => store.close(),
  };
};
