import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { chargesFor, includedTax, invoiceLines, invoiceTotal } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import type { BillingTerms, Charge } from '../../domain/billing/forecastAndInvoiceAmounts.ts';
import { dayMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf, monthsSince, nextMonth, previousMonth } from '../../domain/billing/billingMonths.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import {
  invoice as invoiceKind,
  invoicePage,
  monthsClosed,
  pageMembers,
} from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { charge as chargeKind } from '../../store/kinds/billing/charges.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { openCharge } from './collectInvoicePayments.ts';
import { drawInvoiceNumber } from './assignInvoiceNumber.ts';
import {
  billedMonthOf,
  countedIds,
  countedPeopleIn,
  findInvoicesWithActivityIn,
  invoicesOf,
  profileFor,
} from './readInvoicesAndUsage.ts';
import type { InvoiceRow } from './readInvoicesAndUsage.ts';

// Closes a month of one organisation. One transaction writes the whole invoice, so no invoice is ever incomplete. Late
// activity (stored after its month was closed) is found by comparing earlier months with their invoices.

export interface InvoiceDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly billing: BillingTerms;
}

/** Number of earlier months that are searched for late activity. */
const monthsBack = 12;

const monthsBefore = (month: BillingMonth, from: BillingMonth): BillingMonth[] =>
  monthsSince(from, previousMonth(month)).slice(-monthsBack);

/**
 * Returns the charges for members of an earlier month who are on no invoice yet. The price is that of the month's own
 * invoice if it has the same currency, otherwise the current price.
 */
const lateCharges = async (
  { billing }: InvoiceDeps,
  records: Records<OrgId>,
  { trialEndsAt }: Organisation,
  { invoices, month }: { readonly invoices: readonly InvoiceRow[]; readonly month: BillingMonth },
): Promise<Charge[]> => {
  const withActivity = findInvoicesWithActivityIn(invoices, month);
  const known = withActivity.flatMap((item) => item.lines.filter((line) => line.month === month));
  const people = await countedIds(records, month);
  if (people.length === known.reduce((sum, line) => sum + line.people, 0)) return [];
  const billed = await billedMonthOf(records, invoices, month);
  const late = (await countedPeopleIn(records, month)).filter((item) => !billed.has(item.memberId));
  const then = invoices.find((invoice) => invoice.month === month && invoice.currency === billing.currency);
  return chargesFor(month, late, { trialEndsAt, priceCents: then?.priceCents ?? billing.priceCents });
};

const pageSteps = (records: Records<OrgId>, invoice: BillingMonth, charges: readonly Charge[]): RecordStep[] => {
  const steps: RecordStep[] = [];
  for (const { month, priceCents, members } of charges)
    for (let index = 0; index < members.length; index += pageMembers) {
      const page = steps.length;
      const value = { invoice, month, page, priceCents, members: members.slice(index, index + pageMembers) };
      steps.push(records.insertStep(invoicePage, value, value));
    }
  return steps;
};

const paymentTerms = (
  { dueDays, paymentDetails, tax }: BillingTerms,
  issuedOn: Instant,
  cents: number,
): Pick<InvoiceRow, 'dueOn' | 'paymentDetails' | 'tax'> => ({
  dueOn: cents > 0 ? localDate.parse(toInstant(msOf(issuedOn) + dueDays * dayMs).slice(0, 10)) : null,
  paymentDetails: cents > 0 ? [...paymentDetails] : [],
  tax: tax === null ? null : { ...tax, cents: includedTax(cents, tax) },
});

