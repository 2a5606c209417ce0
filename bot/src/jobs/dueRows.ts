import { msOf, toInstant } from '../domain/time.ts';
import { readAs } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { due, duePartition, instantKey } from '../store/kinds/work.ts';
import type { StoredRow } from '../store/port.ts';
import type { DueRow } from '../services/planning.ts';
import type { JobDeps } from './jobDeps.ts';

type ReadDeps = Pick<JobDeps, 'store' | 'clock' | 'log'>;

/** A row of a newer version, during an upgrade, is left to those who can read it. */
const readable = (deps: ReadDeps, row: StoredRow): Stored<DueRow>[] => {
  try {
    return [readAs(due, row)];
  } catch (error) {
    deps.log.error('due.unreadable', error, { key: row.rk });
    return [];
  }
};

/** What of a shard is due now and not set aside, oldest first, a page at a time: a backlog must not fill the memory. */
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
