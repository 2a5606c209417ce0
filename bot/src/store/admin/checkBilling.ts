import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { invoiceNumber } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import type { FindingReport } from './storeCheckFinding.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';

// Checks that the numbers of people and the amounts on each invoice match its stored lists of people. The ledger must
// contain each listed person, and no person may be charged twice for a month.

type Invoices = GatheredStore['billing']['invoices'];
type Pages = GatheredStore['billing']['pages'];

const checkInvoice = (report: FindingReport, { value, row }: Invoices[number], pages: Pages): void => {
  const addFinding = (what: string): void => {
    report('Org', row, what);
  };
  if (value.lines.reduce((sum, line) => sum + line.cents, 0) !== value.cents) addFinding('is not the sum of its lines');
  if ((value.lines.find((line) => line.month === value.month)?.people ?? 0) !== value.mau)
    addFinding('counts other people than its month');
  for (const line of value.lines) {
    const those = pages.filter((page) => page.value.month === line.month).map((page) => page.value);
    const people = those.reduce((sum, page) => sum + page.members.length, 0);
    const cents = those.reduce((sum, page) => sum + page.members.length * page.priceCents, 0);
    if (people !== line.people || cents !== line.cents || (line.people - line.free) * line.priceCents !== cents)
      addFinding(`lists ${line.people} people for ${line.month}, but its pages list ${people}`);
  }
  if (pages.some((page) => value.lines.every((line) => line.month !== page.value.month)))
    addFinding('has a page without a line');
};

const checkPages = (all: GatheredStore, report: FindingReport): void => {
  const billed = new Set<string>();
  for (const { value, row } of all.billing.pages)
    for (const memberId of value.members) {
      const name = `${row.pk}|${value.month}|${memberId}`;
      if (billed.has(name)) report('Org', row, `bills ${memberId} a second time for ${value.month}`);
      if (!all.ledger.has(name)) report('Org', row, `bills ${memberId}, whom the ledger does not count`);
      billed.add(name);
    }
};

/** Checks that each charge has the number, amount and currency of its invoice. */
const checkCharges = ({ billing: { charges, invoices } }: GatheredStore, report: FindingReport): void => {
  for (const { value, row } of charges) {
    const { number, amountCents, currency } = value;
    const of = invoices.find((invoice) => invoice.row.pk === row.pk && invoice.value.month === value.month)?.value;
    if (of?.number !== number || of.cents !== amountCents || of.currency !== currency)
      report('Org', row, 'does not belong to its invoice');
  }
};

const checkNumbers = (all: GatheredStore, report: FindingReport): void => {
  const { invoices, counters, closed } = all.billing;
  const taken = new Set<string>();
  for (const { value, row } of invoices) {
    const { number, month } = value;
    if (number !== null && taken.has(number)) report('Org', row, `has the number ${number} of another invoice`);
    if (number !== null) taken.add(number);
    else if ((closed.get(shardOf(row.pk as OrgId)) ?? '') >= month) report('Org', row, 'has no number');
  }
  for (const { value, row } of counters) {
    const year = row.rk.split('|')[1] ?? '';
    // The last number may not be stored in its invoice yet, so only the numbers before it are checked.
    for (let count = 1; count < value.count; count += 1)
      if (!taken.has(invoiceNumber(year, count))) report('Dir', row, `skipped number ${count}`);
  }
};

export const checkBilling = (all: GatheredStore, report: FindingReport): void => {
  const pages = new Map<string, Pages>();
  for (const page of all.billing.pages) {
    const of = `${page.row.pk}|${page.value.invoice}`;
    pages.set(of, [...(pages.get(of) ?? []), page]);
  }
  for (const invoice of all.billing.invoices) {
    const of = `${invoice.row.pk}|${invoice.value.month}`;
    checkInvoice(report, invoice, pages.get(of) ?? []);
    pages.delete(of);
  }
  for (const [page] of pages.values()) if (page !== undefined) report('Org', page.row, 'belongs to no invoice');
  checkPages(all, report);
  checkNumbers(all, report);
  checkCharges(all, report);
};
