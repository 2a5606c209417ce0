import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { runName } from '../delivery/readAndCacheRunContext.ts';

// Divides the messages of a shard into batches, with weighted fair queueing by tenant. The messages of a run are in one
// batch, because they need the same rows. Only a run with more messages than a batch may contain is divided.

/**
 * Maximum number of rows in a batch. At the full rate of a tenant, 40 requests per second, they take about 10 seconds;
 * a row lease lasts 60 seconds.
 */
const batchRows = 400;

interface Group {
  readonly tenant: string;
  readonly rows: readonly Stored<OutboxRow>[];
}

/**
 * Groups the rows by run. A run with more rows than a batch may contain gets several groups. The groups keep the order
 * in which their runs first occur in `rows`.
 */
const groupsOf = (rows: readonly Stored<OutboxRow>[]): Group[] => {
  const byRun = new Map<string, Stored<OutboxRow>[][]>();
  for (const row of rows) {
    const pieces = byRun.get(runName(row.value)) ?? [];
    byRun.set(runName(row.value), pieces);
    const last = pieces.at(-1);
    if (last === undefined || last.length === batchRows) pieces.push([row]);
    else last.push(row);
  }
  return [...byRun.values()].flat().map((piece) => ({ tenant: piece[0]?.value.orgId ?? '', rows: piece }));
};

/**
 * Orders the groups by weighted fair queueing: a group comes after all groups before which its tenant has fewer
 * messages in total. So other tenants do not wait for all messages of a large tenant.
 */
const inFairOrder = (groups: readonly Group[]): Group[] => {
  const served = new Map<string, number>();
  const ranked = groups.map((group) => {
    const rank = (served.get(group.tenant) ?? 0) + group.rows.length;
    served.set(group.tenant, rank);
    return { group, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map((item) => item.group);
};

export const fairBatches = (rows: readonly Stored<OutboxRow>[]): Stored<OutboxRow>[][] => {
  const batches: Stored<OutboxRow>[][] = [];
  for (const group of inFairOrder(groupsOf(rows))) {
    const last = batches.at(-1);
    if (last === undefined || last.length + group.rows.length > batchRows) batches.push([...group.rows]);
    else last.push(...group.rows);
  }
  return batches;
};