const makeInvoice = async (
  deps: InvoiceDeps,
  records: Records<OrgId>,
  organisation: Organisation,
  { month, from }: { readonly month: BillingMonth; readonly from: BillingMonth },
): Promise<boolean> => {
  const { billing } = deps;
  const { priceCents, currency } = billing;
  const { trialEndsAt, createdOn } = organisation;
  const invoices = await invoicesOf(records);
  const createdMonth = monthOf(msOf(createdOn));
  const own = chargesFor(month, await countedPeopleIn(records, month), { priceCents, trialEndsAt });
  const late: Charge[] = [];
  for (const earlier of monthsBefore(month, from > createdMonth ? from : createdMonth))
    late.push(...(await lateCharges(deps, records, organisation, { invoices, month: earlier })));
  const charges = [...own, ...late];
  if (charges.length === 0) return false;
  const lines = invoiceLines(month, charges);
  const issuedOn = toInstant(deps.clock.now());
  const cents = invoiceTotal(lines);
  const invoice: InvoiceRow = {
    ...{ month, number: null, issuedOn, currency, priceCents, lines, cents },
    ...paymentTerms(billing, issuedOn, cents),
    mau: own.reduce((sum, charge) => sum + charge.members.length, 0),
    ...{ issuer: [...billing.issuer], orgName: organisation.name, customer: await profileFor(records) },
  };
  await records.transact([records.insertStep(invoiceKind, { month }, invoice), ...pageSteps(records, month, charges)]);
  return true;
};

/**
 * Opens the charge of an invoice. The invoice may exist already, because an earlier call may have stopped
 * before it opened the charge.
 */
const chargeFor = async (deps: InvoiceDeps, records: Records<OrgId>, month: BillingMonth): Promise<void> => {
  const created = (await records.get(invoiceKind, { month }))?.value;
  if (created === undefined || created.number === null) return;
  // Repeated calls, each minute while another organisation keeps the month of the shard open, must not make a charge due
  // again that waits for its next attempt or reminder.
  if ((await records.get(chargeKind, { month })) !== undefined) return;
  const { number, cents: amountCents, currency, issuedOn } = created;
  await openCharge(deps, { orgId: records.scope, month, number, amountCents, currency }, issuedOn);
};

/**
 * Issues the numbered invoice of a month, unless no member is on it. After an error the caller repeats the call; the
 * invoice is issued only once, even with concurrent callers. `from` is the first month that is billed at all.
 */
export const closeBillingMonth = async (
  deps: InvoiceDeps,
  orgId: OrgId,
  month: BillingMonth,
  from: BillingMonth,
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const existing = (await records.get(invoiceKind, { month }))?.value;
  if (existing === undefined) {
    const organisation = (await records.get(orgKind, undefined))?.value;
    // The month before the creation of an organisation is billed too: if the clock of the creating instance was ahead
    // at the turn of the month, the first activity may be in that month, and no later invoice would search it.
    if (organisation === undefined || monthOf(msOf(organisation.createdOn)) > nextMonth(month)) return;
    try {
      if (!(await makeInvoice(deps, records, organisation, { month, from }))) return;
    } catch (error) {
      // Another server wrote the same invoice first, which is no error.
      if (!isConflict(error)) throw error;
    }
  }
  if (existing?.number == null) await drawInvoiceNumber(deps, orgId, month);
  await chargeFor(deps, records, month);
};

/** A value for `from` (first billed month) that is earlier than all usage, so that every month is billed. */
export const alwaysContinue = '200001' as BillingMonth;

export interface RemainingBillDeps extends InvoiceDeps {
  readonly isBillingEnabled: boolean;
}

/**
 * Bills the remaining usage of an organisation before its rows are deleted: the previous month and the current month,
 * which is not over yet.
 */
export const billRemaining = async (deps: RemainingBillDeps, orgId: OrgId): Promise<void> => {
  if (!deps.isBillingEnabled) return;
  const closed = await outside(deps.store).get(monthsClosed, { shard: shardOf(orgId) });
  const from = closed?.value.from ?? alwaysContinue;
  const month = monthOf(deps.clock.now());
  for (const billingMonth of [previousMonth(month), month])
    if (billingMonth >= from) await closeBillingMonth(deps, orgId, billingMonth, from);
};
