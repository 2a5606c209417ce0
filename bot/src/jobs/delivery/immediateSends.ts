import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createCountedKeys } from '../../concurrency/countedKeys.ts';
import { createRunningWork } from '../../concurrency/trackRunningWork.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { Written } from '../../services/runs/writeOutboxAndDueRows.ts';
import { isMessage } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { sendClaimed } from './batchSender.ts';
import type { Claimed } from './claimAndRescheduleOutboxRows.ts';
import { runName } from './readAndCacheRunContext.ts';
import type { OpeningRows } from './readAndCacheRunContext.ts';
import type { SenderState } from './sendRunMessagesAndSenderState.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';

// Sends messages that are already due when their outbox rows are written. The insert of a row also sets its lease. Only
// one insert of a row can succeed, so no other instance can claim the message.

export interface ImmediateSends {
  /**
   * Returns the new rows in the form in which they must be written. A row gets a lease of this instance if its message
   * is due and its tenant has few messages in flight; `send` then sends it.
   */
  claim(rows: readonly OutboxRow[]): readonly OutboxRow[];
  /** Sends the claimed rows. `openings`: the rows that were read to open the runs of these messages. */
  send(written: readonly Written<OutboxRow>[], openings?: readonly OpeningRows[]): void;
  /** Resolves when all sends that were started have ended. */
  done(): Promise<void>;
}

/**
 * Maximum number of a tenant's messages that are sent immediately. At the full rate of a tenant, 40 requests per
 * second, they take about 6 seconds. Further messages are claimed in batches when the shard is read again.
 */
const maxOfTenant = 250;

const countByTenant = (rows: readonly OutboxRow[]): Map<OrgId, number> => {
  const counts = new Map<OrgId, number>();
  for (const { orgId } of rows) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
  return counts;
};

const claimedOf = ({ row, key }: Written<OutboxRow>): Claimed[] =>
  row.lease === null ? [] : [{ row, key, lease: row.lease }];

/** Adds to each message the rows that were read to open its run. */
const withOpenings = (claimed: readonly Claimed[], openings: readonly OpeningRows[]): readonly Claimed[] => {
  const byRun = new Map(openings.map((opening) => [runName(opening.runRef), opening]));
  return claimed.map((item) => ({ ...item, opening: byRun.get(runName(item.row)) }));
};

export const createImmediateSends = (
  deps: JobDeps,
  state: SenderState,
  sendRows: typeof sendClaimed = sendClaimed,
): ImmediateSends => {
  const { clock, settings } = deps;
  const sending = createCountedKeys<OrgId>();
  const running = createRunningWork();
  const countSending = (counts: ReadonlyMap<OrgId, number>, sign: 1 | -1): void => {
    for (const [orgId, count] of counts) sending.add(orgId, sign * count);
  };

  return {
    claim: (rows) => {
      if (state.isStopping() || clock.now() < state.stoppedUntil) return rows;
      const counts = countByTenant(rows);
      const isFew = (orgId: OrgId): boolean => (counts.get(orgId) ?? 0) + sending.get(orgId) <= maxOfTenant;
      const now = clock.now();
      const lease = toInstant(now + settings.rowLeaseMs);
      return rows.map((row) =>
        isMessage(row.kind) && isFew(row.orgId) && Date.parse(row.notBefore) <= now ? { ...row, lease } : row,
      );
    },
    send: (written, openings = []) => {
      const claimed = withOpenings(written.flatMap(claimedOf), openings);
      if (claimed.length === 0) return;
      const counts = countByTenant(claimed.map((item) => item.row));
      countSending(counts, 1);
      const work = sendRows(deps, state, claimed).finally(() => {
        countSending(counts, -1);
      });
      void running.track(work);
    },
    done: () => running.done(),
  };
};
