import type { BillingSummary } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { getInvoices as getInvoicesCall, Invoice } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  billingTrend,
  expectedPeople,
  forecastMonth,
  invoiceStateOf,
} from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import type { BillingTerms, InvoiceFacts } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { firstDateOf, monthOf, monthsSince, monthStart, previousMonth } from '../../domain/billing/billingMonths.ts';
import { charge as chargeKind } from '../../store/kinds/billing/charges.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { UsageForecasts } from './usageForecast.ts';
import type { Deps } from '../core/deps.ts';
import { countedPeopleIn, invoicesOf } from './readInvoicesAndUsage.ts';
import type { InvoiceRow } from './readInvoicesAndUsage.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';

// Builds the billing page of an admin: the current month, its forecast, and the invoices.

export interface BillingDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly billing: BillingTerms;
  readonly outlooks: UsageForecasts;
}

type OrgInput = ParsedOf<typeof getInvoicesCall>;

/** Number of past months whose usage the page shows beside the current month. */
const monthsShown = 12;

const isIssued = (row: InvoiceRow): row is InvoiceRow & { readonly number: string } => row.number !== null;

/**
 * Returns the number of active members by month, oldest first, counted from the invoices; a past month that is on no
 * invoice has 0. The month before the current one is always listed for comparison, unless the organisation did not
 * exist yet.
 */
const usageByMonth = (
  invoices: readonly InvoiceRow[],
  { createdOn }: Pick<Organisation, 'createdOn'>,
  current: BillingSummary['usage'][number],
): BillingSummary['usage'] => {
  const known = new Map<string, number>();
  const count = (month: string, people: number): void => {
    known.set(month, (known.get(month) ?? 0) + people);
  };
  for (const { month, mau, lines } of invoices) {
    count(month, mau);
    for (const line of lines) if (line.month !== month) count(line.month, line.people);
  }
  const previous = previousMonth(current.month);
  const isNew = monthOf(msOf(createdOn)) > previous;
  const [first = isNew ? current.month : previous] = [...known.keys()].sort();
  const months = monthsSince(first, previous).slice(-monthsShown);
  return [...months.map((month) => ({ month, mau: known.get(month) ?? 0 })), current];
};

export const getBillingSummary = async (
  deps: BillingDeps,
  actor: Actor,
  { orgId: named }: OrgInput,
): Promise<BillingSummary> => {
  const { records, organisation } = await ownOrNamedOrganisation(deps, actor, named);
  const { priceCents, currency } = deps.billing;
  const month = monthOf(deps.clock.now());
  const [counted, invoices, outlook] = await Promise.all([
    countedPeopleIn(records, month),
    invoicesOf(records),
    deps.outlooks.of(records.scope, month),
  ]);
  const known = new Set(counted.map((item) => item.memberId));
  const isOpen = (memberId: MemberId): boolean => !known.has(memberId);
  const due = [...outlook.due].filter(isOpen).length;
  const dueAfterTrial = [...outlook.dueAfterTrial].filter(isOpen).length;
  const last = invoices.find((invoice) => invoice.month === previousMonth(month) && invoice.currency === currency);
  const lastMonthAmount = last?.cents ?? 0;
  const { lastAsked, lastActive } = outlook;
  const { trialEndsAt } = organisation;
  const soFar = { month, counted, due, dueAfterTrial, lastAsked, lastActive };
  const forecast = forecastMonth(soFar, { priceCents, trialEndsAt });
  return {
    month,
    currentMau: counted.length,
    currentFree: forecast.free,
    currentMonthForecast: forecast.cents,
    fullMonthAmount: forecast.fullCents,
    stillDue: due,
    expected: expectedPeople({ counted: counted.length, due, lastAsked, lastActive }),
    lastMonthAmount,
    currency,
    trend: billingTrend(forecast.cents, lastMonthAmount),
    pricePerUser: priceCents,
    trialEndsAt: trialEndsAt > monthStart(month) ? trialEndsAt : null,
    isTrial: msOf(trialEndsAt) > deps.clock.now(),
    usage: usageByMonth(invoices, organisation, { month, mau: counted.length }),
  };
};

export const invoicePath = (month: string): string => `/api/billing/invoice/${month}`;

type Issued = InvoiceRow & { readonly number: string };

const infoOf = (row: Issued, charge: InvoiceFacts['charge'], today: string): Invoice => ({
  number: row.number,
  state: invoiceStateOf({ ...row, charge }, today),
  dueOn: row.dueOn,
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

export const getInvoices = async (
  deps: Pick<BillingDeps, 'store' | 'clock'>,
  actor: Actor,
  { orgId: named }: OrgInput,
): Promise<Invoice[]> => {
  const { records } = await ownOrNamedOrganisation(deps, actor, named);
  const [invoices, charges] = await Promise.all([
    invoicesOf(records),
    records.list(chargeKind, undefined, prefixRange('chg|')),
  ]);
  const states = new Map(charges.map(({ value }) => [value.month, value.state]));
  const today = toInstant(deps.clock.now()).slice(0, 10);
  return invoices
    .filter(isIssued)
    .map((row) => infoOf(row, states.get(row.month) ?? null, today))
    .reverse();
};
