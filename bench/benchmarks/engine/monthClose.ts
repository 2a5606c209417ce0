import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { anOrgId } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { monthIsOver, seedFinishedMonth } from '../../../tests/support/data/seedFinishedMonth.ts';
import { testDeps } from '../../../tests/support/data/testDepsAndLogs.ts';
import { timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';
import { withFileStore } from '../../parts/temporaryAndCountingStores.ts';

interface Closed {
  readonly ms: number;
  /** Maximum growth of the process's memory during the poll, in bytes. */
  readonly grown: number;
}

/**
 * Makes the invoices of the finished month in one poll, as a server does that has just started. Returns the time and
 * the memory of the poll. The store flushes every write to the disk.
 */
const close = (organisations: number): Promise<Closed> =>
  withFileStore(async (store) => {
    await seedFinishedMonth(store, organisations);
    const work = createInvoicingJob(testDeps(store, fakeClock(monthIsOver)));
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const ms = await timed(() => work(jobSettings.shards, () => true));
    clearInterval(watch);
    const last = await invoicesOf(inOrg(store, anOrgId(`org ${organisations - 1}`)));
    if (last.length !== 1) throw new Error('The last organisation has no invoice.');
    return { ms, grown: most - before };
  });

export const bench: Bench = async () => {
  await close(50);
  const few = await close(250);
  const many = await close(1000);
  const growth = many.ms / few.ms;
  return [
    {
      what: 'month close, 1,000 organisations × 50 people',
      figure: inMs(many.ms),
      baseline: `${inMs(few.ms)} with 250`,
      ratio: times(growth),
      target: '≤ 60 s, ≤ 5 × (linear: 4)',
      isMet: many.ms <= 60_000 && growth <= 5,
    },
    { what: '– memory on top', figure: inMB(many.grown), target: '≤ 60 MB', isMet: many.grown <= 60e6 },
  ];
};
