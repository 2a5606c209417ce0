import { msOf, toInstant } from '../../domain/core/zonedTime.ts';
import { readAs } from '../../store/records.ts';
import type { Stored } from '../../store/records.ts';
import { due, duePartition, instantKey } from '../../store/kinds/dueAndOutbox.ts';
import type { StoredRow } from '../../store/tableStore.ts';
import type { DueRow } from '../../services/runs/planNextRun.ts';
import type { JobDeps } from '../core/jobDeps.ts';

type ReadDeps = Pick<JobDeps, 'store' | 'clock' | 'log'>;

/**
 * Parses a row, or returns an empty list if this version cannot read it. During an upgrade, an instance that can read a row of a
 * newer version handles it.
 */
const readable = (deps: ReadDeps, row: StoredRow): Stored<DueRow>[] => {
  try {
    return [readAs(due, row)];
  } catch (error) {
    deps.log.error('due.unreadable', error, { key: row.rk });
    return [];
  }
};

/**
 * Reads the due rows of a shard that are not parked, oldest first. Reads page by page, because a backlog must not fill the
 * memory.
 */
export const duePages = async function* (deps: ReadDeps, shard: string): AsyncGenerator<Stored<DueRow>[]> {
  const now = deps.clock.now();
  const range = { from: '', to: `${instantKey(toInstant(now))}}` };
  let continuation: string | undefined;
  do {
    const more = continuation === undefined ? {} : { continuation };
    const page = await deps.store.scan(due.table, duePartition(shard), range, more);
    const rows = page.rows.flatMap((row) => readable(deps, row));
    yield rows.filter(({ value }) => value.parkedReason === null && msOf(value.at) <= now);
    continuation = page.continuation;
  } while (continuation !== undefined);
};
