import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf, monthsSince, nextMonth, previousMonth } from '../../domain/billing/billingMonths.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { monthsClosed } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { DeletionInterrupted } from '../runs/deleteAndScanInBatches.ts';
import { isClockFarAhead } from '../core/checkClockFarAhead.ts';
import type { Deps } from '../core/deps.ts';
import { listOrganisationsOfShard } from '../tenancy/listIndexedOrganisations.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { alwaysContinue, closeBillingMonth } from './issueInvoices.ts';
import type { InvoiceDeps } from './issueInvoices.ts';
import { findInvoicesWithActivityIn, invoicesOf } from './readInvoicesAndUsage.ts';

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

type Closed = ValueOf<typeof monthsClosed>;

interface MonthsToClose {
  readonly months: readonly BillingMonth[];
  /** The first month that is billed at all. */
  readonly from: BillingMonth;
}

/**
 * True if the stored month was closed by a clock that was far ahead. One month is allowed, for a clock that was set
 * back a little around the end of a month.
 */
const isOfWrongClock = (stored: BillingMonth, month: BillingMonth): boolean => stored > nextMonth(month);

/** Returns what is to be closed up to `month`; undefined if nothing is. */
const monthsToClose = (done: Closed | undefined, month: BillingMonth): MonthsToClose | undefined => {
  // If this shard has never closed a month, closing begins with the month one year earlier.
  if (done === undefined) return { months: monthsSince(previousYear(month), month), from: alwaysContinue };
  // Usage of earlier months that is on no invoice yet is late activity of this month's or the next invoice.
  if (isOfWrongClock(done.month, month)) return { months: [month], from: done.from < month ? done.from : month };
  if (done.month >= month) return undefined;
  return { months: monthsSince(nextMonth(done.month), month), from: done.from };
};

/**
 * True if the month has no invoice of its own, but people of the month are on a later one. After a wrong clock, a month
 * may be closed again, and these people must not be billed twice.
 */
const isOnLaterInvoice = async ({ store }: MonthCloseDeps, orgId: OrgId, month: BillingMonth): Promise<boolean> => {
  const found = findInvoicesWithActivityIn(await invoicesOf(inOrg(store, orgId)), month);
  return found.length > 0 && found.every((invoice) => invoice.month > month);
};

const closeOne = async (deps: MonthCloseDeps, orgId: OrgId, { months, from }: MonthsToClose): Promise<void> => {
  for (const month of months)
    if (!(await isOnLaterInvoice(deps, orgId, month))) await closeBillingMonth(deps, orgId, month, from);
};

/**
 * Issues the invoices of every organisation of the shard; returns true if all are issued. A failure is logged and does
 * not stop the other organisations.
 */
const closeAll = async (deps: MonthCloseDeps, shard: string, plan: MonthsToClose): Promise<boolean> => {
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
      await closeOne(deps, orgId, plan);
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
    // If the clock was set back a little, the stored month is later than `month`. It stays, so that no month is closed
    // twice.
    else if (row.value.month < month || isOfWrongClock(row.value.month, month))
      await records.replace(monthsClosed, { shard }, { month, from }, row.etag);
  });

/**
 * Closes all finished months of the shard. Returns true if nothing is left to do until the current month ends, and false
 * also while the clock is far ahead.
 */
export const closeMonthOfShard = async (deps: MonthCloseDeps, shard: string): Promise<boolean> => {
  const month = lastFinishedMonth(deps.clock.now());
  const done = (await outside(deps.store).get(monthsClosed, { shard }))?.value;
  const plan = monthsToClose(done, month);
  if (plan === undefined) return true;
  if (await isClockFarAhead(deps, shard)) return false;
  if (!deps.isBillingEnabled) {
    await finish(deps, shard, month, nextMonth(month));
    return true;
  }
  if (!(await closeAll(deps, shard, plan))) return false;
  await finish(deps, shard, month, plan.from);
  return true;
};

const previousYear = (month: BillingMonth): BillingMonth => String(Number(month) - 100) as BillingMonth;
