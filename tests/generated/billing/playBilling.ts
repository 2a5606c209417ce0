import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Ledger } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { getLedger } from '../../../bot/src/services/billing/billingLedger.ts';
import { invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { chargedOn, closeMonths } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { expectedLedger, monthAt, monthEnd } from './billingModelAndMonthBounds.ts';
import type { Expected } from './billingModelAndMonthBounds.ts';
import { orgs, people } from './billingScenario.ts';
import type { Org, Scenario } from './billingScenario.ts';
import { BillingWorld } from './billingWorld.ts';
import type { Outcome } from './billingWorld.ts';

// Plays a billing scenario on the product and compares its ledger (who was active in a month) and invoices with the
// model.

const priceCents = 200;
const settleMs = 5 * 60_000;
const nameOf = new Map<string, string>(people.map((who) => [aMemberId(who), who]));

const monthsOf = ({ events }: Outcome): string[] => [...new Set(events.map((event) => monthAt(event.ms)))].sort();

/** True if the engine ran after the event and before the first run that could close the month. */
const isInTime = (ms: number, month: string, ticks: readonly number[]): boolean => {
  const over = monthEnd(month) + settleMs;
  return ticks.some((tick) => tick >= ms && tick < over);
};

const ledgerFaults = (
  place: string,
  expected: readonly Expected[],
  ledger: Ledger,
  { beats: ticks }: Pick<Outcome, 'beats'>,
): string[] => {
  const faults: string[] = [];
  const total = expected.reduce((sum, entry) => sum + entry.cents, 0);
  if (ledger.people !== expected.length) faults.push(`${place}: ${ledger.people} people, not ${expected.length}`);
  if (ledger.total !== total) faults.push(`${place}: ${ledger.total} cents, not ${total}`);
  for (const item of ledger.items) {
    const who = nameOf.get(item.memberId) ?? item.memberId;
    const want = expected.find((entry) => entry.who === who);
    if (want === undefined) {
      faults.push(`${place}: ${who} is counted and did nothing`);
      continue;
    }
    const first = `${item.event} ${item.meetingName ?? '-'}`;
    if (item.at !== want.at || !want.firsts.includes(first))
      faults.push(`${place}: ${who} counts by ${first} at ${item.at}, not ${want.firsts.join(' or ')} at ${want.at}`);
    if (item.amount !== want.cents) faults.push(`${place}: ${who} pays ${item.amount}, not ${want.cents}`);
    if (item.billedIn === null) faults.push(`${place}: ${who} is on no invoice`);
    else if (isInTime(want.ms, ledger.month, ticks) && item.billedIn !== ledger.month)
      faults.push(`${place}: ${who} was counted in time and is billed in ${item.billedIn}`);
  }
  return faults;
};

const invoiceFaults = async (world: BillingWorld, org: Org, expected: readonly (Expected & { month: string })[]) => {
  const invoices = await invoicesOf(inOrg(world.store, anOrgId(org)));
  const charged = await chargedOn(world.store, anOrgId(org));
  const faults: string[] = [];
  const due = expected.map((item) => `${item.month} ${item.who} ${item.cents}`).sort();
  const billed = charged.map((item) => `${item.month} ${nameOf.get(item.memberId) ?? '?'} ${item.cents}`).sort();
  if (due.join() !== billed.join()) faults.push(`${org}: billed ${billed.join()}, not ${due.join()}`);
  const cents = invoices.reduce((sum, invoice) => sum + invoice.cents, 0);
  const owed = expected.reduce((sum, item) => sum + item.cents, 0);
  if (cents !== owed) faults.push(`${org}: invoices over ${cents} cents, not ${owed}`);
  for (const invoice of invoices) {
    const lines = invoice.lines.reduce((sum, line) => sum + line.cents, 0);
    if (lines !== invoice.cents)
      faults.push(`${org} ${invoice.month}: lines over ${lines} cents, not ${invoice.cents}`);
    if (invoice.number === null) faults.push(`${org} ${invoice.month}: no number`);
  }
  return { faults, numbers: invoices.map((invoice) => invoice.number) };
};

const judge = async (world: BillingWorld, scenario: Scenario): Promise<{ faults: string[]; checks: number }> => {
  const outcome = world.outcome();
  const faults: string[] = [];
  const numbers: (string | null)[] = [];
  let checks = 0;
  for (const org of Object.keys(orgs) as Org[]) {
    const all: (Expected & { month: string })[] = [];
    for (const month of monthsOf(outcome)) {
      const terms = { org, month, trialEndMs: Date.parse(scenario.trialEndsAt), priceCents };
      const expected = expectedLedger(outcome.events, terms);
      const ledger = await getLedger(world.deps, world.admin(org), { month: billingMonth.parse(month) });
      faults.push(...ledgerFaults(`${org} ${month}`, expected, ledger, outcome));
      all.push(...expected.map((item) => ({ ...item, month })));
      checks += 2 + 4 * expected.length;
    }
    const invoices = await invoiceFaults(world, org, all);
    faults.push(...invoices.faults);
    numbers.push(...invoices.numbers);
    checks += 3;
  }
  if (new Set(numbers).size !== numbers.length) faults.push(`A number twice: ${numbers.join()}`);
  return { faults, checks };
};

const snapshot = async (world: BillingWorld): Promise<string> => {
  const all = [];
  for (const org of Object.keys(orgs) as Org[])
    all.push(await invoicesOf(inOrg(world.store, anOrgId(org))), await chargedOn(world.store, anOrgId(org)));
  return JSON.stringify(all);
};

export const playBilling = async (scenario: Scenario): Promise<Figures> => {
  const world = new BillingWorld(scenario);
  try {
    await world.open();
    for (const step of scenario.steps) await world.take(step);
    await world.finish();
    const { faults, checks } = await judge(world, scenario);
    const closed = await snapshot(world);
    await closeMonths(world.deps);
    if ((await snapshot(world)) !== closed) faults.push('Closing the months again changed an invoice.');
    faults.push(...(await world.faults()));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const { events, refused, killed } = world.outcome();
    return { events: events.length, checks, 'refused steps': refused, kills: killed };
  } finally {
    await world.close();
  }
};
