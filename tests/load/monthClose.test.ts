import { createMonthWork } from '../../bot/src/jobs/monthClose.ts';
import { jobSettings } from '../../bot/src/jobs/jobDeps.ts';
import { invoicesOf } from '../../bot/src/services/invoiceRows.ts';
import { verifyStore } from '../../bot/src/store/admin/verify.ts';
import { encode } from '../../bot/src/store/codec.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { orgIndex } from '../../bot/src/store/kinds/dir.ts';
import { org } from '../../bot/src/store/kinds/org.ts';
import { usage } from '../../bot/src/store/kinds/usage.ts';
import type { Row, Table } from '../../bot/src/store/port.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { aMemberId, anInstant, anOrgId } from '../support/builders.ts';
import { failingStore } from '../support/failingStore.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { tell } from '../support/simulation.ts';
import { useTempDir } from '../support/tempDir.ts';
import { testDeps } from '../support/testDeps.ts';

// Month close on a store file with every write flushed: 1,000 organisations of 50 people within a minute, in proportion to their
// number, in memory that does not grow with them.

jest.setTimeout(600_000);
const file = useTempDir();
const people = Array.from({ length: 50 }, (_, at) => aMemberId(`person ${at}`));
const createdOn = anInstant('2026-10-15T09:00:00Z');
const trialEndsAt = anInstant('2026-11-15T09:00:00Z');
const at = anInstant('2026-11-20T09:00:00Z');

const seed = async ({ admin }: SqliteStore, organisations: number): Promise<void> => {
  const rows = new Map<Table, Row[]>([
    ['Dir', []],
    ['Org', []],
    ['Usage', []],
  ]);
  for (let index = 0; index < organisations; index += 1) {
    const orgId = anOrgId(`org ${index}`);
    const shared = { orgId, name: `Organisation ${index}`, state: 'ACTIVE', trialEndsAt } as const;
    const settings = { retentionDays: null, requireSecondFactor: false, microsoftOnly: false, isAutomatic: false };
    rows.get('Dir')?.push({ ...orgIndex.at(null, { orgId }), values: encode(1, shared) });
    rows.get('Org')?.push({
      ...org.at(orgId, undefined),
      values: encode(2, { ...shared, ...settings, tid: null, createdOn }),
    });
    for (const memberId of people)
      rows.get('Usage')?.push({
        ...usage.at(orgId, { month: '202611', memberId }),
        values: encode(1, { memberId, event: 'ANSWER', at, meetingId: null }),
      });
  }
  for (const [table, list] of rows)
    for (let from = 0; from < list.length; from += 5000) await admin.bulkPut(table, list.slice(from, from + 5000));
};

/** Seconds, calls to the store, and the most memory it took over what there was, in MB. */
const closing = async (organisations: number) => {
  const store = openSqliteStore({ file: file(`${organisations}.db`) });
  await seed(store, organisations);
  const counting = failingStore(store, Infinity, 'before');
  const deps = { ...testDeps(store, fakeClock('2026-12-01T00:05:00Z')), store: counting.store };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  await createMonthWork(deps)(jobSettings.shards, () => true);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  const invoices = await Promise.all(
    Array.from({ length: organisations }, (_, index) => invoicesOf(inOrg(store, anOrgId(`org ${index}`)))),
  );
  const numbers = new Set(invoices.flat().map((one) => one.number));
  const cents = invoices.flat().reduce((sum, one) => sum + one.cents, 0);
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
  // The first run warms up what every later one finds warm.
  await closing(50);
  const small = await closing(250);
  const large = await closing(1000);
  for (const [count, it] of [
    [250, small],
    [1000, large],
  ] as const)
    tell(
      `month close, ${count} organisations × 50: ${it.seconds.toFixed(1)} s, ${it.calls} store calls, +${it.grownMb.toFixed(0)} MB`,
    );
  expect([large.numbers, large.cents, large.findings]).toEqual([1000, 1000 * 50 * 200, []]);
  expect(large.seconds).toBeLessThan(60);
  expect(large.calls / small.calls).toBeLessThan(4.2);
  expect(large.grownMb).toBeLessThan(60);
});
