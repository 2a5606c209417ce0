import type { BillingMonth, BillingSummary, getInvoices as getInvoicesCall, Invoice } from '#contracts/billing.ts';
import type { ParsedOf } from '#contracts/endpoint.ts';
import { billingTrend, expectedPeople, forecastCents } from '../domain/billing.ts';
import type { BillingTerms } from '../domain/billing.ts';
import { firstDateOf, monthOf, monthsFrom, monthStart, previousMonth } from '../domain/usage.ts';
import type { Actor } from './actor.ts';
import type { Outlooks } from './billingForecast.ts';
import type { Deps } from './deps.ts';
import { countedIds, invoicesOf } from './invoiceRows.ts';
import type { InvoiceRow } from './invoiceRows.ts';
import { concernedOrg } from './orgsConcerned.ts';

// What an admin sees of billing: the month so far and what it may come to, and the invoices.

export interface BillingDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly billing: BillingTerms;
  readonly outlooks: Outlooks;
}

type OrgInput = ParsedOf<typeof getInvoicesCall>;

/** Months of usage shown beside the current one. */
const monthsShown = 12;

const isIssued = (row: InvoiceRow): row is InvoiceRow & { readonly number: string } => row.number !== null;

/** A month without an invoice is one in which nobody was active; the last one is always there, to compare with. */
const usageByMonth = (invoices: readonly InvoiceRow[], month: BillingMonth, mau: number): BillingSummary['usage'] => {
  const known = new Map(invoices.map((one) => [one.month, one.mau]));
  const months = monthsFrom(invoices[0]?.month ?? previousMonth(month), previousMonth(month)).slice(-monthsShown);
  return [...months.map((one) => ({ month: one, mau: known.get(one) ?? 0 })), { month, mau }];
};

export const getSummary = async (
  deps: BillingDeps,
  actor: Actor,
  { orgId: named }: OrgInput,
): Promise<BillingSummary> => {
  const { records, organisation } = await concernedOrg(deps, actor, named);
  const { priceCents, currency } = deps.billing;
  const month = monthOf(deps.clock.now());
  const [counted, invoices, outlook] = await Promise.all([
    countedIds(records, month),
    invoicesOf(records),
    deps.outlooks.of(records.scope, month),
  ]);
  const there = new Set(counted);
  const due = [...outlook.due].filter((one) => !there.has(one)).length;
  const last = invoices.find((one) => one.month === previousMonth(month) && one.currency === currency);
  const lastMonthAmount = last?.cents ?? 0;
  const { lastAsked, lastActive } = outlook;
  const people = { counted: counted.length, due, lastAsked, lastActive };
  const currentMonthForecast = forecastCents(priceCents, people);
  return {
    month,
    currentMau: counted.length,
    currentMonthForecast,
    stillDue: due,
    expected: expectedPeople(people),
    lastMonthAmount,
    currency,
    trend: billingTrend(currentMonthForecast, lastMonthAmount),
    pricePerUser: priceCents,
    trialEndsAt: organisation.trialEndsAt > monthStart(month) ? organisation.trialEndsAt : null,
    usage: usageByMonth(invoices, month, counted.length),
  };
};

export const invoicePath = (month: string): string => `/api/billing/invoice/${month}`;

const infoOf = (row: InvoiceRow & { readonly number: string }): Invoice => ({
  number: row.number,
  date: firstDateOf(row.month),
  month: row.month,
  mau: row.mau,
  amount: row.cents,
  currency: row.currency,
  adjustments: row.lines
    .filter((line) => line.month !== row.month)
    .map(({ month, people, cents }) => ({ month, people, amount: cents })),
  issuedOn: row.issuedOn,
  url: invoicePath(row.month),
});

/** Newest first. */
export const getInvoices = async (
  deps: Pick<BillingDeps, 'store'>,
  actor: Actor,
  { orgId: named }: OrgInput,
): Promise<Invoice[]> => {
  const { records } = await concernedOrg(deps, actor, named);
  return (await invoicesOf(records)).filter(isIssued).map(infoOf).reverse();
};
