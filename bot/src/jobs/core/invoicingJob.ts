import { closeMonthOfShard, lastFinishedMonth } from '../../services/billing/closeMonthOfShard.ts';
import type { MonthCloseDeps } from '../../services/billing/closeMonthOfShard.ts';
import { createOncePerPeriod } from './oncePerPeriod.ts';
import type { ShardWork } from './oncePerPeriod.ts';

// Creates the missing invoices of past months. This is not urgent, so each shard is checked once a minute. After
// all finished months of a shard are closed, the shard is not read again until the current month ends.

export const createInvoicingJob = (deps: MonthCloseDeps): ShardWork =>
  createOncePerPeriod(deps, {
    period: () => lastFinishedMonth(deps.clock.now()),
    work: (shard, _month, shouldContinue) => closeMonthOfShard({ ...deps, shouldContinue }, shard),
    failedEvent: 'monthClose.failed',
  });
