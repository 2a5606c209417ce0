import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf, monthsSince, nextMonth, previousMonth } from '../../domain/billing/billingMonths.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { monthsClosed } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { DeletionInterrupted } from '../runs/deleteAndScanInBatches.ts';
import type { Deps } from '../core/deps.ts';
import { alwaysContinue, closeBillingMonth } from './issueInvoices.ts';
import type { InvoiceDeps } from './issueInvoices.ts';
import { listOrganisationsOfShard } from '../tenancy/listIndexedOrganisations.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';

// Issues the invoices of all organisations of a shard, month by month. After a downtime, the months that were not
// closed are closed in order.

export interface MonthCloseDeps extends InvoiceDeps, Pick<Deps, 'log'> {
  /** False = no invoices are issued. Usage of months that end while it is false is never billed. */
  readonly isBillingEnabled: boolean;
  /**
   * Is called between two organisations. Returns false if the work must stop, because another instance has the lease or
   * the server shuts down.
   */
  readonly shouldContinue?: () => boolean;
}

/**
 * Milliseconds to wait after the end of a month before it is closed, so that its last activity is on the invoice.
 * Activity that is stored even later is billed as late activity.
 */
const settleMs = 5 * minuteMs;

export const lastFinishedMonth = (now: number): BillingMonth => previousMonth(monthOf(now - settleMs));

/**
 * Issues the invoices of every organisation of the shard; returns true if all are issued. A failure is logged and does
 * not stop the other organisations.
 */
const closeAll = async (
  deps: MonthCloseDeps,
  shard: string,
  months: readonly BillingMonth[],
  from: BillingMonth,
): Promise<boolean> => {
  let isWhole = true;
  for await (const organisation of listOrganisationsOfShard(deps, shard)) {
    if (organisation === undefined) {
      isWhole = false;
      continue;
    }
    const { orgId, state } = organisation;
    // The deletion job bills an organisation that is pending deletion. If it is restored, it is billed with the next
    // month.
    if (state === 'DELETING' || state === 'DELETED') continue;
    if (deps.shouldContinue?.() === false) throw new DeletionInterrupted('halted');
    try {
      for (const month of months) await closeBillingMonth(deps, orgId, month, from);
    } catch (error) {
      isWhole = false;
      deps.log.error('monthClose.failed', error, { orgId });
    }
  }
  return isWhole;
};

const finish = (deps: MonthCloseDeps, shard: string, month: BillingMonth, from: BillingMonth): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(monthsClosed, { shard });
    if (row === undefined) await records.insert(monthsClosed, { shard }, { month, from });
    // If the clock was set back, the stored month is later than `month`. It stays, so that no month is closed twice.
    else if (row.value.month < month) await records.replace(monthsClosed, { shard }, { month, from }, row.etag);
  });

/** Closes all finished months of the shard. Returns true if nothing is left to do until the current month ends. */
export const closeMonthOfShard = async (deps: MonthCloseDeps, shard: string): Promise<boolean> => {
  const month = lastFinishedMonth(deps.clock.now());
  const done = (await outside(deps.store).get(monthsClosed, { shard }))?.value;
  if (done !== undefined && done.month >= month) return true;
  if (!deps.isBillingEnabled) {
    await finish(deps, shard, month, nextMonth(month));
    return true;
  }
  const from = done?.from ?? alwaysContinue;
  // If this shard has never closed a month, closing begins with the month one year earlier.
  const months = monthsSince(done === undefined ? previousYear(month) : nextMonth(done.month), month);
  if (!(await closeAll(deps, shard, months, from))) return false;
  await finish(deps, shard, month, from);
  return true;
};

const previousYear = (month: BillingMonth): BillingMonth => String(Number(month) - 100) as BillingMonth;
