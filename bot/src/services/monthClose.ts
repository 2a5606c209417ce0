import type { BillingMonth } from '#contracts/billing.ts';
import { minuteMs } from '../domain/time.ts';
import { monthOf, monthsFrom, nextMonth, previousMonth } from '../domain/usage.ts';
import { outside } from '../store/kind.ts';
import { monthsClosed } from '../store/kinds/billing.ts';
import { Halted } from './cascadeRows.ts';
import type { Deps } from './deps.ts';
import { always, closeMonth } from './invoices.ts';
import type { InvoiceDeps } from './invoices.ts';
import { orgsOfShard } from './orgsIndex.ts';
import { retryOnConflict } from './revise.ts';

// The invoices of all organisations of a shard, month after month: what a standstill left undone is made good in its order.

export interface MonthCloseDeps extends InvoiceDeps, Pick<Deps, 'log'> {
  /** False: months pass without invoices, and are never billed later. */
  readonly isBillingEnabled: boolean;
  /** False ends the work between two organisations: somebody else's turn, or the server stops. */
  readonly mayGoOn?: () => boolean;
}

/** What was given just before midnight is counted by then; later than this it is a late event. */
const settleMs = 5 * minuteMs;

/** The last month that is over. */
export const lastMonthOver = (now: number): BillingMonth => previousMonth(monthOf(now - settleMs));

/** True when every organisation of the shard has its invoice; one that fails is logged and holds the others up in nothing. */
const closeAll = async (
  deps: MonthCloseDeps,
  shard: string,
  months: readonly BillingMonth[],
  from: BillingMonth,
): Promise<boolean> => {
  let isWhole = true;
  for await (const one of orgsOfShard(deps, shard)) {
    if (one === undefined) {
      isWhole = false;
      continue;
    }
    const { orgId, state } = one;
    // One on its way out is billed by its removal; one that comes back, with the next month.
    if (state === 'DELETING' || state === 'DELETED') continue;
    if (deps.mayGoOn?.() === false) throw new Halted('halted');
    try {
      for (const month of months) await closeMonth(deps, orgId, month, from);
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
    // A clock that went back opens no month again.
    else if (row.value.month < month) await records.replace(monthsClosed, { shard }, { month, from }, row.etag);
  });

/** Closes what is over and not closed yet. True when nothing is left to do until the next month is over. */
export const closeShard = async (deps: MonthCloseDeps, shard: string): Promise<boolean> => {
  const month = lastMonthOver(deps.clock.now());
  const done = (await outside(deps.store).get(monthsClosed, { shard }))?.value;
  if (done !== undefined && done.month >= month) return true;
  if (!deps.isBillingEnabled) {
    await finish(deps, shard, month, nextMonth(month));
    return true;
  }
  const from = done?.from ?? always;
  // Of an installation that never closed a month nothing older than a year is looked for.
  const months = monthsFrom(done === undefined ? previousYear(month) : nextMonth(done.month), month);
  if (!(await closeAll(deps, shard, months, from))) return false;
  await finish(deps, shard, month, from);
  return true;
};

const previousYear = (month: BillingMonth): BillingMonth => String(Number(month) - 100) as BillingMonth;
