import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { instantKey } from '../../store/kinds/core/instantKey.ts';
import { isAccountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import { isDigestCall, isRunEmail } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { outboxPages } from '../delivery/readReadyOutboxRows.ts';

type ReadDeps = Pick<JobDeps, 'store' | 'clock'>;

/**
 * Number of rows after which a read ends, so that a backlog cannot fill the memory. The next read continues there: many
 * rows may wait for hours, because a limit holds them back or they are parked, and must not hide the rows after them.
 */
const maxRows = 1_000;

/**
 * Returns the keys of emails, webhook calls and account work that may be due, oldest first, beginning at the row key
 * `from`. The values are not read. If a page ends within the chat messages of a tenant, the next page begins after them.
 */
const dueKeys = async (deps: ReadDeps, shard: string, from: string): Promise<StoredRow[]> => {
  const keys: StoredRow[] = [];
  for await (const page of outboxPages(deps, shard, { canSkip: () => true, keysOnly: true, from })) {
    keys.push(...page.filter(({ rk }) => isAccountWork(rk) || isRunEmail(rk) || isDigestCall(rk)));
    if (keys.length >= maxRows) break;
  }
  return keys;
};

/** A sequence of reads from the oldest row to the rows that became due after its first read. */
interface Round {
  /** Row key at which the next read begins. */
  readonly from: string;
  /** Row key at which the round ends. It is fixed, so that rows which become due all the time cannot keep it going. */
  readonly end: string;
}

/** Returns the function that reads the due keys of a shard. Each call continues after the rows of the one before. */
export const createAccountWorkReads = (deps: ReadDeps): ((shard: string) => Promise<readonly StoredRow[]>) => {
  // Kept in memory only: another process that takes over the shard begins at the oldest row.
  const rounds = new Map<string, Round>();
  return async (shard) => {
    const round = rounds.get(shard) ?? { from: '', end: instantKey(toInstant(deps.clock.now())) };
    const keys = await dueKeys(deps, shard, round.from);
    const last = keys.at(-1)?.rk ?? '';
    if (keys.length >= maxRows && last < round.end) rounds.set(shard, { ...round, from: last });
    else rounds.delete(shard);
    return keys;
  };
};
