import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { runCharge } from '../../services/billing/collectInvoicePayments.ts';
import type { ChargeDeps } from '../../services/billing/collectInvoicePayments.ts';
import { updateRow } from '../../services/core/optimisticUpdate.ts';
import { outside, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { chargeDue, chargePartition } from '../../store/kinds/billing/charges.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import { createShardPoller } from './pollShardsEachMinute.ts';

// Collects due charges. `runCharge` handles a declined charge itself. It throws only if the payment provider or the
// store does not respond; the charge is then retried later.

const leaseMs = 2 * minuteMs;
const retryMs = 10 * minuteMs;

type DueCharge = ValueOf<typeof chargeDue>;

const everything = { from: '0', to: '[' };

export interface PaymentWork {
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createPaymentJob = (deps: ChargeDeps): PaymentWork => {
  const poller = createShardPoller(deps.clock);

  /**
   * Claims a due charge: sets a lease if the row is unchanged. Undefined if another instance claimed it first, or if
   * its row no longer exists.
   */
  const claim = async (shard: string, row: StoredRow, due: DueCharge): Promise<DueCharge | undefined> => {
    const held = { ...due, lease: toInstant(deps.clock.now() + leaseMs) };
    try {
      await outside(deps.store).replace(chargeDue, { shard, ...due }, held, row.etag);
      return held;
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  };

  const putOff = async (shard: string, { orgId, month }: DueCharge): Promise<void> => {
    const notBefore = toInstant(deps.clock.now() + retryMs);
    await updateRow(outside(deps.store), chargeDue, { shard, orgId, month }, (row) => ({
      ...row,
      notBefore,
      lease: null,
    }));
  };

  const settleRow = async (shard: string, row: StoredRow): Promise<void> => {
    const due = readAs(chargeDue, row).value;
    const now = deps.clock.now();
    if (msOf(due.notBefore) > now || (due.lease !== null && msOf(due.lease) > now)) return;
    const held = await claim(shard, row, due);
    if (held === undefined) return;
    try {
      await runCharge(deps, held);
    } catch (error) {
      deps.log.error('charge.failed', error, { orgId: held.orgId, month: held.month });
      await putOff(shard, held);
    }
  };

  /**
   * Handles a due row and logs every error, so that an unreadable row or a failed write does not delay the charges of
   * other organisations.
   */
  const safely = async (shard: string, row: StoredRow): Promise<void> => {
    try {
      await settleRow(shard, row);
    } catch (error) {
      deps.log.error('charge.failed', error, { key: row.rk });
    }
  };

  return async (shards, isOwned) => {
    for (const shard of poller.due(shards))
      await poller.poll(shard, isOwned, async (shouldContinue) => {
        for await (const row of scanRows(deps.store, chargeDue.table, chargePartition(shard), everything))
          if (shouldContinue()) await safely(shard, row);
      });
  };
};
