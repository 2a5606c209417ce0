import { createInvoicingJob } from '../../bot/src/jobs/core/invoicingJob.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { invoicesOf } from '../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { verifyStore } from '../../bot/src/store/admin/verifyStore.ts';
import { inOrg } from '../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId } from '../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../support/store/storeFailingAtNthCall.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { monthIsOver, seedFinishedMonth } from '../support/data/seedFinishedMonth.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { testDeps } from '../support/data/testDepsAndLogs.ts';

// The month close of 1,000 organisations with 50 people each may take a minute on a store file that flushes every
// write. The time must grow linearly, and the memory must not grow.

const file = useTempDir();
/** Closes a month and returns the seconds, the store calls, and the additional memory in MB. */
const closing = async (organisations: number) => {
  const store = openSqliteStore({ file: file(`${organisations}.db`) });
  await seedFinishedMonth(store, organisations);
  const counting = failingStore(store, Infinity, 'before');
  const deps = { ...testDeps(store, fakeClock(monthIsOver)), store: counting.store };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  await createInvoicingJob(deps)(jobSettings.shards, () => true);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  const invoices = await Promise.all(
    Array.from({ length: organisations }, (_, index) => invoicesOf(inOrg(store, anOrgId(`org ${index}`)))),
  );
  const numbers = new Set(invoices.flat().map((invoice) => invoice.number));
  const cents = invoices.flat().reduce((sum, invoice) => sum + invoice.cents, 0);
  const { findings } = await verifyStore(store.admin);
  await store.close();
  return {
    seconds,
    calls: counting.calls(),
    grownMb: (most - before) / 2 ** 20,
    numbers: numbers.size,
    cents,
    findings,
  };
};

it('closes a month of 1,000 organisations with 50 people each', async () => {
  // Runs once before the measurement, so that the first measured run does not pay for compiling code and filling
  // caches.
  await closing(50);
  const small = await closing(250);
  const large = await closing(1000);
  for (const [count, result] of [
    [250, small],
    [1000, large],
  ] as const)
    reportFigures(
      `month close, ${count} organisations × 50: ${result.seconds.toFixed(1)} s, ${result.calls} store calls, +${result.grownMb.toFixed(0)} MB`,
    );
  expect([large.numbers, large.cents, large.findings]).toEqual([1000, 1000 * 50 * 200, []]);
  expect(large.seconds).toBeLessThan(60);
  expect(large.calls / small.calls).toBeLessThan(4.2);
  expect(large.grownMb).toBeLessThan(60);
});
