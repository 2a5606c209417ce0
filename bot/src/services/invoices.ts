import type { BillingMonth } from '#contracts/billing.ts';
import type { OrgId } from '#contracts/ids.ts';
import { chargesFor, linesOf, totalOf } from '../domain/billing.ts';
import type { BillingTerms, Charge } from '../domain/billing.ts';
import { msOf, toInstant } from '../domain/time.ts';
import { monthOf, monthsFrom, nextMonth, previousMonth } from '../domain/usage.ts';
import { shardOf } from '../domain/ids.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, RecordStep } from '../store/kind.ts';
import { invoice as invoiceKind, invoicePage, monthsClosed, pageMembers } from '../store/kinds/billing.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { isConflict } from '../store/port.ts';
import { openCharge } from './charges.ts';
import type { Deps } from './deps.ts';
import { drawNumber } from './invoiceNumbers.ts';
import { billedIn, countedIds, countedIn, invoicesNaming, invoicesOf, profileFor } from './invoiceRows.ts';
import type { InvoiceRow } from './invoiceRows.ts';
import type { Organisation } from './standing.ts';

// Closing a month of one organisation. Everything an invoice says lies in one transaction, so it is there whole or not at all; what
// came in too late for it is found by comparing the months before with the invoices there are.

export interface InvoiceDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly billing: BillingTerms;
}

/** Further back nobody looks for what came late. */
const monthsBack = 12;

const monthsBefore = (month: BillingMonth, from: BillingMonth): BillingMonth[] =>
  monthsFrom(from, previousMonth(month)).slice(-monthsBack);

/** People of an earlier month who stand on no invoice: at the price of then, when it was in this currency. */
const lateCharges = async (
  { billing }: InvoiceDeps,
  records: Records<OrgId>,
  { trialEndsAt }: Organisation,
  invoices: readonly InvoiceRow[],
  month: BillingMonth,
): Promise<Charge[]> => {
  const naming = invoicesNaming(invoices, month);
  const known = naming.flatMap((one) => one.lines.filter((line) => line.month === month));
  const people = await countedIds(records, month);
  if (people.length === known.reduce((sum, line) => sum + line.people, 0)) return [];
  const billed = await billedIn(records, invoices, month);
  const late = (await countedIn(records, month)).filter((one) => !billed.has(one.memberId));
  const then = invoices.find((one) => one.month === month && one.currency === billing.currency);
  return chargesFor(month, late, { trialEndsAt, priceCents: then?.priceCents ?? billing.priceCents });
};

const pageSteps = (records: Records<OrgId>, invoice: BillingMonth, charges: readonly Charge[]): RecordStep[] => {
  const steps: RecordStep[] = [];
  for (const { month, priceCents, members } of charges)
    for (let at = 0; at < members.length; at += pageMembers) {
      const page = steps.length;
      const value = { invoice, month, page, priceCents, members: members.slice(at, at + pageMembers) };
      steps.push(records.insertStep(invoicePage, value, value));
    }
  return steps;
};

const makeInvoice = async (
  deps: InvoiceDeps,
  records: Records<OrgId>,
  organisation: Organisation,
  month: BillingMonth,
  from: BillingMonth,
): Promise<boolean> => {
  const { billing } = deps;
  const { priceCents, currency } = billing;
  const { trialEndsAt, createdOn } = organisation;
  const invoices = await invoicesOf(records);
  const born = monthOf(msOf(createdOn));
  const own = chargesFor(month, await countedIn(records, month), { priceCents, trialEndsAt });
  const late: Charge[] = [];
  for (const earlier of monthsBefore(month, from > born ? from : born))
    late.push(...(await lateCharges(deps, records, organisation, invoices, earlier)));
  const charges = [...own, ...late];
  if (charges.length === 0) return false;
  const lines = linesOf(month, charges);
  const invoice: InvoiceRow = {
    ...{ month, number: null, issuedOn: toInstant(deps.clock.now()), currency, priceCents, lines },
    cents: totalOf(lines),
    mau: own.reduce((sum, one) => sum + one.members.length, 0),
    ...{ issuer: [...billing.issuer], orgName: organisation.name, customer: await profileFor(records) },
  };
  await records.transact([records.insertStep(invoiceKind, { month }, invoice), ...pageSteps(records, month, charges)]);
  return true;
};

/** Has it paid. Opened again for an invoice there is already, since what broke may have broken just here. */
const chargeFor = async (deps: InvoiceDeps, records: Records<OrgId>, month: BillingMonth): Promise<void> => {
  const made = (await records.get(invoiceKind, { month }))?.value;
  if (made === undefined || made.number === null) return;
  const { number, cents: amountCents, currency, issuedOn } = made;
  await openCharge(deps, { orgId: records.scope, month, number, amountCents, currency }, issuedOn);
};

/**
 * The invoice of a month that is over, with its number; none when nobody is on it. To be repeated until it returns: made once,
 * whatever breaks in between and whoever does it at the same time. `from` = the first month that is billed at all.
 */
export const closeMonth = async (
  deps: InvoiceDeps,
  orgId: OrgId,
  month: BillingMonth,
  from: BillingMonth,
): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const there = (await records.get(invoiceKind, { month }))?.value;
  if (there === undefined) {
    const organisation = (await records.get(orgKind, undefined))?.value;
    // Nobody was there yet.
    if (organisation === undefined || monthOf(msOf(organisation.createdOn)) > nextMonth(month)) return;
    try {
      if (!(await makeInvoice(deps, records, organisation, month, from))) return;
    } catch (error) {
      // Another server was faster.
      if (!isConflict(error)) throw error;
    }
  }
  if (there?.number == null) await drawNumber(deps, orgId, month);
  await chargeFor(deps, records, month);
};

/** Before the first month anybody could have been billed for. */
export const always = '200001' as BillingMonth;

export interface RestDeps extends InvoiceDeps {
  readonly isBillingEnabled: boolean;
}

/** What an organisation used since its last invoice, before its rows go: the last two months, the second of them not over. */
export const billRest = async (deps: RestDeps, orgId: OrgId): Promise<void> => {
  if (!deps.isBillingEnabled) return;
  const closed = await outside(deps.store).get(monthsClosed, { shard: shardOf(orgId) });
  const from = closed?.value.from ?? always;
  const month = monthOf(deps.clock.now());
  for (const one of [previousMonth(month), month]) if (one >= from) await closeMonth(deps, orgId, one, from);
};
